import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { assertRedirect, signIn, signInInBrowser } from '../kit/admin/client.ts'
import { inputsOf } from '../kit/admin/inputs.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withPage } from '../kit/pages/browser.ts'
import { withListeningServer, withServer } from '../kit/server/with-server.ts'

/** A Thursday. */
const WHEN = {
  start_date_day: '2031-05-01',
  start_date_time: '19:30',
  end_date_day: '2031-05-01',
  end_date_time: '22:00',
}
const WEEKLY = 'RRULE:FREQ=WEEKLY;BYDAY=TH,FR'

forEachEngine('the repetition in the form of an event', (engine) => {
  const server = withServer(engine)
  const linesOf = async (path = '') =>
    (await server.ask('GET', `/events/${path.split('/').pop()}`, { as: 'editor' })).body.recurrence?.join('\n')
  /** Sends the form of a new event. @returns the stored rules, and the messages of the form */
  const create = async (fields: Record<string, string>) => {
    const client = await signIn(server, 'editor')
    const form = inputsOf((await client.get('/admin/events/new')).html)
    const sent = { ...form, ...WHEN, title: 'Choir', action: 'publish', ...fields }
    const { status, html, location } = await client.post('/admin/events/new', sent)
    const preview = (await client.get(`/admin/events/dates?${new URLSearchParams(sent)}`)).body
    return { client, status, html, location, lines: await linesOf(location), preview, messages: messagesOf(html) }
  }
  /** Changes fields in the form of a stored event. */
  const change = async (path: string, fields: Record<string, string>) => {
    const client = await signIn(server, 'editor')
    const { status, html } = await client.post(path, { ...inputsOf((await client.get(path)).html), ...fields })
    return { client, status, html, lines: await linesOf(path), messages: messagesOf(html) }
  }

  test('rules that are typed beside another choice are not lost', async () => {
    for (const every of ['never', 'weekly']) {
      const { status, messages, preview } = await create({
        recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4',
        recurrence_every: every,
      })
      deepEqual([status, messages.length], [400, 1], every)
      match(messages[0] as string, /Other rules/)
      equal(preview.text, messages[0])
    }
    const { lines } = await create({ recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4', recurrence_every: 'lines' })
    equal(lines, 'RRULE:FREQ=WEEKLY;COUNT=4')
  })

  test('the last day counts for typed rules, and is shown beside them', async () => {
    const { location = '', lines } = await create({
      recurrence: 'FREQ=WEEKLY;BYDAY=TH,FR',
      recurrence_every: 'lines',
      recurrence_until: '2031-05-31',
    })
    equal(lines, 'RRULE:FREQ=WEEKLY;UNTIL=20310531T235959;BYDAY=TH,FR')
    const later = await change(location, { recurrence_until: '2031-06-30' })
    deepEqual([later.status, later.lines], [303, 'RRULE:FREQ=WEEKLY;UNTIL=20310630T235959;BYDAY=TH,FR'])
    equal((await change(location, { recurrence_until: '' })).lines, WEEKLY)
    equal((await change(location, { recurrence_every: 'never' })).lines, undefined)
  })

  test('a last day that cannot count is refused', async () => {
    const counted = await create({ recurrence: 'RRULE:FREQ=WEEKLY;COUNT=6', recurrence_every: 'lines' })
    const { status, messages, lines } = await change(counted.location as string, { recurrence_until: '2031-05-31' })
    deepEqual([status, lines, messages.length], [400, 'RRULE:FREQ=WEEKLY;COUNT=6', 1])
    match(messages[0] as string, /Repeats until/)
    for (const fields of [
      { recurrence_every: 'lines', recurrence: 'RDATE:20310508T193000' },
      { recurrence_every: 'lines', recurrence: 'RRULE:FREQ=WEEKLY;UNTIL=20310520T235959' },
      { recurrence_every: 'never' },
    ]) {
      const refused = await create({ ...fields, recurrence_until: '2031-05-31' })
      deepEqual([refused.status, refused.messages.length], [400, 1])
      equal(refused.preview.text, refused.messages[0])
      match(refused.html, /id="field-recurrence_until"[^>]*aria-invalid="true"/)
    }
    const early = await create({ recurrence_every: 'weekly', recurrence_until: '2031-04-30' })
    equal(early.status, 400)
    match(early.messages[0] as string, /^Repeats until must not be before/)
  })

  test('the choice of other rules without a rule is refused', async () => {
    const { status, messages, html } = await create({ recurrence_every: 'lines' })
    deepEqual([status, messages.length], [400, 1])
    match(html, /<details open data-rules><summary>Other rules/)
  })

  test('a repeated event ceases to repeat without removing its last day, and its copy is saved', async () => {
    const { client, location = '' } = await create({ recurrence_every: 'weekly', recurrence_until: '2031-05-22' })
    const copy = inputsOf((await client.get(`/admin/events/new?from=${location.split('/').pop()}`)).html)
    const copied = await client.post('/admin/events/new', { ...copy, action: 'draft' })
    equal(await linesOf(copied.location), 'RRULE:FREQ=WEEKLY;UNTIL=20310522T235959')
    const { status, lines } = await change(location, { recurrence_every: 'never' })
    deepEqual([status, lines], [303, undefined])
  })

  test('the form of a date has no buttons for the status, and says how a value of all dates is changed', async () => {
    for (const action of ['publish', 'draft']) {
      const { client, location = '' } = await create({ recurrence_every: 'weekly', action })
      const id = location.split('/').pop()
      const [, date] = (await server.ask('GET', `/events/${id}/occurrences`, { as: 'editor' })).body.events
      const path = `/admin/events/${date.id}`
      const { html } = await client.get(path)
      deepEqual(
        [...html.matchAll(/name="action" value="(\w+)"/g)].map(([, value]) => value),
        ['save'],
      )
      const refused = await client.post(path, { ...inputsOf(html), slug: 'choir-with-guests' })
      deepEqual([refused.status, messagesOf(refused.html).length], [400, 1])
      match(messagesOf(refused.html)[0] as string, /Choose “All dates” to change it/)
      assertRedirect(await client.post(path, { ...inputsOf(refused.html), scope: 'all' }), path)
    }
  })

  test('changes by which dates lose what differs on them are saved when the user confirms them', async () => {
    for (const fields of [
      { recurrence_every: 'never' },
      { recurrence_every: 'lines', recurrence: 'RRULE:FREQ=MONTHLY', start_date_day: '2031-05-22' },
    ]) {
      const { client, location = '' } = await create({ recurrence_every: 'weekly', recurrence_until: '2031-06-05' })
      const { events } = (await server.ask('GET', `/events/${location.split('/').pop()}/occurrences`, { as: 'editor' }))
        .body
      const date = `/admin/events/${events[1].id}`
      await client.post(date, { ...inputsOf((await client.get(date)).html), title: 'Choir with guests' })
      const refused = await change(location, { ...fields, end_date_day: '2031-05-22', recurrence_until: '' })
      equal(refused.status, 400)
      match(refused.messages[0] as string, /^Some dates differ from the others, .* Tick the box/)
      match(refused.html, /type="checkbox"[^>]*name="reset_overrides"[^>]*aria-invalid="true"/)
      equal((await refused.client.post(location, inputsOf(refused.html))).status, 400, 'not confirmed')
      const confirmed = { ...inputsOf(refused.html), reset_overrides: '1' }
      assertRedirect(await refused.client.post(location, confirmed), location)
      equal(await linesOf(location), fields.recurrence)
    }
  })

  test('the list of the next dates shows the dates that a moved event will have', async () => {
    for (const fields of [
      { recurrence_every: 'weekly', recurrence_until: '2031-05-22' },
      { recurrence_every: 'lines', recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4;BYDAY=TH' },
    ]) {
      const { client, location = '' } = await create(fields)
      const moved = { start_date_day: '2031-06-03', end_date_day: '2031-06-03' }
      const form = { ...inputsOf((await client.get(location)).html), ...moved }
      const id = location.split('/').pop() as string
      const preview = (await client.get(`/admin/events/dates?${new URLSearchParams({ ...form, id })}`)).body
      const { html } = await client.post(location, { ...form, action: 'dates' })
      match(html, new RegExp(`<p>${preview.text}</p>`))
      assertRedirect(await client.post(location, form), location)
      const { body } = await server.ask('GET', `/events/${id}`, { as: 'editor' })
      equal(preview.text, body.recurrence_text)
    }
  })

  test('an event that lasts all day shows its choice and its last day', async () => {
    const all = { all_day: '1', recurrence_every: 'weekly', recurrence_until: '2031-05-22' }
    const { client, location = '' } = await create(all)
    const { recurrence_every, recurrence_until } = inputsOf((await client.get(location)).html)
    deepEqual([recurrence_every, recurrence_until], ['weekly', '2031-05-22'])
  })

  test('a message about the repetition stands once, at the input that was used', async () => {
    const long = await create({ recurrence_every: 'daily', recurrence_until: '2131-01-01' })
    equal(long.status, 400)
    match(long.html, /id="field-recurrence_every"[^>]*aria-invalid="true"/)
    ok(!long.html.includes('<details open data-rules><summary>Other rules'))
    const typed = await create({ recurrence_every: 'lines', recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU' })
    equal(
      typed.messages[0],
      'Repeats: the rules do not give the start of the event. Their first date is Tuesday, 6 May 2031 at 19:30. Change the start or the rules.',
    )
    match(typed.html, /id="field-recurrence"[^>]*aria-invalid="true"/)
    for (const { html, messages } of [long, typed]) {
      equal(html.split(messages[0] as string).length - 1, 2, 'in the list of problems and at the input')
    }
  })
})

/** The messages in the list above a refused form. */
const messagesOf = (html: string): string[] =>
  [...html.matchAll(/<li><a href="#field-[^>]*>([^<]*)<\/a>/g)].map(([, message = '']) =>
    message.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
  )

// The script runs in the browser.
const server = withListeningServer('sqlite')

test('other rules open when they are chosen, and are chosen when they are typed', async (t) => {
  const expected = [/400 \(Bad Request\)/]
  await withPage(t, { origin: server.origin, expected }, async (page, context) => {
    await signInInBrowser(server, context, 'editor')
    await page.goto('/admin/events/new')
    const [choice, until, rules] = [
      page.getByLabel('Repeats', { exact: true }),
      page.getByLabel('Repeats until'),
      page.getByLabel('Rules (RFC 5545)'),
    ]
    equal(await until.isVisible(), false)
    await choice.selectOption('Every week')
    equal(await until.isVisible(), true)
    await until.fill('2031-05-31')
    await choice.selectOption('Never')
    equal(await until.isVisible(), false)
    await choice.selectOption('Other rules')
    equal(await until.inputValue(), '2031-05-31')
    equal(await rules.isVisible(), true)
    await choice.selectOption('Never')
    await rules.fill(WEEKLY)
    equal(await choice.inputValue(), 'lines')
    await page.getByLabel('Title', { exact: true }).fill('Choir')
    await page.getByLabel('Start', { exact: true }).fill('2031-05-06')
    await page.getByLabel('End', { exact: true }).fill('2031-05-06')
    await page
      .locator('[data-dates]')
      .getByText(/^Repeats: /)
      .waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.locator('.problem').waitFor()
    const message = await page.locator('.problem').innerText()
    equal(await page.getByText(message).count(), 2)
    await page.getByLabel('Start', { exact: true }).fill('2031-05-08')
    await page.getByLabel('End', { exact: true }).fill('2031-05-08')
    await page.getByText('Friday, 30 May 2031').waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Saved.').waitFor()
    deepEqual([await choice.inputValue(), await until.inputValue()], ['lines', '2031-05-31'])
  })
})

test('a form that asks for a confirmation offers no unsaved text', async (t) => {
  const when = { start_date: '2031-05-01 19:30', end_date: '2031-05-01 22:00' }
  const body = { title: 'Choir', ...when, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' }
  const { body: event } = await server.send('POST', '/events', { as: 'editor', body })
  const { body: dates } = await server.send('GET', `/events/${event.id}/occurrences`, { as: 'editor' })
  await server.send('PATCH', `/events/${dates.events[1].id}`, { as: 'editor', body: { title: 'Choir with guests' } })
  const expected = [/400 \(Bad Request\)/]
  await withPage(t, { origin: server.origin, expected }, async (page, context) => {
    await signInInBrowser(server, context, 'editor')
    await page.goto(`/admin/events/${event.id}`)
    await page.getByLabel('Repeats', { exact: true }).selectOption('Never')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const box = page.getByLabel('Discard what differs on single dates')
    await box.check()
    equal(await page.getByRole('button', { name: 'Put it into the form' }).isVisible(), false)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.').waitFor()
    equal(await box.count(), 0)
  })
})
