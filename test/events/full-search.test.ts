import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { before, test } from 'node:test'
import { TEC } from '../../src/core/faces.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

forEachEngine('search in events and linked records', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  let id = 0
  const event = (title: string, day: string, more: object = {}) =>
    make.event({ title, start_date: `${day} 19:00`, end_date: `${day} 21:00`, ...more })
  const search = async (q: string, more = '', as: 'guest' | 'editor' = 'guest') => {
    const { body } = await server.ask('GET', `/events?orderby=relevance${more}&q=${encodeURIComponent(q)}`, { as })
    return body.events.map(({ title }: { title: string }) => title)
  }

  before(async () => {
    const keller = await make.venue({ venue: 'Jazzkeller', address: 'Hafenstraße 5', city: 'Lübeck' })
    const secret = await make.venue({ venue: 'Geheimkeller', status: 'draft' })
    const organizer = await make.organizer({ organizer: 'Maria Kallio' })
    const category = await make.category({ name: 'Konzerte' })
    const sub = await make.category({ name: 'Orgel', parent: category.id })
    id = keller.id as number
    await event('Swing night', '2031-05-03', { venue: keller.id, organizer: organizer.id })
    await event('Trio', '2031-05-01', { venue: keller.id, tags: ['swing'] })
    await event('Report', '2031-04-01', { description: '<p>The swing of last year in the Jazzkeller</p>' })
    await event('Vespers', '2031-05-02', { categories: [sub.id], venue: secret.id })
    await event('Town walk', '2031-04-10', { organizer: { organizer: 'Old museum' } })
    await event('Garden party', '2031-06-01', { organizer: { organizer: 'Friends of the museum' } })
    await event('Art fair', '2031-06-02', { venue: { venue: 'Town museum' } })
    await event('Unfinished', '2031-05-04', { venue: keller.id, status: 'draft' })
  })

  for (const [q, expected] of [
    ['swing', ['Swing night', 'Trio', 'Report']],
    ['JAZZ', ['Trio', 'Swing night', 'Report']],
    ['hafenstrasse', ['Trio', 'Swing night']],
    ['lubeck trio', ['Trio']],
    ['kallio', ['Swing night']],
    ['konzert', ['Vespers']],
    ['orgel vespers', ['Vespers']],
    ['art', ['Art fair', 'Garden party']],
    ['museum', ['Art fair', 'Town walk', 'Garden party']],
    ['town museum', ['Art fair', 'Town walk']],
    ['swing orgel', []],
    ['geheim', []],
    ['unfinished', []],
  ] as const) {
    test(`${q} finds ${expected.join(', ') || 'nothing'}`, async () => {
      deepEqual(await search(q), expected)
    })
  }

  for (const [q, expected] of [
    ['jazkeller', ['Trio', 'Swing night', 'Report']],
    ['swimg', ['Swing night', 'Trio', 'Report']],
    ['kalllio', ['Swing night']],
    ['geheimkeler', []],
  ] as const) {
    test(`the misspelled ${q} finds ${expected.join(', ') || 'nothing'}`, async () => {
      deepEqual(await search(q), expected)
    })
  }

  test('editors find events at hidden venues and drafts', async () => {
    deepEqual(await search('geheim', '&status=publish,draft', 'editor'), ['Vespers'])
    deepEqual(await search('jazzkeller', '&status=draft', 'editor'), ['Unfinished'])
  })

  test('without relevance the matches are sorted by start, and total and pages count them', async () => {
    const { body } = await server.ask('GET', '/events?q=swing&per_page=2')
    deepEqual(
      [body.events.map(({ title }: { title: string }) => title), body.total, body.total_pages],
      [['Report', 'Trio'], 3, 2],
    )
    match(body.next_rest_url, /q=swing/)
  })

  test('the search combines with other filters', async () => {
    deepEqual(await search('swing', `&venue=${id}`), ['Swing night', 'Trio'])
  })

  test('the API of The Events Calendar has no such parameter', async () => {
    const { headers } = await server.ask('GET', '/events?q=swing', { face: TEC })
    equal(headers['x-ignored-parameters'], 'q')
  })

  test('pages list the best matches first, and say what was searched', async () => {
    const page = async (text: string) =>
      String((await server.ask('GET', `host:/events/list/?search=${encodeURIComponent(text)}`)).bytes)
    const found = await page('swing')
    match(found, /<h1>[\s\S]*Events for “swing”/)
    ok(found.indexOf('Swing night') < found.indexOf('Trio'))
    const near = await page('jazkeller')
    match(near, /Events for “jazzkeller”[\s\S]*Nothing matches “jazkeller” exactly/)
    match(near, /Trio/)
    const repeated = {
      start_date: '2030-07-02 20:00',
      end_date: '2030-07-02 22:00',
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3',
    }
    await make.event({ title: 'Milonga', ...repeated })
    match(await page('milonag'), /Events for “milonga”/)
    const none = await page('xyzzyx')
    match(none, /href="[^"]*past\/\?search=xyzzyx"/)
  })

  test('a search finds a repeated event once, at its next date, unless the query asks for all dates', async () => {
    const recurrence = 'RRULE:FREQ=WEEKLY;COUNT=30'
    const choir = await event('Choir rehearsal', '2030-07-03', { recurrence })
    await event('Choir concert', '2030-12-20')
    const ask = async (more: string) => (await server.ask('GET', `/events?q=choir&start_date=2030-07-04${more}`)).body
    const found = await ask('')
    deepEqual(
      found.events.map((one: Record<string, unknown>) => [one.title, one.start_date, one.dates_total]),
      [
        ['Choir rehearsal', '2030-07-10 19:00:00', 29],
        ['Choir concert', '2030-12-20 19:00:00', undefined],
      ],
    )
    equal(found.total, 2)
    deepEqual((await ask('&orderby=relevance')).total, 2)
    const all = await ask('&occurrences=all&per_page=20')
    equal(all.total, 30)
    match(all.next_rest_url, /occurrences=all/)
    equal((await ask(`&post_parent=${choir.id}`)).total, 29)
    equal((await ask('&search=concert')).total, 1)
    const ids = all.events.slice(2, 5).map((one: { id: number }) => one.id)
    equal((await ask(`&include=${ids.join()}`)).total, 3)

    const page = String((await server.ask('GET', 'host:/events/list/?search=choir')).bytes)
    equal(page.match(/<li class="card/g)?.length, 2)
    match(page, /Every Wednesday, 30 times · <a href="[^"]*\/choir-rehearsal\/all\/">All dates<\/a> <span[^>]*>30</)
    const month = String((await server.ask('GET', 'host:/events/month/2030-07/?search=choir')).bytes)
    equal(month.match(/class="event" href="[^"]*\/choir-rehearsal\//g)?.length, 5)
  })
})
