import { deepEqual, equal, match } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { createAdminClient, signIn, startTestSession } from '../kit/admin/client.ts'
import { inputsOf } from '../kit/admin/inputs.ts'
import { PIXEL } from '../kit/calendar/pixel.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withPage } from '../kit/pages/browser.ts'
import { withListeningServer, withServer } from '../kit/server/with-server.ts'

const WHEN = {
  start_date_day: '2031-05-01',
  start_date_time: '19:30',
  end_date_day: '2031-05-01',
  end_date_time: '22:00',
}

forEachEngine('data for the script of forms', (engine) => {
  const server = withServer(engine)

  test('names are found by a part, and only those of records that the user may see', async () => {
    for (const [venue, status] of [
      ['Old harbour', 'publish'],
      ['Harbour of secrets', 'draft'],
    ]) {
      await server.ask('POST', '/venues', { as: 'editor', body: { venue, status } })
    }
    await server.ask('POST', '/categories', { as: 'editor', body: { name: 'Harbour walks' } })
    const client = await signIn(server, 'contributor')
    const found = async (path: string) =>
      (await client.get(`/admin/choices/${path}`)).body.choices.map(({ name }: { name: string }) => name)
    deepEqual(await found('venue?search=harb'), ['Old harbour'])
    deepEqual(await found('category?search=walk'), ['Harbour walks'])
    deepEqual(await found('venue'), [])
    equal((await createAdminClient(server).get('/admin/choices/venue?search=harb')).status, 303)
  })

  test('the next dates are listed as typed, without script by a button that saves nothing', async () => {
    const client = await signIn(server, 'editor')
    const query = { ...WHEN, recurrence_every: 'weekly', recurrence_until: '2031-09-25' }
    const { body } = await client.get(`/admin/events/dates?${new URLSearchParams(query)}`)
    deepEqual([body.dates.length, body.dates[1], body.more], [10, 'Thursday, 8 May 2031, 19:30', 'and 12 more dates'])
    deepEqual((await client.get('/admin/events/dates?recurrence_every=weekly')).body, {})
    const wrong = { ...query, recurrence_every: 'lines', recurrence: 'RRULE:FREQ=SOMETIMES' }
    match((await client.get(`/admin/events/dates?${new URLSearchParams(wrong)}`)).body.text, /Repeats/)

    const form = inputsOf((await client.get('/admin/events/new')).html)
    const answer = await client.post('/admin/events/new', { ...form, ...query, title: 'Unsaved', action: 'dates' })
    equal(answer.status, 200)
    match(answer.html, /Thursday, 8 May 2031, 19:30/)
    equal(inputsOf(answer.html).title, 'Unsaved')
    equal((await server.ask('GET', '/events?search=Unsaved', { as: 'editor' })).body.total, 0)
  })

  test('a refused form has all categories that were chosen', async () => {
    const client = await signIn(server, 'editor')
    const ids = []
    for (const name of ['Jazz', 'Opera'])
      ids.push((await server.ask('POST', '/categories', { as: 'editor', body: { name } })).body.id)
    const chosen = Object.fromEntries(ids.map((id, index) => [`categories[${index}]`, String(id)]))
    const { status, html } = await client.post('/admin/events/new', { ...WHEN, ...chosen, title: '', action: 'draft' })
    equal(status, 400)
    const checked = [...html.matchAll(/name="categories" value="(\d+)" checked/g)].map(([, id]) => Number(id))
    deepEqual(checked.sort(), ids.sort())
  })
})

// The script runs in the browser.
const server = withListeningServer('sqlite')

const asEditor = (
  t: TestContext,
  work: (page: Page, context: BrowserContext) => Promise<void>,
  expected: RegExp[] = [],
  role: 'editor' | 'administrator' = 'editor',
) =>
  withPage(t, { origin: server.origin, expected }, async (page, context) => {
    const signInAgain = async () => {
      const value = await startTestSession(server, role)
      await context.addCookies([{ name: 'almanac', value, url: server.origin }])
    }
    await signInAgain()
    await work(page, context)
  })

const titleOf = (page: Page) => page.getByLabel('Title', { exact: true })
const offer = (page: Page) => page.getByRole('button', { name: 'Put it into the form' })

test('what was typed is offered again after a lost connection, until it is saved', async (t) => {
  const { body: category } = await server.send('POST', '/categories', { as: 'editor', body: { name: 'Dance' } })
  await asEditor(
    t,
    async (page, context) => {
      await page.goto('/admin/events/new')
      await titleOf(page).fill('Ball')
      await page.getByRole('checkbox', { name: 'Dance' }).check()
      await page.getByLabel('Description', { exact: true }).click()
      await page.locator('.editor-text').first().waitFor()
      await page.keyboard.type('With a band')
      await context.setOffline(true)
      await page.getByRole('button', { name: 'Publish' }).click()
      await page.waitForURL(/chrome-error/)
      await context.setOffline(false)

      await page.goto('/admin/events/new')
      equal(await titleOf(page).inputValue(), '')
      match(await page.locator('[data-draft] time').innerText(), /^\d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d$/)
      await offer(page).click()
      equal(await titleOf(page).inputValue(), 'Ball')
      await page.getByLabel('Start', { exact: true }).fill('2031-05-01')
      await page.getByLabel('End', { exact: true }).fill('2031-05-01')
      await page.getByRole('button', { name: 'Publish' }).click()
      await page.getByText('Saved.').waitFor()
      const { body } = await server.send('GET', '/events?start_date=2031-05-01&search=Ball', { as: 'editor' })
      const [event] = body.events
      deepEqual([event.title, event.description, event.categories[0].id], ['Ball', '<p>With a band</p>', category.id])
      await page.goto('/admin/events/new')
      await page.getByRole('heading', { name: 'New event' }).waitFor()
      equal(await offer(page).isVisible(), false)
    },
    [/ERR_INTERNET_DISCONNECTED/],
  )
})

test('what was typed on pages without a record is offered again too, until it is saved', async (t) => {
  const headers = { 'content-type': 'image/png' }
  const { id } = (await server.send('POST', '/media', { as: 'administrator', body: new Uint8Array(PIXEL), headers }))
    .body
  await asEditor(
    t,
    async (page) => {
      page.on('dialog', (dialog) => dialog.accept())
      for (const [path, label, text] of [
        ['/admin/settings', 'Name of the site', 'Turku'],
        ['/admin/settings/appearance', 'Additional style sheet (CSS)', 'p {\n}'],
        [`/admin/media/${id}`, 'Credit', 'Photo: Mina'],
        [`/admin/users/${server.ids.author}`, 'Name', 'Aino'],
        ['/admin/sources/new', 'Only events with one of these words', 'boat'],
      ] as const) {
        const field = page.getByLabel(label, { exact: true })
        await page.goto(path)
        await field.fill(text)
        await page.goto('/admin/me')
        await page.goto(path)
        await offer(page).click()
        equal(await field.inputValue(), text, path)
        if (path.endsWith('/new')) continue
        await page.locator('form.sheet').first().getByRole('button').last().click()
        await page.locator('main > .notice').waitFor()
        await page.goto(path)
        deepEqual([await field.inputValue(), await offer(page).isVisible()], [text, false], path)
      }
    },
    [],
    'administrator',
  )
})

test('the page is not left with unsaved changes without a question, and signing out deletes them', async (t) => {
  await asEditor(t, async (page) => {
    await page.goto('/admin/venues/new')
    await page.getByLabel('Place', { exact: true }).fill('Half a name')
    const questions: string[] = []
    page.on('dialog', (dialog) => {
      questions.push(dialog.type())
      return questions.length === 1 ? dialog.dismiss() : dialog.accept()
    })
    await page.getByRole('link', { name: 'Trash' }).click()
    equal(await page.getByLabel('Place', { exact: true }).inputValue(), 'Half a name')
    await page.goto('/admin/venues/new')
    await offer(page).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are signed out.').waitFor()
    deepEqual(questions, ['beforeunload', 'beforeunload'])
    deepEqual(await page.evaluate('Object.keys(localStorage)'), [])
  })
})

test('names are completed and the next dates listed while the user types', async (t) => {
  await server.send('POST', '/venues', { as: 'editor', body: { venue: 'Concert hall' } })
  await server.send('POST', '/tags', { as: 'editor', body: { name: 'Open air' } })
  await asEditor(t, async (page) => {
    await page.goto('/admin/events/new')
    await page.getByRole('combobox', { name: 'Place' }).fill('conc')
    await page.locator('#field-venue-names option[value="Concert hall"]').waitFor({ state: 'attached' })
    await page.getByLabel('Tags').fill('free, open')
    await page.locator('#field-tags-list option[value="free, Open air"]').waitFor({ state: 'attached' })
    await page.getByLabel('Start', { exact: true }).fill('2031-05-01')
    await page.getByLabel('Repeats', { exact: true }).selectOption('Every week')
    await page.getByText('Thursday, 8 May 2031').waitFor()
    equal(await page.getByRole('button', { name: 'Show the next dates' }).isVisible(), false)
  })
})
