import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { exportOf, importFrom } from '../kit/calendar/importing.ts'
import { siteEvent, tecSite } from '../kit/calendar/tec-site.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

const ORIGIN = 'https://old.example'

const EVENTS = [
  siteEvent(101, 'spring-concert', {
    image: { id: 41, url: `${ORIGIN}/wp-content/uploads/2029/05/choir.png` },
    tags: [{ id: 13 }],
  }),
  siteEvent(105, 'summer-concert', { url: `${ORIGIN}/veranstaltung/summer-concert/` }),
  siteEvent(103, 'winter-concert'),
  siteEvent(10_000_001, 'choir', {
    url: `${ORIGIN}/event/choir/2031-04-07/`,
    start_date: '2031-04-07 19:00:00',
    end_date: '2031-04-07 20:00:00',
  }),
  siteEvent(10_000_002, 'choir', {
    url: `${ORIGIN}/event/choir/2031-04-14/`,
    start_date: '2031-04-14 19:00:00',
    end_date: '2031-04-14 20:00:00',
  }),
]

/** Records of this calendar that have ids of the old site. */
const OWN = [103, 21].map((id) => ({
  kind: id === 21 ? 'venue' : 'event',
  id,
  fields:
    id === 21
      ? { venue: 'Ours' }
      : { title: 'Ours', start_date: '2031-05-01 20:00', end_date: '2031-05-01 21:00', status: 'draft' },
}))

/** Terms whose slugs consist of digits, and a tag whose id equals one of these slugs. */
const NUMBERED = [
  { kind: 'tag', id: 18, fields: { name: 'Other', slug: 'other' } },
  { kind: 'tag', id: 900, fields: { name: '18', slug: '18' } },
  { kind: 'category', id: 901, fields: { name: '2030', slug: '2030' } },
]

/** Addresses of a site with The Events Calendar, with the path of the page, feed or picture that answers here. */
const ADDRESSES: Readonly<Record<string, string>> = {
  '/events/': '/events/month/2030-06/',
  '/events': '/events/month/2030-06/',
  '/events/list/': '/events/list/',
  '/events/list/page/2/': '/events/list/',
  '/events/list/?eventDisplay=past': '/events/past/',
  '/events/month/': '/events/month/',
  '/events/month/2031-03/': '/events/month/2031-03/',
  '/events/2031-03/': '/events/month/2031-03/',
  '/events/2031-03-01/': '/events/day/2031-03-01/',
  '/events/day/2031-03-01/': '/events/day/2031-03-01/',
  '/events/today/': '/events/day/2030-06-15/',
  '/events/week/': '/events/week/',
  '/events/week/2031-03-03/': '/events/week/2031-03-03/',
  '/events/map/': '/events/map/',
  '/events/photo/': '/events/list/',
  '/events/summary/': '/events/list/',
  '/events/list/featured/': '/events/list/',
  '/events/?tribe-bar-date=2031-03-01': '/events/list/2031-03-01/',
  '/events/?tribe-bar-search=concert': '/events/list/',
  '/?post_type=tribe_events': '/events/month/2030-06/',
  '/?post_type=tribe_events&eventDisplay=month&eventDate=2031-03': '/events/month/2031-03/',
  '/events/category/music/': '/events/category/music/',
  '/events/category/music/jazz/': '/events/category/music/jazz/',
  '/events/category/jazz/list/': '/events/list/',
  '/events/category/jazz/month/': '/events/month/2030-06/',
  '/events/category/jazz/2031-03/': '/events/month/2031-03/',
  '/events/category/music/jazz/list/page/2/': '/events/list/',
  '/events/category/jazz/?ical=1': '/events/category/jazz/?ical=1',
  '/events/category/jazz/feed/': '/events/category/jazz/feed/',
  '/events/tag/open-air/': '/events/tag/open-air/',
  '/events/tag/open-air/list/': '/events/list/',
  '/tag/open-air/': '/events/tag/open-air/',
  '/event/spring-concert/': '/event/spring-concert/',
  '/event/spring-concert/?ical=1': '/event/spring-concert/?ical=1',
  '/event/spring-concert/ical/': '/event/spring-concert/ical/',
  '/events/spring-concert/': '/event/spring-concert/',
  '/veranstaltung/summer-concert/': '/event/summer-concert/',
  '/event/choir/2031-04-14/': '/event/choir/2031-04-14/',
  '/event/choir/all/': '/event/choir/all/',
  '/venue/millers-barn/': '/venue/millers-barn/',
  '/venue/millers-barn/?ical=1': '/venue/millers-barn/?ical=1',
  '/organizer/choir/': '/organizer/choir/',
  '/organizer/choir/page/2/': '/organizer/choir/',
  '/?ical=1': '/?ical=1',
  '/events/?ical=1': '/events/?ical=1',
  '/events/?outlook-ical=1': '/events/?outlook-ical=1',
  '/events/month/2031-03/?ical=1': '/events/month/2031-03/?ical=1',
  '/events/feed/': '/events/feed/',
  '/feed/?post_type=tribe_events': '/feed/?post_type=tribe_events',
  '/?p=101': '/event/spring-concert/',
  '/?post_type=tribe_events&p=101': '/event/spring-concert/',
  '/?post_type=tribe_events&p=101&preview=true': '/event/spring-concert/',
  '/?tribe_events=spring-concert': '/event/spring-concert/',
  '/?p=103': '/event/winter-concert/',
  '/?post_type=tribe_events&p=103': '/event/winter-concert/',
  '/?p=21': '/venue/millers-barn/',
  '/?post_type=tribe_venue&p=21': '/venue/millers-barn/',
  '/?p=31': '/organizer/choir/',
  '/wp-content/uploads/2029/05/choir-300x200.png': '/media/',
  '/?p=41': '/media/',
  '/?attachment_id=41': '/media/',
  '/?post_type=tribe_events&tag=18': '/events/list/?tags=900',
  '/?tribe_events_cat=2030': '/events/list/?categories=901',
  '/tag/18/': '/events/tag/18/',
  '/wp-sitemap.xml': '/sitemap.xml',
  '/wp-sitemap-posts-tribe_events-1.xml': '/sitemap.xml',
  '/sitemap_index.xml': '/sitemap.xml',
  '/tribe_events-sitemap2.xml': '/sitemap.xml',
  '/index.php/event/spring-concert/': '/event/spring-concert/',
  '/index.php/event/spring-concert/?ical=1': '/event/spring-concert/?ical=1',
  '/index.php/veranstaltung/summer-concert/': '/event/summer-concert/',
  '/index.php/de/events/2031-03/': '/de/events/month/2031-03/',
  '/index.php//event/spring-concert/': '/event/spring-concert/',
  '/events/community/add/': '/',
  '/de/events/community/list/': '/de/',
  '/de/events/': '/de/events/month/2030-06/',
  '/de/event/spring-concert/': '/de/event/spring-concert/',
  '/de/events/2031-03/': '/de/events/month/2031-03/',
  '/de/?p=103': '/de/event/winter-concert/',
}

forEachEngine('old addresses of a site that moved here', (engine) => {
  const server = withServer(engine, {}, async ({ db }) => {
    await importFrom(db, exportOf([...NUMBERED, ...OWN]))
    await importFrom(db, tecSite({ events: EVENTS }).source)
  })

  /** Follows redirects. @returns the path of the answer, and its status */
  async function open(address: string, as?: 'editor'): Promise<[path: string, status: number]> {
    let path = address
    for (let steps = 0; steps < 4; steps += 1) {
      const { status, headers } = await server.ask('GET', `host:${path}`, as ? { as } : {})
      if (status !== 301 && status !== 302) return [path, status]
      path = String(headers.location).replace('http://localhost', '')
    }
    return [`${path} (too many redirects)`, 301]
  }

  test('each leads to the page, feed or picture that it had', async () => {
    const wrong: string[] = []
    for (const [address, wanted] of Object.entries(ADDRESSES)) {
      const [path, status] = await open(address)
      const own = wanted.includes('?') ? path : path.replace(/\?.*/, '')
      if (status !== 200 || !(wanted === '/media/' ? own.startsWith(wanted) : own === wanted))
        wrong.push(`${address}: ${status} ${path}, not ${wanted}`)
    }
    deepEqual(wrong, [])
  })

  test('an id leads to a record of this calendar where that is its only address', async () => {
    deepEqual(await open('/?post_type=tribe_events&p=103', 'editor'), ['/?post_type=tribe_events&p=103', 200])
    equal((await open('/?p=999'))[1], 404)
  })

  test('the form of Community Events leads to the form here, once submissions are open', async () => {
    await server.ask('PATCH', '/settings', { as: 'administrator', body: { submissions: 'anyone' } })
    deepEqual(await open('/de/events/community/add/'), ['/de/submit/', 200])
  })
})
