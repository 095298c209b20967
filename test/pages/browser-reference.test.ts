import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { BROWSER_SKIPPED, violationsOf, withPage } from '../kit/pages/browser.ts'
import { findChromium } from '../kit/pages/chromium.ts'
import { withListeningServer } from '../kit/server/with-server.ts'

const server = withListeningServer('sqlite')

test('the API reference page shows every collection and does not violate its Content-Security-Policy', async (t) => {
  await withPage(t, { origin: server.origin }, async (page) => {
    await page.goto('/cal/events/v1/docs')
    // Of a long document, only the operations near the visible part of the page are rendered.
    const filter = page.getByPlaceholder('Filter by tag or path')
    for (const collection of ['events', 'venues', 'tags']) {
      await filter.fill(collection)
      await page.getByRole('link', { name: collection, exact: true }).first().waitFor()
    }
    match(await page.title(), / API$/)
  })
})

test('without scripts the API reference page links to the OpenAPI document', async (t) => {
  await withPage(t, { origin: server.origin, javaScriptEnabled: false, width: 360 }, async (page) => {
    await page.goto('/cal/events/v1/docs')
    equal(await page.getByRole('link', { name: 'OpenAPI document' }).count(), 1)
  })
})

const img = 'document.body.append(Object.assign(document.createElement("img"), { src: "/mind-me" }))'
for (const [what, policy, script, problem] of [
  ['an error on the console', '', 'console.error("mind me")', /console: mind me/],
  ['an exception', '', 'setTimeout(() => { throw new Error("mind me") })', /thrown: Error: mind me/],
  ['a broken policy', "default-src 'none'", img, /console: .*Content Security Policy/],
  ['a request elsewhere', '', 'fetch("http://localhost:9/mind-me").catch(() => {})', /asked elsewhere: .*mind-me/],
] as const) {
  test(`a page fails its test: ${what}`, { skip: !findChromium() && BROWSER_SKIPPED }, async (t) => {
    const visit = withPage(t, { origin: server.origin }, async (page) => {
      const headers = { 'content-security-policy': policy }
      await page.route('**/page', (route) =>
        route.fulfill({ contentType: 'text/html', headers, body: '<!doctype html>' }),
      )
      await page.goto('/page')
      await page.evaluate(script)
      await page.waitForTimeout(200)
    })
    await rejects(visit, problem)
  })
}

test('violations that axe reports name the rule and the element', async (t) => {
  await withPage(t, { origin: server.origin }, async (page) => {
    await page.setContent(
      '<html lang="en"><title>Page</title><main><h1>Page</h1><img id="nameless" src="data:,"></main>',
    )
    const [violation = '', ...others] = await violationsOf(page)
    match(violation, /^image-alt \(critical\)[\s\S]*#nameless/)
    deepEqual(others, [])
  })
})
