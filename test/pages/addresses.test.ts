import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FEED_FORMATS, type FeedFormatName } from '../../src/feeds/feed-formats.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { READERS } from '../kit/formats/feeds.ts'
import type { Ask } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

/** The test clock is Saturday 2030-06-15 12:00 UTC. */
const TODAY = '2030-06-15'

/** Calendars begin 30 days ago, news today. */
const [ALL, NEWS, NEXT] = [
  ['Recent', 'Gig', 'Jazz', 'Fair'],
  ['Gig', 'Jazz', 'Fair'],
  ['Jazz', 'Fair'],
]

/** Addresses of the calendar as The Events Calendar writes them: a redirect, or the titles of a feed. */
const VIEWS: readonly (readonly [
  path: string,
  location: string | { ics: string[] } | { rss: string[] } | { atom: string[] },
])[] = [
  ['/events/', '/events/month/2030-06/'],
  ['/index.php?post_type=tribe_events', '/events/month/2030-06/'],
  ['/?post_type=tribe_events', '/events/month/2030-06/'],
  ['/event/', '/events/month/2030-06/'],
  ['/events/?utm_source=letter', '/events/month/2030-06/'],
  ['/events/?eventDisplay=past', '/events/past/'],
  ['/events/?eventDisplay=week', '/events/week/2030-06-15/'],
  ['/events/?tribe_event_display=list&tribe_paged=1', '/events/list/'],
  ['/events/today/', `/events/day/${TODAY}/`],
  ['/events/2030-08/', '/events/month/2030-08/'],
  ['/events/2030-08-02/', '/events/day/2030-08-02/'],
  ['/events/featured/', '/events/list/?featured=1'],
  ['/events/month/2030-08/featured/', '/events/month/2030-08/?featured=1'],
  ['/events/photo/', '/events/list/'],
  ['/events/list/page/2/', '/events/list/'],
  ['/events/list/page/21/?tribe-bar-search=gig', '/events/list/?search=gig&page=5'],
  ['/events/list/?tribe-bar-date=2030-08-02', '/events/list/2030-08-02/'],
  ['/events/month/?tribe-bar-date=2030-08', '/events/month/2030-08/'],
  ['/de/events/list/?tribe-bar-date=2030-08-02', '/de/events/list/2030-08-02/'],
  ['/?post_type=tribe_events&eventDisplay=day&eventDate=2030-08-02', '/events/day/2030-08-02/'],
  ['/?post_type=tribe_events&eventDisplay=month&eventDate=2030-08-01', '/events/month/2030-08/'],
  ['/?post_type=tribe_events&eventDisplay=list&paged=2&tribe-bar-search=gig', '/events/list/?search=gig'],
  ['/?post_type=tribe_events&tribe_events_cat=music', '/events/list/?categories=music'],
  ['/?s=gig', '/events/list/?search=gig'],
  ['/events/category/music/list/', '/events/list/?categories=music'],
  ['/events/category/music/month/2030-08/', '/events/month/2030-08/?categories=music'],
  ['/events/category/music/jazz/2030-08-02/', '/events/day/2030-08-02/?categories=jazz'],
  ['/events/tag/loud/today/', `/events/day/${TODAY}/?tags=loud`],
  ['/?ical=1', { ics: ALL }],
  ['/?outlook-ical=1', { ics: ALL }],
  ['/?post_type=tribe_events&ical=1&eventDisplay=list', { ics: ALL }],
  ['/events/?ical=1', { ics: ALL }],
  ['/events/?ical', { ics: ALL }],
  ['/events/ical/', { ics: ALL }],
  ['/events/?ical=1&tribe_events_cat=music', { ics: ['Gig', 'Jazz'] }],
  ['/events/?ical=1&categories=jazz', { ics: ['Jazz'] }],
  ['/events/list/?ical=1&tribe-bar-search=fair', { ics: ['Fair'] }],
  ['/events/list/?ical=1&tribe-bar-date=2030-07-20', { ics: NEXT }],
  ['/events/list/?ical=1&eventDisplay=past', { ics: ['Old', 'Recent'] }],
  ['/events/past/?ical=1', { ics: ['Old', 'Recent'] }],
  ['/events/month/2030-08/?ical=1', { ics: NEXT }],
  ['/events/month/2041-08/?ical=1', { ics: [] }],
  ['/events/week/2030-07-29/?ical=1', { ics: ['Jazz'] }],
  ['/events/2030-08-02/?outlook-ical=1', { ics: ['Jazz'] }],
  ['/events/2030-08-02/ical/', { ics: ['Jazz'] }],
  ['/events/category/music/?ical=1', { ics: ['Gig', 'Jazz'] }],
  ['/events/category/music/list/?ical=1', { ics: ['Gig', 'Jazz'] }],
  ['/events/category/music/jazz/ical/', { ics: ['Jazz'] }],
  ['/events/tag/loud/?ical=1', { ics: ['Gig'] }],
  ['/venue/old-dock/?ical=1', { ics: ['Gig'] }],
  ['/organizer/harbor-club/?ical=1', { ics: ['Jazz'] }],
  ['/event/gig/?ical=1', { ics: ['Gig'] }],
  ['/event/gig/?outlook-ical=1', { ics: ['Gig'] }],
  ['/event/gig/ical/', { ics: ['Gig'] }],
  ['/?tribe_events=gig&ical=1', { ics: ['Gig'] }],
  ['/de/event/gig/?ical=1', { ics: ['Auftritt'] }],
  ['/feed/', { rss: NEWS }],
  ['/?feed=rss2', { rss: NEWS }],
  ['/feed/atom/', { atom: NEWS }],
  ['/events/feed/', { rss: NEWS }],
  ['/events/list/feed/rss2/', { rss: NEWS }],
  ['/event/feed/', { rss: NEWS }],
  ['/events/category/music/feed/', { rss: ['Gig', 'Jazz'] }],
  ['/events/tag/loud/feed/', { rss: ['Gig'] }],
  ['/tag/loud/feed/', { rss: ['Gig'] }],
  ['/venue/old-dock/feed/', { rss: ['Gig'] }],
  ['/organizer/harbor-club/feed/', { rss: ['Jazz'] }],
]

/** Addresses of records as WordPress writes them, and the paths to which they redirect. */
const RECORDS = [
  ['/?tribe_events=gig', '/event/gig/'],
  ['/?post_type=tribe_events&name=gig', '/event/gig/'],
  ['/?tribe_venue=old-dock', '/venue/old-dock/'],
  ['/?tribe_organizer=harbor-club', '/organizer/harbor-club/'],
  ['/events/gig/', '/event/gig/'],
  ['/event/gig/2030-07-05/', '/event/gig/'],
  ['/tag/loud/', '/events/tag/loud/'],
  ['/events/tag/loud/page/2/', '/events/tag/loud/'],
  ['/events/category/music/page/11/', '/events/category/music/?page=3'],
  ['/events/category/jazz/', '/events/category/music/jazz/'],
] as const

const MISSING = [
  ...['/?p=99999999', '/?p=x', '/?tribe_events=none', '/?post_type=tribe_venue', '/events/none/', '/tag/none/'],
  ...[
    '/event/none/?ical=1',
    '/venue/none/feed/',
    '/events/category/none/?ical=1',
    '/events/?ical=1&tribe_events_cat=none',
  ],
  ...['/events/?eventDisplay=nonsense', '/events/list/?tribe-bar-date=someday', '/events/?eventDate=2030-02-30'],
  ...['/events/list/page/0/', '/events/list/page/99999999999/', '/events/2030-13/', '/events/week/2030-08/'],
  ...['/event/gig/nonsense/', '/feed/nonsense/', '/events/list/?tribe-bar-date=2300-01-01'],
]

onSqlite('addresses of The Events Calendar', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  const open = (path: string, options: Ask = {}) => server.ask('GET', `host:${path}`, options)

  const dated = (title: string, start: string, fields = {}) =>
    make.event({ title, start_date: start, end_date: start, ...fields })

  test('redirect to the page, or return its events as a feed', async () => {
    const music = await make.category({ name: 'Music' })
    const jazz = await make.category({ name: 'Jazz', parent: music.id })
    const loud = await make.tag({ name: 'Loud' })
    const venue = await make.venue({ venue: 'Old dock' })
    const organizer = await make.organizer({ organizer: 'Harbor club' })
    const gig = await dated('Gig', '2030-07-05 20:00:00', { categories: [music.id], tags: [loud.id], venue: venue.id })
    await server.ask('PUT', `/events/${gig.id}/translations/de`, { as: 'editor', body: { title: 'Auftritt' } })
    await dated('Jazz', '2030-08-02 20:00:00', { categories: [jazz.id], organizer: organizer.id })
    await dated('Fair', '2030-08-20 10:00:00')
    await dated('Old', '2029-03-01 10:00:00')
    await dated('Recent', '2030-06-10 10:00:00')
    for (const hidden of [{ status: 'draft' }, { status: 'private' }, { hide_from_listings: true }]) {
      await dated('Secret', '2030-08-02 20:00:00', { categories: [jazz.id], venue: venue.id, ...hidden })
    }
    for (const [path, expected] of VIEWS) {
      const { status, headers, body } = await open(path)
      if (typeof expected === 'string') {
        assert.ok(status === 301 || status === 302, `${path}: ${status}`)
        assert.equal(headers.location, expected, path)
      } else {
        const [format, titles] = Object.entries(expected)[0] as [FeedFormatName, string[]]
        assert.deepEqual([status, headers['content-type']], [200, FEED_FORMATS[format].type], path)
        assert.deepEqual(READERS[format](String(body)).titles, titles, path)
      }
    }
    for (const [path, location] of RECORDS) {
      const { status, headers } = await open(path)
      assert.deepEqual([status, headers.location], [301, location], path)
    }
    for (const { id, url } of [gig, venue, organizer]) {
      const { status, headers } = await open(`/?p=${id}`)
      assert.deepEqual([status, headers.location], [301, new URL(url).pathname])
    }
    for (const path of MISSING) {
      const { status, headers } = await open(path)
      assert.deepEqual([status, headers['content-type']], [404, 'text/html; charset=utf-8'], path)
    }
  })

  test('name the feed by its own address', async () => {
    for (const [path, self] of [
      ['/events/feed/', 'http://localhost/events/list/?feed=rss2'],
      ['/?feed=rss2&tribe_events_cat=music', 'http://localhost/events/list/?categories=music&amp;feed=rss2'],
      ['/events/category/music/jazz/feed/', 'http://localhost/events/category/music/jazz/?feed=rss2'],
      ['/events/month/2030-08/?feed=rss2', 'http://localhost/events/month/2030-08/?feed=rss2'],
    ] as const) {
      const { body } = await open(path)
      assert.equal(/<atom:link[^>]* href="([^"]*)"/.exec(String(body))?.[1], self)
      const again = await open(self.replace('http://localhost', '').replace('&amp;', '&'))
      assert.equal(String(again.body), String(body), 'the same feed is at its own address')
    }
  })

  test('redirects stay on the host of the request', async () => {
    for (const host of ['localhost', 'other.example', '127.0.0.1:3000']) {
      const { headers } = await open('/events/gig/', { headers: { host } })
      assert.equal(headers.location, '/event/gig/', host)
    }
  })

  test('past events are listed latest first, in pages', async () => {
    for (let day = 1; day <= 23; day += 1)
      await dated(`Tour ${day}.`, `2029-05-${String(day).padStart(2, '0')} 10:00:00`)
    const titlesAt = async (path: string) => {
      const { status, body } = await open(path)
      return [status, [...String(body).matchAll(/Tour (\d+)\.<\/a>/g)].map(([, day]) => Number(day))]
    }
    const days = (first: number, last: number) => Array.from({ length: first - last + 1 }, (_, at) => first - at)
    assert.deepEqual(await titlesAt('/events/past/?search=tour'), [200, days(23, 4)])
    assert.deepEqual(await titlesAt('/events/past/?search=tour&page=2'), [200, days(3, 1)])
    assert.deepEqual(await titlesAt('/events/past/?search=tour&page=3'), [404, []])
    assert.deepEqual(await titlesAt('/events/list/?search=tour'), [200, []])
  })

  test('a search of past events finds a repeated event once, at its last date', async () => {
    await make.event({
      title: 'Waltz class',
      start_date: '2030-05-06 18:00:00',
      end_date: '2030-05-06 19:00:00',
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=8',
    })
    await dated('Waltz before', '2030-05-01 10:00:00')
    await dated('Waltz after', '2030-06-14 10:00:00')
    const { body } = await open('/events/past/?search=waltz')
    const found = [...String(body).matchAll(/<a class="event" href="([^"]*)"/g)].map(([, path]) => path)
    assert.deepEqual(found, ['/event/waltz-after/', '/event/waltz-class/2030-06-10/', '/event/waltz-before/'])
  })
})
