import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { assertRedirect, signIn } from '../kit/admin/client.ts'
import { inputsOf } from '../kit/admin/inputs.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

forEachEngine('changing several records in the admin', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  const read = async (path: string) => (await server.ask('GET', path, { as: 'administrator' })).body
  const event = async (title: string, more: object = {}) =>
    (await make.event({ title, start_date: '2031-03-01 10:00', end_date: '2031-03-01 11:00', ...more })).id as number
  const BULK = '/admin/events/bulk'

  test('chosen events are shown before and after, changed together, and changed back', async () => {
    const client = await signIn(server, 'editor')
    const hall = await make.venue({ venue: 'New town hall' })
    const ids = [await event('First lecture'), await event('Second lecture')]
    const form = inputsOf((await client.post(BULK, { 'ids[0]': `${ids[0]}`, 'ids[1]': `${ids[1]}` })).html)
    const preview = await client.post(BULK, { ...form, venue: 'new town HALL', move_days: '7', featured: '1' })
    match(preview.html, /First lecture.*1 March 2031.*8 March 2031/s)
    match(preview.html, /New town hall/)
    equal((await read(`/events/${ids[0]}`)).start_date, '2031-03-01 10:00:00')
    assertRedirect(await client.post(BULK, inputsOf(preview.html)), '/admin/events')
    for (const id of ids) {
      const { venue, start_date, featured } = await read(`/events/${id}`)
      deepEqual([venue.id, start_date, featured], [hall.id, '2031-03-08 10:00:00', true])
    }
    const [, undo = ''] = /action="(\/admin\/undo\/[^"]+)"/.exec((await client.get('/admin/events')).html) ?? []
    await client.post(undo)
    equal((await read(`/events/${ids[1]}`)).start_date, '2031-03-01 10:00:00')
  })

  test('all events of a filter are chosen by one box, also those of other pages', async () => {
    const client = await signIn(server, 'editor')
    const ids = [await event('Flute evening'), await event('Flute matinee', { start_date: '2031-04-01 10:00' })]
    await event('Drums')
    const list = inputsOf((await client.get('/admin/events?search=flute')).html)
    const form = inputsOf((await client.post(BULK, { filter: list.filter ?? '', all: '1' })).html)
    const preview = await client.post(BULK, { ...form, trash: '1' })
    ok(!preview.html.includes('Drums'))
    await client.post(BULK, inputsOf(preview.html))
    for (const id of ids)
      equal((await server.ask('GET', `/events/${id}`, { as: 'administrator' })).body.status, 'trash')
  })

  test('one event that cannot be changed refuses the change of all', async () => {
    const own = (
      await server.ask('POST', '/events', {
        as: 'contributor',
        body: { title: 'Mine', status: 'draft', start_date: '2031-03-01 10:00', end_date: '2031-03-01 11:00' },
      })
    ).body.id
    const other = await event('Of an editor')
    const client = await signIn(server, 'contributor')
    const change = { 'ids[]': `${own},${other}`, move_days: '1' }
    const preview = await client.post(BULK, { ...change, step: 'preview' })
    match(preview.html, /not possible<\/span><p[^>]*>You may not change this event/)
    ok(!preview.html.includes('value="apply"'))
    equal((await client.post(BULK, { ...change, step: 'apply' })).status, 409)
    equal((await read(`/events/${own}`)).start_date, '2031-03-01 10:00:00')
    await client.post(BULK, { 'ids[]': `${own}`, status: 'publish', step: 'apply' })
    equal((await read(`/events/${own}`)).status, 'pending', 'the event waits for review, as in the API')
  })

  test('a row whose change is not possible says why', async () => {
    const client = await signIn(server, 'editor')
    const repeated = await event('Choir on Saturdays', { recurrence: 'RRULE:FREQ=WEEKLY;COUNT=2' })
    const [date] = (await read(`/events/${repeated}/occurrences`)).events
    const preview = await client.post(BULK, { 'ids[]': `${date.id}`, status: 'draft', step: 'preview' })
    match(preview.html, /A single date has no status of its own/)
    const ids = `${await event('Late', { start_date: '9999-01-01', end_date: '9999-01-01' })}`
    match((await client.post(BULK, { 'ids[]': ids, move_days: '3650', step: 'preview' })).html, /years 1 to 9999/)
  })

  test('a form without events, a change or a known name says so', async () => {
    const client = await signIn(server, 'editor')
    const id = await event('Alone')
    equal((await client.post(BULK, {})).status, 400)
    const empty = await client.post(BULK, { 'ids[]': `${id}`, step: 'preview' })
    match(empty.html, /Choose at least one change/)
    const unknown = await client.post(BULK, {
      'ids[]': `${id}`,
      step: 'preview',
      venue: 'No such place',
      move_days: 'x',
    })
    equal(unknown.status, 400)
    match(unknown.html, /No such place.*was not found/)
    match(unknown.html, /href="#field-move_days"/)
  })

  for (const [name, field] of [
    ['venues', 'venue'],
    ['categories', 'name'],
  ] as const) {
    test(`two ${name} become one, and two again`, async () => {
      const client = await signIn(server, 'editor')
      const create = async (title: string) =>
        (await server.ask('POST', `/${name}`, { as: 'editor', body: { [field]: title } })).body.id as number
      const [double, right] = [await create(`Harbour stage ${name} 2`), await create(`Harbour stage ${name}`)]
      const link = name === 'venues' ? { venue: { id: double } } : { categories: [double] }
      const id = await event('Merged with', link)
      const linked = async () => {
        const shown = await read(`/events/${id}`)
        return name === 'venues' ? shown.venue.id : shown.categories[0].id
      }
      const path = `/admin/${name}/${double}/merge`
      const choice = await client.get(`${path}?search=Harbour+stage`)
      ok(choice.html.includes(`${path}?into=${right}`))
      const comparison = await client.get(`${path}?into=${right}`)
      ok(!/Publication date|Author|&#60;p>/.test(comparison.html), 'only what users compare, as text')
      match(comparison.html, new RegExp(`Harbour stage ${name} 2</td><td[^>]*>Harbour stage ${name}<`))
      assertRedirect(await client.post(path, inputsOf(comparison.html)), `/admin/${name}/${right}`)
      equal(await linked(), right)
      const [, undo = ''] =
        /action="(\/admin\/undo\/[^"]+)"/.exec((await client.get(`/admin/${name}/${right}`)).html) ?? []
      await client.post(undo)
      equal(await linked(), double)
      const author = await signIn(server, 'author')
      equal((await author.post(path, { into: `${right}`, version: '1' })).status, 403)
    })
  }
})
