import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { BROWSER_SKIPPED, violationsOf, withPage } from '../kit/pages/browser.ts'
import { findChromium } from '../kit/pages/chromium.ts'
import { withListeningServer } from '../kit/server/with-server.ts'

const server = withListeningServer('sqlite')

test('the API reference leads to operations and schemas, on narrow and wide windows, without violations', async (t) => {
  for (const width of [375, 1280]) {
    await withPage(t, { origin: server.origin, width }, async (page) => {
      await page.goto('/cal/events/v1/docs')
      match(await page.title(), / API$/)
      if (width === 375) deepEqual(await violationsOf(page), [])
      await page.locator('nav').getByText('venues', { exact: true }).click()
      await page.getByRole('link', { name: 'POST /venues', exact: true }).click()
      const operation = page.locator('#operation-createVenue')
      await operation.getByText('Responses').click()
      await operation.getByRole('link', { name: 'Venue', exact: true }).first().click()
      equal(await page.locator('#schema-Venue').isVisible(), true)
      equal(await page.evaluate('document.documentElement.scrollWidth'), width)
    })
  }
})

const img = 'document.body.append(Object.assign(document.createElement("img"), { src: "/mind-me" }))'
for (const [what, policy, script, event, problem] of [
  ['an error on the console', '', 'console.error("mind me")', 'console', /console: mind me/],
  ['an exception', '', 'setTimeout(() => { throw new Error("mind me") })', 'pageerror', /thrown: Error: mind me/],
  ['a broken policy', "default-src 'none'", img, 'console', /console: .*Content Security Policy/],
  [
    'a request elsewhere',
    '',
    'fetch("http://localhost:9/mind-me").catch(() => {})',
    'request',
    /asked elsewhere: .*mind-me/,
  ],
] as const) {
  test(`a page fails its test: ${what}`, { skip: !findChromium() && BROWSER_SKIPPED }, async (t) => {
    const visit = withPage(t, { origin: server.origin }, async (page) => {
      const headers = { 'content-security-policy': policy }
      await page.route('**/page', (route) =>
        route.fulfill({ contentType: 'text/html', headers, body: '<!doctype html>' }),
      )
      await page.goto('/page')
      await Promise.all([page.waitForEvent(event as 'console'), page.evaluate(script)])
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
