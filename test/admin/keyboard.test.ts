import { equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { signIn, startTestSession } from '../kit/admin/client.ts'
import { withPage } from '../kit/pages/browser.ts'
import { withListeningServer, withServer } from '../kit/server/with-server.ts'

const WHEN = { start_date: '2031-05-01 19:30:00', end_date: '2031-05-01 22:00:00' }

const server = withListeningServer('sqlite')
const quiet = withServer('sqlite')

async function openNewEvent(page: Page, title: string): Promise<void> {
  await page
    .context()
    .addCookies([{ name: 'almanac', value: await startTestSession(server, 'editor'), url: server.origin }])
  await page.goto('/admin/events/new')
  await page.getByLabel('Start', { exact: true }).fill('2031-05-01')
  await page.getByLabel('End', { exact: true }).fill('2031-05-01')
  await page.getByLabel('Title', { exact: true }).fill(title)
}

/** Presses keys that send the form, and returns the status of the stored record and what the page calls it. */
async function statusAfter(page: Page, keys: string): Promise<string> {
  await Promise.all([page.waitForEvent('load'), page.keyboard.press(keys)])
  await page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor()
  return page.locator('.badge').first().innerText()
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with' : 'without'
  test(`Enter in a field of a new event saves a draft, ${how} script`, async (t) => {
    await withPage(t, { origin: server.origin, javaScriptEnabled }, async (page) => {
      await openNewEvent(page, `Entered ${how}`)
      equal(await statusAfter(page, 'Enter'), 'Draft')
      // A second Enter saves the draft again.
      await page.getByLabel('Title', { exact: true }).fill(`Entered again ${how}`)
      equal(await statusAfter(page, 'Enter'), 'Draft')
    })
  })
}

test('Ctrl+S saves without publishing, also while a text is edited', async (t) => {
  await withPage(t, { origin: server.origin }, async (page) => {
    await openNewEvent(page, 'Saved by keys')
    await page.getByLabel('Description', { exact: true }).click()
    await page.locator('.editor-text').first().waitFor()
    await page.keyboard.type('With a band')
    equal(await statusAfter(page, 'Control+s'), 'Draft')
    const { body } = await server.send('GET', '/events?status=draft&search=Saved+by+keys', { as: 'editor' })
    match(body.events[0].description, /With a band/)
  })
})

test('the buttons that save come before the fields', async () => {
  const { html } = await (await signIn(quiet, 'editor')).get('/admin/events/new')
  const buttons = [...html.matchAll(/<button name="action" value="(\w+)"/g)]
  equal(buttons.map(([, action]) => action).join(), 'draft,publish,private')
  ok(buttons.every(({ index }) => index < html.indexOf('id="field-title"')))
})

test('the form of a date asks once which dates to change, and once which to throw away', async () => {
  const { body } = await quiet.ask('POST', '/events', {
    as: 'editor',
    body: { title: 'Choir', ...WHEN, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' },
  })
  const dates = await quiet.ask('GET', `/events/${body.id}/occurrences`, { as: 'editor' })
  const { html } = await (await signIn(quiet, 'editor')).get(`/admin/events/${dates.body.events[0].id}`)
  equal(html.split('Which dates should change?').length, 2)
  equal(html.split('Which dates should go to the trash?').length, 2)
})

test('the page of a translation shows the original text as the calendar does', async () => {
  const { body } = await quiet.ask('POST', '/events', {
    as: 'editor',
    body: { title: 'Reading', ...WHEN, description: '<p>By <em>Aino</em></p>' },
  })
  const { html } = await (await signIn(quiet, 'editor')).get(`/admin/events/${body.id}/texts/de`)
  match(html, /<p>By <em>Aino<\/em><\/p>/)
})
