import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startSession } from '../../src/accounts/sessions.ts'
import { violationsOf, withPage } from '../kit/pages/browser.ts'
import { withListeningServer } from '../kit/server/with-server.ts'

// Pages look the same on both engines.
const server = withListeningServer('sqlite')

/** Asserts that axe finds nothing on the page, and that it does not scroll sideways. */
async function look(page: Page, name: string): Promise<void> {
  deepEqual(await violationsOf(page), [], `${name}: ${page.url()}`)
  const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  equal(wide, 0, `${name} scrolls sideways: ${page.url()}`)
}

/** Presses a button or follows a link by its name, with the keyboard. */
async function press(page: Page, role: 'button' | 'link', name: string | RegExp): Promise<void> {
  const control = page.getByRole(role, { name, exact: typeof name === 'string' }).first()
  await control.focus()
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
}

const notice = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()

async function writeEvent(page: Page, title: string, place: string): Promise<void> {
  await page.goto('/admin/')
  await press(page, 'link', 'New event')
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByLabel('Starts', { exact: true }).fill('2030-06-20')
  await page.getByLabel('Starts: time').fill('19:30')
  await page.getByLabel('Ends', { exact: true }).fill('2030-06-20')
  await page.getByLabel('Ends: time').fill('21:00')
  await page.getByRole('combobox', { name: 'Place' }).fill(place)
  await press(page, 'button', 'Publish')
  await notice(page, 'Saved.')
}

for (const [width, colorScheme] of [
  [375, 'dark'],
  [1440, 'light'],
] as const) {
  test(`a clerk's day by visible labels and with the keyboard, ${width} pixels wide`, async (t) => {
    const options = { origin: server.origin, width, colorScheme }
    await withPage(t, options, async (page, context) => {
      const token = await server.db.transaction((tx) =>
        startSession(tx, server.ids.administrator, 'test', server.clock.now),
      )
      await context.addCookies([{ name: 'almanac', value: token, url: server.origin }])
      const [concert, reading] = [`Concert ${width}`, `Reading ${width}`]
      await writeEvent(page, concert, `Town hall ${width}`)
      await look(page, 'form')
      await writeEvent(page, reading, `Townhall ${width}`)

      // A change, and back.
      await page.getByLabel('Title', { exact: true }).fill(`${reading} at night`)
      await press(page, 'button', 'Save')
      await press(page, 'button', 'Undo')
      await notice(page, 'Undone.')
      equal(await page.getByRole('heading', { level: 1 }).innerText(), reading)
      await press(page, 'link', 'History')
      await look(page, 'history')
      await press(page, 'link', 'Show the change')
      await look(page, 'change')
      await page.getByLabel('Title', { exact: true }).check()
      await press(page, 'button', 'Restore the chosen fields')
      await notice(page, 'The earlier version is back.')

      // The second language.
      await press(page, 'link', 'Deutsch')
      await look(page, 'texts')
      await page.getByLabel('Title (Deutsch)').fill(`Lesung ${width}`)
      await press(page, 'button', 'Save')
      await notice(page, 'The text has been saved.')

      // Two places become one.
      await page.goto(`/admin/venues?search=Townhall+${width}`)
      await press(page, 'link', `Townhall ${width}`)
      await press(page, 'link', 'Merge into another one')
      await page.getByLabel('Search').fill(`Town hall ${width}`)
      await press(page, 'button', 'Show')
      await look(page, 'merge')
      await press(page, 'link', /^Compare/)
      await look(page, 'comparison')
      await press(page, 'button', 'Merge')
      await notice(page, 'Merged.')

      // Both events a week later.
      await page.goto(`/admin/events?search=${width}`)
      await look(page, 'table')
      await page.getByLabel(`Choose: ${concert}`).check()
      await page.getByRole('checkbox', { name: 'All 2 that the filter shows' }).check()
      await press(page, 'button', 'Change the chosen events …')
      await look(page, 'bulk')
      await page.getByLabel('Move by days').fill('7')
      await press(page, 'button', 'Show before and after')
      await look(page, 'preview')
      await press(page, 'button', 'Change now')
      await notice(page, 'The events have been changed.')

      // Into the trash, and back.
      await page.goto(`/admin/events?search=Concert+${width}`)
      await press(page, 'link', concert)
      await press(page, 'button', 'Move to the trash')
      await press(page, 'link', 'Trash')
      await look(page, 'trash')
      await page.getByLabel(`Choose: ${concert}`).check()
      await press(page, 'button', 'Delete for good …')
      await look(page, 'deletion')
      await press(page, 'link', 'Do not delete')
      await page.getByLabel(`Choose: ${concert}`).check()
      await press(page, 'button', 'Restore as drafts')
      await notice(page, 'Restored as drafts.')
      await page.goto('/admin/')
      await page.getByRole('link', { name: concert }).waitFor()
      await look(page, 'start')

      // The appearance, and the page of the reading as everybody sees it.
      await press(page, 'link', 'Settings')
      await press(page, 'link', 'Appearance')
      await look(page, 'appearance')
      await page.getByLabel('Colour of links and buttons').fill('#1f5f8b')
      await page.getByLabel('Links in the footer').fill('en | Imprint | /imprint')
      await press(page, 'button', 'Save appearance')
      await notice(page, 'The settings have been saved.')
      await page.goto(`/event/reading-${width}/`)
      await page.getByRole('link', { name: 'Imprint' }).waitFor()
      await look(page, 'public page')
      equal(await page.getByText('27 June 2030').first().isVisible(), true)
    })
  })
}
