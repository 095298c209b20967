import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { before, test } from 'node:test'
import { makersOf } from '../kit/calendar/makers.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

/** The properties that search engines require or recommend for events, with the form of their values. */
const REQUIRED = {
  '@context': /^https:\/\/schema\.org$/,
  '@type': /^Event$/,
  name: /./,
  startDate: /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d[+-]\d\d:\d\d)?$/,
  endDate: /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d[+-]\d\d:\d\d)?$/,
  eventStatus: /^https:\/\/schema\.org\/Event(Scheduled|Cancelled|Postponed|Rescheduled|MovedOnline)$/,
  eventAttendanceMode: /^https:\/\/schema\.org\/(Offline|Online|Mixed)EventAttendanceMode$/,
  'location.@type': /^(Place|VirtualLocation)$/,
  'offers.@type': /^Offer$/,
  'offers.price': /^\d/,
  'offers.priceCurrency': /^[A-Z]{3}$/,
  'offers.url': /^http/,
  'organizer.name': /./,
  description: /./,
  image: /^http:\/\/localhost\/share\/event-/,
} as const

onSqlite('what search engines find', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  const head = async (path: string) => {
    const { bytes, status } = await server.ask('GET', `host:${path}`)
    equal(status, 200, path)
    const html = bytes.toString()
    const content = (name: string) => new RegExp(`<meta name="${name}" content="([^"]*)"`).exec(html)?.[1]
    const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]
    return { html, canonical, robots: content('robots'), description: content('description') }
  }

  const EVENTS = {
    'at a place': { venue: { venue: 'Hall', address: 'Quay 1', city: 'Lisbon' } },
    'for a whole day': { venue: { venue: 'Park' }, all_day: true },
    online: { attendance_mode: 'online', online_url: 'https://stream.example/1' },
    cancelled: { venue: { venue: 'Yard' }, event_status: 'cancelled' },
    'with offers': {
      venue: { venue: 'Club' },
      cost: '',
      offers: [{ price: '12.50', currency: 'EUR' }],
      categories: ['Music'],
    },
  }

  before(async () => {
    for (const [name, fields] of Object.entries(EVENTS)) {
      const when = { start_date: '2030-07-01 19:30:00', end_date: '2030-07-01 22:00:00', timezone: 'Europe/Lisbon' }
      const text = { title: `Event ${name}`, description: 'By the water.', organizer: { organizer: 'Society' } }
      await make.event({ ...when, ...text, cost: '€10', ...fields })
    }
  })

  for (const name of Object.keys(EVENTS)) {
    test(`an event ${name} has all properties that rich results need`, async () => {
      const { html } = await head(`/event/event-${name.replaceAll(' ', '-')}/`)
      const [, json = '[]'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
      const data = [JSON.parse(json)].flat()[0]
      for (const [path, form] of Object.entries(REQUIRED)) {
        const value = path.split('.').reduce((node, key) => [node].flat()[0]?.[key], data)
        match(String(value ?? ''), form, `${path} of an event ${name}`)
      }
      const isOnline = data.location['@type'] === 'VirtualLocation'
      ok(isOnline ? data.location.url : data.location.name)
    })
  }

  test('months and days with events are indexed, with their own address and a description that names events', async () => {
    for (const [path, start] of [
      ['/events/month/2030-07/', 'July 2030: 5 events. '],
      ['/events/day/2030-07-01/', 'Monday, 1 July 2030: 5 events. '],
      ['/de/events/month/2030-07/', 'Juli 2030: 5 Veranstaltungen. '],
    ] as const) {
      const { canonical, robots, description = '' } = await head(path)
      deepEqual([canonical, robots], [`http://localhost${path}`, undefined])
      ok(description.startsWith(start) && description.length <= 160, description)
      match(description, /Event at a place/)
    }
  })

  test('front page, week, lists and categories have a description that names events', async () => {
    for (const [path, start] of [
      ['/', 'What’s on: '],
      ['/events/week/2030-07-01/', 'Week 27, 1'],
      ['/events/list/', 'Coming up: '],
      ['/events/category/music/', 'Music: 1 event. '],
    ] as const) {
      const { robots, description = '' } = await head(path)
      equal(robots, undefined)
      ok(description.startsWith(start) && description.length <= 160, description)
      match(description, /event\S*\. \w/)
    }
  })

  test('each page of a list has an address of its own, and results of searches are not indexed', async () => {
    for (let event = 0; event < 21; event += 1) {
      const day = `2030-10-${String(event + 1).padStart(2, '0')}`
      await make.event({ title: `Walk ${event}`, start_date: `${day} 10:00`, end_date: `${day} 11:00` })
    }
    const { canonical, robots } = await head('/events/list/?page=2')
    deepEqual([canonical, robots], ['http://localhost/events/list/?page=2', undefined])
    equal((await head('/events/list/?search=walk')).robots, 'noindex, nofollow')
  })

  test('further pages of the events of a record and of an index have addresses of their own, in each language', async () => {
    const { venue } = await make.event({ venue: { venue: 'Long Hall' } })
    for (let event = 0; event < 20; event += 1) await make.event({ venue: venue.id })
    const first = '/venue/long-hall/'
    for (const path of [first, `${first}?page=2`]) {
      const { canonical, html } = await head(path)
      equal(canonical, `http://localhost${path}`)
      match(html, new RegExp(`hreflang="en" href="http://localhost${path.replace('?', '\\?')}"`))
    }
    equal((await head(`${first}?page=2&categories=music`)).canonical, `http://localhost${first}`)
  })

  test('search engines index pages with one filter, not the combinations of filters', async () => {
    for (const [query, robots] of [
      ['categories=music', undefined],
      ['categories=music&is_free=1', 'noindex, nofollow'],
      ['is_free=1&virtual=1', 'noindex, nofollow'],
    ] as const)
      equal((await head(`/events/month/2030-07/?${query}`)).robots, robots, query)
  })

  test('crawlers do not go on from months and days without events', async () => {
    for (const path of ['/events/month/2031-07/', '/events/day/2031-07-01/'])
      equal((await head(path)).robots, 'noindex, nofollow')
  })
})
