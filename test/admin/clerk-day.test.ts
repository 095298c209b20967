import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { hashNewPassword, storePassword } from '../../src/accounts/store-password.ts'
import { check, choose, chooseFile, pressControl, tabTo, typeDate, typeInto } from '../kit/admin/keyboard.ts'
import { openMenu } from '../kit/admin/open-menu.ts'
import { violationsOf, withPage } from '../kit/pages/browser.ts'
import { withListeningServer } from '../kit/server/with-server.ts'

const PASSWORD = 'plum river 47 lamp'

// Pages look the same on both engines.
const server = withListeningServer('sqlite', async ({ db, ids }) => {
  const hash = await hashNewPassword(PASSWORD)
  await db.transaction((tx) => storePassword(tx, ids.administrator, hash))
})

interface Day {
  page: Page
  /** A part of all names, because the days share a server. */
  name: string
  /** Asserts that axe, which needs script, finds nothing on the page, and that it does not scroll sideways. */
  look(step: string): Promise<void>
}

const lookAt = (page: Page, hasScript: boolean) => async (step: string) => {
  if (hasScript) deepEqual(await violationsOf(page), [], `${step}: ${page.url()}`)
  const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  equal(wide, 0, `${step} scrolls sideways: ${page.url()}`)
}

/** Presses a button or follows a link by its name, with the keyboard. */
async function press(page: Page, role: 'button' | 'link', name: string | RegExp, index = 0): Promise<void> {
  await pressControl(page, page.getByRole(role, { name, exact: typeof name === 'string' }).nth(index))
}

/** Follows an entry of the navigation. */
async function navigate({ page, look }: Day, name: string): Promise<void> {
  await openMenu(page)
  await look('menu')
  await press(page, 'link', name)
}

const notice = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()

const pictureFile = async (name: string, background: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer(),
})

async function signIn({ page, look }: Day): Promise<void> {
  await page.goto('/admin/')
  await look('sign-in')
  await typeInto(page, page.getByLabel('Login or e-mail address'), 'administrator')
  await typeInto(page, page.getByLabel('Password'), PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Start', level: 1 }).waitFor()
}

async function fillEvent(page: Page, title: string, place: string): Promise<void> {
  await page.goto('/admin/')
  await press(page, 'link', 'New event')
  await typeInto(page, page.getByLabel('Title', { exact: true }), title)
  await typeDate(page, page.getByLabel('Starts', { exact: true }), '06/20/2030')
  await typeDate(page, page.getByLabel('Starts: time'), '07:30PM')
  await typeDate(page, page.getByLabel('Ends', { exact: true }), '06/20/2030')
  await typeDate(page, page.getByLabel('Ends: time'), '09:00PM')
  await typeInto(page, page.getByRole('combobox', { name: 'Place' }), place)
}

async function writeEvents({ page, name, look }: Day): Promise<void> {
  await fillEvent(page, `Concert ${name}`, `Town hall ${name}`)
  await chooseFile(page, page.getByLabel('Upload a picture'), await pictureFile('Stage.png', '#c04'))
  await typeInto(page, page.getByLabel('Description for people who cannot see the picture'), 'An empty stage')
  await press(page, 'button', 'Publish')
  await notice(page, 'Saved.')
  await page.getByRole('radio', { name: 'An empty stage' }).waitFor()
  await look('form')
  await fillEvent(page, `Reading ${name}`, `Townhall ${name}`)
  await press(page, 'button', 'Publish')
  await notice(page, 'Saved.')
}

async function changeAndUndo({ page, name, look }: Day): Promise<void> {
  await typeInto(page, page.getByLabel('Title', { exact: true }), `Reading ${name} at night`)
  await press(page, 'button', 'Save')
  await press(page, 'button', 'Undo')
  await notice(page, 'Undone.')
  equal(await page.getByRole('heading', { level: 1 }).innerText(), `Reading ${name}`)
  await press(page, 'link', 'History')
  await look('history')
  await press(page, 'link', 'Show the change')
  await look('change')
  await check(page, page.getByLabel('Title', { exact: true }))
  await press(page, 'button', 'Restore the chosen fields')
  await notice(page, 'The earlier version is back.')
}

async function translate({ page, name, look }: Day): Promise<void> {
  await press(page, 'link', 'Deutsch')
  await look('texts')
  await typeInto(page, page.getByLabel('Title (Deutsch)'), `Lesung ${name}`)
  await press(page, 'button', 'Save')
  await notice(page, 'The text has been saved.')
}

/** A weekly event, of which one date gets another title and one is cancelled. */
async function repeat({ page, name, look }: Day): Promise<void> {
  const choir = `Choir ${name}`
  await fillEvent(page, choir, `Town hall ${name}`)
  await choose(page, page.getByLabel('Repeats', { exact: true }), 'Every week')
  await typeDate(page, page.getByLabel('Repeats until'), '07/11/2030')
  await press(page, 'button', 'Publish')
  await notice(page, 'Saved.')
  await openDate(page, choir, 1)
  await look('form of a date')
  await typeInto(page, page.getByLabel('Title', { exact: true }), `${choir} with guests`)
  await press(page, 'button', 'Save')
  await notice(page, 'Saved.')
  await openDate(page, choir, 2)
  await tabTo(page, page.locator('summary', { hasText: 'Cancelled or changed' }))
  await page.keyboard.press('Enter')
  await choose(page, page.getByLabel('Takes place'), 'Cancelled')
  await press(page, 'button', 'Save')
  await notice(page, 'Saved.')
  await page.goto(`/events/list/?search=Choir+${name}`)
  const titles = await page.getByRole('link', { name: new RegExp(`^${choir}`) }).allInnerTexts()
  deepEqual(titles.filter((title) => title.endsWith('with guests')).length, 1, titles.join())
}

/** Opens the form of one of the dates of an event, from the table of events. */
async function openDate(page: Page, title: string, index: number): Promise<void> {
  await page.goto('/admin/events')
  await typeInto(page, page.getByLabel('Search'), title)
  await press(page, 'button', 'Show')
  await press(page, 'link', new RegExp(`^${title}`), index)
}

async function mergePlaces({ page, name, look }: Day): Promise<void> {
  await page.goto(`/admin/venues?search=Townhall+${name}`)
  await press(page, 'link', `Townhall ${name}`)
  await press(page, 'link', 'Merge into another one')
  await typeInto(page, page.getByLabel('Search'), `Town hall ${name}`)
  await press(page, 'button', 'Show')
  await look('merge')
  await press(page, 'link', /^Compare/)
  await look('comparison')
  await press(page, 'button', 'Merge')
  await notice(page, 'Merged.')
}

async function moveEvents({ page, name, look }: Day): Promise<void> {
  await page.goto(`/admin/events?search=${name}`)
  await look('table')
  for (const title of ['Concert', 'Reading']) await check(page, page.getByLabel(`Choose: ${title} ${name}`))
  await press(page, 'button', 'Change the chosen events …')
  await look('bulk')
  await typeInto(page, page.getByLabel('Move by days'), '7')
  await press(page, 'button', 'Show before and after')
  await look('preview')
  await press(page, 'button', 'Change now')
  await notice(page, 'The events have been changed.')
}

async function throwAwayAndRestore(day: Day): Promise<void> {
  const { page, name, look } = day
  const concert = `Concert ${name}`
  await page.goto(`/admin/events?search=Concert+${name}`)
  await press(page, 'link', concert)
  await press(page, 'button', 'Move to the trash')
  await navigate(day, 'Trash')
  await look('trash')
  await check(page, page.getByLabel(`Choose: ${concert}`))
  await press(page, 'button', 'Delete for good …')
  await look('deletion')
  await press(page, 'link', 'Do not delete')
  await check(page, page.getByLabel(`Choose: ${concert}`))
  await press(page, 'button', 'Restore as drafts')
  await notice(page, 'Restored as drafts.')
  await page.goto('/admin/')
  await page.getByRole('link', { name: concert }).waitFor()
  await look('start')
}

async function reviewSubmission(day: Day): Promise<void> {
  const { page, name, look } = day
  await navigate(day, 'Settings')
  await choose(page, page.getByLabel('Who may hand in events'), 'Any')
  await press(page, 'button', 'Save settings')
  await page.goto('/submit/')
  await look('form of a submission')
  await typeInto(page, page.getByLabel('Title', { exact: true }), `Flea market ${name}`)
  await typeDate(page, page.getByLabel('Starts'), '06/30/2030 10:00AM')
  await typeDate(page, page.getByLabel('Ends'), '06/30/2030 04:00PM')
  await typeInto(page, page.getByLabel('Your name'), 'Aino')
  await typeInto(page, page.getByLabel('Your e-mail address'), 'aino@choir.example')
  await check(page, page.getByLabel('I agree'))
  server.clock.now += 60
  await press(page, 'button', 'Send to the editors')
  await page.goto('/admin/')
  await navigate(day, 'Submissions')
  await look('submissions')
  await press(page, 'link', `Flea market ${name}`)
  await look('submission')
  await press(page, 'button', 'Publish')
  await notice(page, 'Decided.')
}

async function changeAppearance(day: Day): Promise<void> {
  const { page, name, look } = day
  await navigate(day, 'Settings')
  await press(page, 'link', 'Appearance')
  await look('appearance')
  await typeInto(page, page.getByLabel('Colour of links and buttons'), '#1f5f8b')
  await typeInto(page, page.getByLabel('Links in the footer'), 'en | Imprint | /imprint')
  await press(page, 'button', 'Save appearance')
  await notice(page, 'The settings have been saved.')
  await chooseFile(page, page.getByLabel('File with the logo'), await pictureFile('Logo.png', '#04c'))
  await press(page, 'button', 'Upload a logo')
  await notice(page, 'The settings have been saved.')
  await page.goto(`/event/reading-${name}/`)
  await page.getByRole('link', { name: 'Imprint' }).waitFor()
  await page.locator('img.logo').waitFor()
  await look('public page')
  equal(await page.getByText('27 June 2030').first().isVisible(), true)
}

for (const [width, colorScheme, hasScript] of [
  [375, 'dark', true],
  [1440, 'light', false],
] as const) {
  const how = `${width} pixels wide, ${hasScript ? 'with' : 'without'} script`
  test(`a clerk's day by visible labels and with the keyboard, ${how}`, async (t) => {
    const options = { origin: server.origin, width, colorScheme, javaScriptEnabled: hasScript }
    await withPage(t, options, async (page) => {
      const day = { page, name: String(width), look: lookAt(page, hasScript) }
      await signIn(day)
      await writeEvents(day)
      await changeAndUndo(day)
      await translate(day)
      await repeat(day)
      await mergePlaces(day)
      await moveEvents(day)
      await throwAwayAndRestore(day)
      await reviewSubmission(day)
      await changeAppearance(day)
    })
  })
}
