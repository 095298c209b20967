import { equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { withPage } from '../kit/pages/browser.ts'
import { withListeningServer } from '../kit/server/with-server.ts'

/** Today is Saturday 2030-06-15. */
const server = withListeningServer('sqlite', async ({ send }) => {
  const poster = await sharp({ create: { width: 600, height: 900, channels: 3, background: '#c04' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('file', new File([new Uint8Array(poster)], 'Poster.png', { type: 'image/png' }))
  const { body: picture } = await send('POST', '/media', { as: 'editor', body: form })
  for (const day of ['06-17', '06-20', '06-27', '07-20']) {
    const times = { start_date: `2030-${day} 20:00`, end_date: `2030-${day} 22:00` }
    const body = { title: `Concert ${day}`, slug: `concert-${day}`, image: picture.id, categories: ['Music'], ...times }
    equal((await send('POST', '/events', { as: 'editor', body })).status, 201)
  }
})

const WIDTHS = [375, 1440]

/** The accessible name or the text of the element with the focus. */
const inFocus = async (page: Page): Promise<string> =>
  String(
    await page.evaluate(`(({ ariaLabel, labels, textContent }) =>
      (ariaLabel ?? labels?.[0]?.textContent ?? textContent).trim().replace(/\\s+/g, ' '))(document.activeElement)`),
  )

/** Presses Tab until an element has the focus whose name begins with a text. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let count = 0; count < 60; count += 1) {
    await page.keyboard.press('Tab')
    if ((await inFocus(page)).startsWith(name)) return
  }
  throw new Error(`Tab does not lead to ${name}`)
}

for (const width of WIDTHS) {
  const options = () => ({ origin: server.origin, width, height: 800 })

  test(`${width} pixels wide, the filters open, choose and close by keyboard, and the results get the focus`, async (t) => {
    await withPage(t, options(), async (page) => {
      await page.goto('/events/list/')
      await tabTo(page, 'Filters')
      await page.keyboard.press('Enter')
      const panel = page.getByRole('dialog', { name: 'Filters' })
      await panel.waitFor()
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'hidden' })
      match(await inFocus(page), /^Filters/)
      await page.keyboard.press('Enter')
      await tabTo(page, 'Music')
      await page.keyboard.press('Space')
      await page.keyboard.press('Enter')
      await page.waitForURL(/categories=music/)
      await page.getByRole('link', { name: 'Remove filter: Music' }).waitFor()
      match(await inFocus(page), /^Coming up/)
    })
  })

  test(`${width} pixels wide, the picture of an event is enlarged and closed by keyboard`, async (t) => {
    await withPage(t, options(), async (page) => {
      await page.goto('/event/concert-06-17/')
      await page.locator('.whole').focus()
      await page.keyboard.press('Enter')
      const lightbox = page.getByRole('dialog', { name: 'Concert 06-17' })
      await lightbox.waitFor()
      equal(await inFocus(page), 'Close')
      await page.keyboard.press('Enter')
      await lightbox.waitFor({ state: 'hidden' })
      ok(await page.evaluate('document.activeElement.matches(".whole")'))
    })
  })

  test(`${width} pixels wide, sharing and adding to a calendar work by keyboard`, async (t) => {
    await withPage(t, options(), async (page) => {
      await page.goto('/event/concert-06-17/')
      for (const [button, first] of [
        ['Add to your calendar', 'Calendar file (.ics)'],
        ['Share', 'Share'],
      ] as const) {
        await page.getByRole('button', { name: button, exact: true }).focus()
        await page.keyboard.press('Enter')
        const panel = page.getByRole('dialog', { name: button })
        await panel.waitFor()
        await page.keyboard.press('Tab')
        equal(await inFocus(page), first)
        await page.keyboard.press('Escape')
        await panel.waitFor({ state: 'hidden' })
        equal(await inFocus(page), button)
      }
    })
  })
}

test('on a phone, keys go to the days with events, and a chosen day shows its events, which follow in the order of focus', async (t) => {
  await withPage(t, { origin: server.origin, width: 375, height: 800 }, async (page) => {
    await page.goto('/events/month/2030-06/')
    await page.getByRole('link', { name: 'Monday 17 June: 1 event' }).focus()
    await page.keyboard.press('ArrowRight')
    match(await inFocus(page), /^Thursday 20 June/)
    await page.keyboard.press('ArrowDown')
    match(await inFocus(page), /^Thursday 27 June/)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Home')
    match(await inFocus(page), /^Monday 17 June/)
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.locator('#d-2030-06-20 .events').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    equal(await inFocus(page), 'Concert 06-20')
    await page.getByRole('link', { name: 'Thursday 20 June: 1 event' }).focus()
    await page.keyboard.press('PageDown')
    await page.locator('h1', { hasText: 'July' }).waitFor()
    match(await inFocus(page), /^Saturday 20 July/)
  })
})

/** The outline of what has the focus, if an element around it cuts off a part; undefined if all of it is visible. */
const CUT_OUTLINE = `(() => {
  const ancestorsOf = (element) => (element ? [element, ...ancestorsOf(element.parentElement)] : [])
  const ancestors = ancestorsOf(document.activeElement)
  const at = ancestors.findIndex((one) => getComputedStyle(one).outlineStyle === 'solid')
  if (at < 0) return document.activeElement === document.body ? undefined : 'nothing around ' + ancestors[0].outerHTML
  const { outlineOffset, outlineWidth } = getComputedStyle(ancestors[at])
  const width = parseFloat(outlineOffset) + parseFloat(outlineWidth)
  const shown = ancestors[at].getBoundingClientRect()
  const cut = ancestors.slice(at + 1, -2).find((one) => {
    const box = one.getBoundingClientRect()
    return getComputedStyle(one).overflow !== 'visible' && (shown.left - width < box.left - 1 ||
      shown.top - width < box.top - 1 || shown.bottom + width > box.bottom + 1)
  })
  return cut && cut.className + ' cuts ' + ancestors[at].outerHTML
})()`

for (const width of WIDTHS) {
  test(`${width} pixels wide, the outline around what has the focus is not cut off`, async (t) => {
    await withPage(t, { origin: server.origin, width, height: 800, reducedMotion: 'reduce' }, async (page) => {
      for (const path of ['/', '/events/month/2030-06/', '/events/week/2030-06-17/', '/event/concert-06-17/']) {
        await page.goto(path)
        for (let stop = 0; stop < 50; stop += 1) {
          await page.keyboard.press('Tab')
          equal(await page.evaluate(CUT_OUTLINE), undefined, path)
        }
      }
    })
  })
}
