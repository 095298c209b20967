import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { INVARIANTS } from '../../src/check/check-database.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { assertHolds } from '../kit/engines/invariants.ts'
import type { Ask } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

const EDITOR = { as: 'editor' } as const
const EVENTS = 400
const VENUES = 12
const PER_DAY = 40
/** Requests that the test sends at once, fewer than the server accepts. */
const AT_ONCE = 8
const PER_PAGE = 20

/** Every word between tags of this kind in a page, in order. */
const textsIn = (page: string, pattern: RegExp) => [...page.matchAll(pattern)].map(([, text]) => text)

const eventTitles = (page: string) => textsIn(page, /<a class="event[^>]*>(Act \d+)<\/a>/g)

const titleOf = (number: number) => `Act ${String(number).padStart(3, '0')}`

/** Start and end of one of the events: from 8:00 on, every 20 minutes. */
function timesOf(number: number) {
  const day = String(1 + Math.floor(number / PER_DAY)).padStart(2, '0')
  const minutes = 480 + (number % PER_DAY) * 20
  const clock = (at: number) => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}:00`
  return { start_date: `2031-05-${day} ${clock(minutes)}`, end_date: `2031-05-${day} ${clock(minutes + 15)}` }
}

onSqlite('the page of a festival with many events', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  const open = (path: string, ask: Ask = {}) => server.ask('GET', `host:${path}`, ask)
  const pageAt = async (path: string) => {
    const { status, body } = await open(path)
    assert.equal(status, 200, path)
    return String(body)
  }
  let festival: { id: number; slug: string }
  let own: string
  const venues: number[] = []

  before(async () => {
    festival = await make.series({ title: 'Harbour nights 2031', kind: 'festival', description: 'Ten days' })
    own = `/series/${festival.slug}/`
    for (let number = 0; number < VENUES; number += 1) {
      venues.push((await make.venue({ venue: `Stage ${String.fromCharCode(65 + number)}` })).id)
    }
    // Not in the order of time, so that the order of the page is that of the starts.
    for (let first = 0; first < EVENTS; first += AT_ONCE) {
      const added = Array.from({ length: AT_ONCE }, (_, at) => (7 * (first + at)) % EVENTS).map((number) =>
        make.event({ title: titleOf(number), venue: venues[number % VENUES], series: festival.id, ...timesOf(number) }),
      )
      await Promise.all(added)
    }
  })

  test('lists all events by day, in the order of their starts, on pages', async () => {
    const first = await pageAt(own)
    assert.match(first, /<h1>Harbour nights 2031<\/h1>/)
    assert.match(first, /Festival/)
    assert.match(first, new RegExp(`${EVENTS} events`))
    assert.match(first, /<dd>1\s*–\s*10 May 2031</)
    const seen = eventTitles(first)
    for (let page = 2; page <= EVENTS / PER_PAGE; page += 1)
      seen.push(...eventTitles(await pageAt(`${own}?page=${page}`)))
    assert.deepEqual(
      seen,
      Array.from({ length: EVENTS }, (_, number) => titleOf(number)),
    )
    assert.equal((await open(`${own}?page=21`)).status, 404)
  })

  test('lists the events at one venue, also on its other pages and as a feed', async () => {
    const [venue] = venues
    const first = await pageAt(own)
    const choices = textsIn(first, /<a class="chip" href="[^"]*"(?: aria-current="true")?>([^<]*)<\/a>/g)
    assert.deepEqual(choices.toSorted().slice(0, 3), ['All venues', 'Stage A', 'Stage B'])
    assert.equal(choices.length, VENUES + 1)
    const page = await pageAt(`${own}?venue=${venue}&page=2`)
    const atVenue = Array.from({ length: EVENTS }, (_, number) => number).filter((number) => number % VENUES === 0)
    assert.match(page, new RegExp(`${atVenue.length} events`))
    assert.deepEqual(eventTitles(page), atVenue.slice(PER_PAGE).map(titleOf))
    assert.match(page, new RegExp(`href="${own}\\?venue=${venue}"`))
    const feed = String((await open(`${own}?ical=1&venue=${venue}`)).body)
    assert.equal(textsIn(feed, /(BEGIN:VEVENT)/g).length, atVenue.length)
  })

  test('has a feed of all events, each with the festival as parent', async () => {
    const feed = String((await open(`${own}?ical=1`)).body).replaceAll('\r\n ', '')
    assert.equal(textsIn(feed, /(BEGIN:VEVENT)/g).length, EVENTS)
    const parents = textsIn(feed, /RELATED-TO;RELTYPE=PARENT:(\S+)/g)
    assert.deepEqual([parents.length, new Set(parents).size], [EVENTS, 1])
    for (const address of [`${own}?outlook-ical=1`, `${own}ical/`]) {
      assert.equal(textsIn(String((await open(address)).body), /(BEGIN:VEVENT)/g).length, EVENTS, address)
    }
    const { headers } = await open(`${own}feed/`)
    assert.match(String(headers['content-type']), /^application\/rss\+xml/)
    assert.equal(headers['content-disposition'], 'inline; filename="harbour-nights-2031.rss"')
    assert.match(feed, /\r\nNAME:Harbour nights 2031\r\n/)
  })

  test('is a bar over its days in month and week, and a line above the list', async () => {
    const linesIn = (page: string) => textsIn(page, /<li class="bar (festival[^"]*)"><p><a class="event" href="[^"]*"/g)
    const week = ['festival days-6', ...Array.from({ length: 4 }, () => 'festival'), 'festival ends']
    const month = await pageAt('/events/month/2031-05/')
    assert.deepEqual(linesIn(month), ['festival begins days-4', 'festival', 'festival', 'festival', ...week])
    assert.match(month, new RegExp(`days-4"><p><a class="event" href="${own}">Harbour nights 2031</a>`))
    assert.deepEqual(linesIn(await pageAt('/events/week/2031-05-07/')), week)
    assert.match(
      await pageAt('/events/list/2031-05-02/'),
      />Harbour nights 2031<\/a> <span class="days">1\s*–\s*10 May 2031</,
    )
    for (const other of ['/events/month/2031-05/?featured=1', '/events/month/2031-07/', '/events/list/2031-05-11/']) {
      assert.deepEqual(linesIn(await pageAt(other)), [], other)
    }
    const hidden = await make.series({ title: 'zqdraft', kind: 'festival', status: 'draft' })
    await make.event({ title: 'zqpart', series: hidden.id, ...timesOf(3) })
    assert.doesNotMatch(await pageAt('/events/month/2031-05/'), />zqdraft</)
    assert.doesNotMatch(await pageAt('/events/list/2031-05-02/'), />zqdraft</)
  })

  test('has linked data with its first events', async () => {
    const page = await pageAt(own)
    const scripts = textsIn(page, /<script type="application\/ld\+json">(.*?)<\/script>/gs).map((text) =>
      JSON.parse(text ?? ''),
    )
    const festivals = scripts.flat().filter((data) => data['@type'] === 'Festival')
    assert.equal(festivals.length, 1)
    assert.deepEqual(
      [festivals[0].startDate, festivals[0].endDate, festivals[0].subEvent.length, festivals[0].subEvent[0].name],
      ['2031-05-01', '2031-05-10', 50, titleOf(0)],
    )
    assert.equal(festivals[0].location.length, 10, 'some of its places')
    assert.deepEqual([festivals[0].location[0]['@type'], festivals[0].location[0].name], ['Place', 'Stage A'])
    assert.match(festivals[0].image[0], /^http:\/\/localhost\/share\/series-/)
  })

  test('is named on the page of each event, with the events before and after', async () => {
    const { body } = await server.ask('GET', '/events?search=Act&start_date=2031-05-01&end_date=2031-05-01&per_page=3')
    const [first, second] = body.events as { url: string }[]
    const pageOf = (url = '') => pageAt(new URL(url).pathname)
    const middle = await pageOf(second?.url)
    assert.match(middle, new RegExp(`<a href="${own}">Harbour nights 2031</a>`))
    assert.match(middle, /Before:\s*<a[^>]*>Act 000<\/a>/)
    assert.match(middle, /After:\s*<a[^>]*>Act 002<\/a>/)
    assert.doesNotMatch(await pageOf(first?.url), /Before:/)
  })

  test('filters of other pages name it', async () => {
    const month = await pageAt(`/events/month/2031-05/?series=${festival.id}`)
    assert.match(month, /Remove filter: Harbour nights 2031/)
    assert.match(month, new RegExp(`<input type="hidden" name="series" value="${festival.id}">`))
  })

  test('in the trash it is gone, and its events stay; restored, all is as before', async () => {
    const before = (await server.ask('GET', `/series/${festival.id}`)).body
    assert.equal(before.events_total, EVENTS)
    await server.ask('DELETE', `/series/${festival.id}`, EDITOR)
    assert.equal((await open(own)).status, 404)
    const { body } = await server.ask('GET', '/events?search=Act&per_page=50')
    assert.equal(body.total, EVENTS)
    assert.ok(body.events.every(({ series }: { series: [] }) => series.length === 0))
    const event = String((await open(new URL(body.events[0].url).pathname)).body)
    assert.doesNotMatch(event, /Harbour nights/)
    assert.doesNotMatch(String((await open('/events/list/?ical=1')).body), /RELATED-TO/)
    await server.ask('PATCH', `/series/${festival.id}`, { ...EDITOR, body: { status: 'publish' } })
    const after = (await server.ask('GET', `/series/${festival.id}`)).body
    assert.deepEqual([after.events_total, after.url], [EVENTS, before.url])
    assert.deepEqual(eventTitles(await pageAt(own))[0], titleOf(0))
    await assertHolds(server.db, INVARIANTS)
  })

  test('a series lists the events from today on; when all are over, all of them', async () => {
    const weekly = await make.series({ title: 'Weekly' })
    const on = (day: string) => ({ start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00`, series: weekly.id })
    await make.event({ title: 'Act 900', ...on('2030-06-01') })
    const later = await make.event({ title: 'Act 901', ...on('2030-06-20') })
    assert.deepEqual(eventTitles(await pageAt(`/series/${weekly.slug}/`)), ['Act 901'])
    await server.ask('DELETE', `/events/${later.id}`, EDITOR)
    assert.deepEqual(eventTitles(await pageAt(`/series/${weekly.slug}/`)), ['Act 900'])
    const empty = await make.series({ title: 'Empty' })
    assert.match(await pageAt(`/series/${empty.slug}/`), /Nothing here/)
  })

  test('the page of a hidden series, its feed and its address by id reveal nothing', async () => {
    const hidden = await make.series({ title: 'zqhidden', slug: 'zq-hidden', status: 'private' })
    const event = await make.event({ series: hidden.id })
    for (const path of ['/series/zq-hidden/', '/series/zq-hidden/?ical=1', '/?tribe_event_series=zq-hidden']) {
      const { status, body } = await open(path)
      assert.equal(status, 403, path)
      assert.doesNotMatch(String(body), /zqhidden/, path)
    }
    for (const path of [new URL(event.url).pathname, `${new URL(event.url).pathname}?ical=1`, '/sitemap.xml']) {
      const body = String((await open(path)).body)
      assert.doesNotMatch(body, /zq-?hidden|RELATED-TO|Part of/, path)
    }
  })

  test('the page of a repeated event names the events before and after the date that it shows', async () => {
    const event = (title: string, day: number, more = {}) =>
      make.event({
        title,
        start_date: `2031-04-0${day} 10:00`,
        end_date: `2031-04-0${day} 11:00`,
        series: [{ title: 'Spring' }],
        ...more,
      })
    await event('Opening', 1)
    const { url } = await event('Walk', 2, { recurrence: 'FREQ=DAILY;INTERVAL=3;COUNT=2' })
    await event('Picnic', 4)
    const page = await pageAt(new URL(url).pathname)
    assert.match(page, /Before:\s*<a[^>]*>Opening<\/a>/)
    assert.match(page, /After:\s*<a[^>]*>Picnic<\/a>/)
  })
})
