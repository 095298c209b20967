import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { assertRedirect, signIn } from '../kit/admin/client.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

forEachEngine('long trash, and dates of repeated events in it', (engine) => {
  const server = withServer(engine)
  const idsOfDates = async (title: string, status = 'publish', count = 4) => {
    const body = {
      title,
      status,
      start_date: '2030-06-17 19:30',
      end_date: '2030-06-17 21:00',
      recurrence: `RRULE:FREQ=WEEKLY;COUNT=${count}`,
    }
    const made = await server.ask('POST', '/events', { as: 'editor', body })
    equal(made.status, 201, JSON.stringify(made.body))
    const list = await server.ask('GET', `/events/${made.body.id}/occurrences?per_page=50`, { as: 'editor' })
    return { event: made.body.id as number, dates: list.body.events.map(({ id }: { id: number }) => id) as number[] }
  }
  const statusOf = async (id: number) => (await server.ask('GET', `/events/${id}`, { as: 'editor' })).body.status
  const trashDate = async (id: number) =>
    equal((await server.ask('DELETE', `/events/${id}`, { as: 'editor' })).status, 200)

  test('a date is restored with the status of its event, and the pages say so', async () => {
    const client = await signIn(server, 'editor')
    const { dates } = await idsOfDates('Choir practice')
    const [, second = 0, third = 0] = dates
    for (const id of [second, third]) await trashDate(id)
    match((await client.get('/admin/trash')).html, /they are public again at once/)
    const form = await client.get(`/admin/events/${third}`)
    match(form.html, /Put back into its event/)
    ok(!form.html.includes('Which dates should go to the trash?'))
    const restored = await client.post('/admin/trash', { action: 'restore', 'records[]': `events:${second}` })
    assertRedirect(restored, '/admin/trash')
    match((await client.get('/admin/trash')).html, /Dates of repeated events are public if their event is/)
    assertRedirect(await client.post(`/admin/events/${third}/restore`), `/admin/events/${third}`)
    match((await client.get(`/admin/events/${third}`)).html, /Restored\. The date is public if its event is/)
    for (const id of [second, third]) equal(await statusOf(id), 'publish')
  })

  test('entries and the question before they are deleted name the day and the time of dates', async () => {
    const client = await signIn(server, 'editor')
    const [, second = 0] = (await idsOfDates('Evening class')).dates
    await trashDate(second)
    match((await client.get('/admin/trash')).html, /Evening class, 24 June 2030, 19:30<\/a><\/td><td[^>]*>editor</)
    const question = await client.post('/admin/trash', { action: 'delete', 'records[]': `events:${second}` })
    match(question.html, /<li>Evening class, 24 June 2030, 19:30</)
  })
  test('dates that a change of the rules drops are not listed, dates that a user deletes are', async () => {
    const client = await signIn(server, 'editor')
    const { event, dates } = await idsOfDates('Shortened course')
    const [, second = 0, third = 0] = dates
    await trashDate(second)
    const restored = await server.ask('POST', `/events/${second}`, { as: 'editor', body: { status: 'draft' } })
    equal(restored.status, 200)
    await trashDate(third)
    const rules = { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=1\nRDATE:20300625T193000' }
    equal((await server.ask('POST', `/events/${event}`, { as: 'editor', body: rules })).status, 200)
    equal(await statusOf(second), 'trash')
    const { html } = await client.get('/admin/trash')
    deepEqual(
      [...html.matchAll(/>Shortened course, ([^<]+)</g)].map(([, day]) => day),
      ['1 July 2030, 19:30'],
    )
    await client.post(`/admin/events/${event}/trash`)
    equal([...(await client.get('/admin/trash')).html.matchAll(/>Shortened course/g)].length, 1)
  })

  test('a long trash has several pages', async () => {
    const client = await signIn(server, 'editor')
    const made = await Promise.all(
      Array.from({ length: 51 }, (_, at) =>
        server.ask('POST', '/venues', { as: 'editor', body: { venue: `Old barn ${at}` } }),
      ),
    )
    for (const { body } of made) await server.ask('DELETE', `/venues/${body.id}`, { as: 'editor' })
    const shown = (html: string) => [...html.matchAll(/name="records\[\]" value="venues:/g)].length
    const first = (await client.get('/admin/trash')).html
    equal(shown(first), 50)
    match(first, /href="\/admin\/trash\?page=2">Next</)
    const second = (await client.get('/admin/trash?page=2')).html
    equal(shown(second), 1)
    match(second, /<p class="quiet">51 entries<\/p>/)
    ok(!(await client.get('/admin/trash?page=9')).html.includes('The trash is empty'))
  })
})
