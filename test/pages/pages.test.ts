import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeSiteSettings } from '../../src/settings/site-settings.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import type { Ask } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

/** The test clock is Saturday 2030-06-15 12:00 UTC. */
const TODAY = '2030-06-15'

forEachEngine('pages', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)

  const open = async (path: string, options: Ask = {}) => {
    const answer = await server.ask('GET', `host:${path}`, options)
    return { ...answer, page: String(answer.body) }
  }
  const pathOf = (address: string) => new URL(address).pathname
  const dated = (title: string, start: string, end = start, fields = {}) =>
    make.event({ title, start_date: start, end_date: end, ...fields })

  test('the front page of an empty calendar says how to begin, in each language', async () => {
    for (const [root, words] of [
      ['', 'Your calendar is ready'],
      ['/de', 'Ihr Kalender ist bereit'],
      ['/fi', 'Kalenterisi on valmis'],
    ]) {
      const { status, page } = await open(`${root}/`)
      assert.equal(status, 200)
      assert.match(page, new RegExp(`<h1>${words}</h1>`))
      assert.match(page, /cal\/events\/v1\/docs/)
    }
  })

  test('every view shows the events of its days', async () => {
    const category = await make.category({ name: 'Chamber music' })
    await dated('Matinee of today', `${TODAY} 11:00:00`, `${TODAY} 13:00:00`, { categories: [category.id] })
    await dated('Evening of today', `${TODAY} 20:00:00`, `${TODAY} 22:00:00`)
    await dated('On Sunday', '2030-06-16 10:00:00')
    await dated('Late in the month', '2030-06-29 10:00:00')
    await dated('Long exhibition', '2030-03-01 00:00:00', '2030-09-01 00:00:00', { all_day: true })
    await dated('Short course', '2030-06-13 10:00:00', '2030-06-17 10:00:00')
    await dated('Next year', '2031-06-15 10:00:00')
    for (const [path, shown, absent] of [
      ['/events/month/', ['Matinee of today', 'Late in the month', 'Long exhibition', 'Short course'], ['Next year']],
      ['/events/month/2030-06/', ['Evening of today', 'On Sunday'], ['Next year']],
      ['/events/month/2031-06/', ['Next year'], ['On Sunday']],
      ['/events/week/', ['Matinee of today', 'On Sunday', 'Short course'], ['Late in the month']],
      ['/events/week/2030-06-29/', ['Late in the month', 'Long exhibition'], ['On Sunday']],
      ['/events/day/', ['Matinee of today', 'Short course', 'Long exhibition'], ['On Sunday']],
      ['/events/day/2030-06-16', ['On Sunday', 'Short course'], ['Matinee of today']],
      ['/events/list/', ['Matinee of today', 'Next year', 'Short course', 'Long exhibition'], []],
      ['/events/list/2030-06-18/', ['Next year', 'Long exhibition'], ['Matinee of today', 'Short course']],
      ['/events/now/', ['Matinee of today', 'Long exhibition', 'Short course'], ['Evening of today', 'On Sunday']],
      ['/events/weekend/', ['Evening of today', 'On Sunday', 'Short course'], ['Late in the month']],
      ['/events/month/?categories=chamber-music', ['Matinee of today'], ['Evening of today', 'Long exhibition']],
      ['/events/list/?search=SUNDAY', ['On Sunday'], ['Evening of today']],
      ['/events/month/?search=SUNDAY', ['On Sunday'], ['Evening of today']],
      ['/embed/month/2030-06/', ['Evening of today'], ['Next year']],
      ['/', ['Matinee of today', 'On Sunday'], ['Your calendar is ready']],
    ] as const) {
      const { status, page, headers } = await open(path)
      assert.equal(status, 200, path)
      assert.equal(headers['content-type'], 'text/html; charset=utf-8')
      for (const title of shown) assert.match(page, new RegExp(`>${title}<`), `${path} lacks ${title}`)
      for (const title of absent) assert.doesNotMatch(page, new RegExp(`>${title}<`), `${path} has ${title}`)
    }
  })

  test('an event after midnight belongs to its first day, a festival to all of its days', async () => {
    await dated('Late concert', '2030-12-05 22:00:00', '2030-12-06 01:30:00')
    await dated('Winter festival', '2030-12-04 18:00:00', '2030-12-08 02:00:00')
    const next = (await open('/events/day/2030-12-06/')).page
    assert.match(next, />Winter festival</)
    assert.doesNotMatch(next, />Late concert</)
    assert.doesNotMatch((await open('/events/day/2030-12-08/')).page, />Winter festival</)
    const month = (await open('/events/month/2030-12/')).page
    assert.equal(month.match(/>Late concert</g)?.length, 1)
    assert.equal(month.match(/>Winter festival</g)?.length, 4)
  })

  test('times in another zone than that of the site have the zone', async () => {
    await dated('Over there', '2030-12-12 19:30:00', '2030-12-12 21:00:00', { timezone: 'America/New_York' })
    await dated('Here', '2030-12-12 20:00:00', '2030-12-12 21:00:00', { timezone: 'Europe/Lisbon' })
    const day = async () => (await open('/events/day/2030-12-12/')).page
    assert.match(await day(), />19:30</)
    await server.db.transaction((tx) => writeSiteSettings(tx, { timezone: 'Europe/Lisbon' }))
    assert.match(await day(), />19:30 EST</)
    assert.match(await day(), />20:00</)
    await server.db.transaction((tx) => writeSiteSettings(tx, { timezone: 'UTC' }))
  })

  test('the cell of a busy day has the number of hidden events, and the page of the day all events', async () => {
    for (let hour = 8; hour < 20; hour += 1)
      await dated(`Busy at ${hour}`, `2030-08-08 ${String(hour).padStart(2, '0')}:00:00`)
    const { page } = await open('/events/month/2030-08/')
    assert.match(page, /href="\/events\/day\/2030-08-08\/" aria-label="8 more on Thursday 8 August">\+8 more</)
    const day = await open('/events/day/2030-08-08/')
    assert.equal(day.page.match(/>Busy at \d+</g)?.length, 12)
  })

  test('a venue on the map links to its page, which has as many events as the map counts', async () => {
    const venue = await make.venue({ venue: 'Round House', geo_lat: 52.5, geo_lng: 13.4, address: 'Main Street 1' })
    await dated('At the house', '2030-06-20 10:00:00', '2030-06-20 11:00:00', { venue: venue.id })
    const { page } = await open('/events/map/')
    assert.match(page, /<svg [^>]*viewBox/)
    assert.match(page, /<a href="\/venue\/round-house\/"[^>]*>Round House<\/a>[\s\S]*?1 event</)
    const place = await open('/venue/round-house/')
    assert.match(place.page, />At the house</)
    assert.match(place.page, /Main Street 1/)
  })

  test('the page of an event is at its `url`, in each of its languages', async () => {
    const event = await dated('Nights of light', '2030-07-01 20:00:00', '2030-07-01 23:00:00', {
      description: 'All over the city.',
      website: 'https://lights.example/',
      cost: '12',
    })
    const german = { title: 'Nächte des Lichts', description: 'In der ganzen Stadt.' }
    await server.ask('PUT', `/events/${event.id}/translations/de`, { as: 'editor', body: german })
    const english = await open(pathOf(event.url))
    assert.equal(english.status, 200)
    assert.match(english.page, /<html lang="en">/)
    assert.match(english.page, /All over the city/)
    assert.match(english.page, /Monday, 1 July 2030, 20:00–23:00/)
    assert.match(english.page, /href="https:\/\/lights\.example\/"/)
    assert.match(
      english.page,
      /<link rel="alternate" hreflang="de" href="http:\/\/localhost\/de\/event\/naechte-des-lichts\/">/,
    )
    assert.match(english.page, /hreflang="x-default" href="http:\/\/localhost\/event\/nights-of-light\/"/)
    // In a language without a text of the event, the link leads to the event too, not to the front page.
    const [, french = ''] = /<a href="([^"]*)" lang="fr"/.exec(english.page) ?? []
    assert.equal(french, '/fr/event/nights-of-light/')
    assert.match((await open(french)).page, /<html lang="fr">.*All over the city/s)
    const there = await open('/de/event/naechte-des-lichts/')
    assert.match(there.page, /In der ganzen Stadt/)
    assert.match(there.page, /Montag, 1\. Juli 2030/)
    const linked = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(there.page)?.[1] ?? ''
    assert.equal(JSON.parse(linked).name, 'Nächte des Lichts')
    // An address with the slug of another language redirects to that of this language.
    const moved = await open('/de/event/nights-of-light/')
    assert.deepEqual([moved.status, moved.headers.location], [301, '/de/event/naechte-des-lichts/'])
  })

  test('category pages have their parents in the path, and a wrong path redirects', async () => {
    const music = await make.category({ name: 'Music' })
    const choir = await make.category({ name: 'Choirs', parent: music.id })
    await dated('Choir festival', '2030-07-02 20:00:00', '2030-07-02 22:00:00', { categories: [choir.id] })
    for (const path of [pathOf(choir.url), '/events/category/music/']) {
      const { status, page } = await open(path)
      assert.equal(status, 200, path)
      assert.match(page, />Choir festival</)
    }
    const { status, headers } = await open('/events/category/choirs/')
    assert.deepEqual([status, headers.location], [301, pathOf(choir.url)])
  })

  test('tags and organizers have pages', async () => {
    const [tag, organizer] = [
      await make.tag({ name: 'Open air' }),
      await make.organizer({ organizer: 'The Club', email: 'us@club.example' }),
    ]
    await dated('Club night', '2030-07-03 20:00:00', '2030-07-03 22:00:00', { tags: [tag.id], organizer: organizer.id })
    for (const { url } of [tag, organizer]) assert.match((await open(pathOf(url))).page, />Club night</)
    assert.match((await open(pathOf(organizer.url))).page, /href="mailto:us@club.example"/)
  })

  for (const [what, path, status] of [
    ['an unknown event', '/event/nothing-like-it/', 404],
    ['an unknown category', '/events/category/nothing/', 404],
    ['an unknown page', '/nowhere/at/all', 404],
    ['a thirteenth month', '/events/month/2030-13/', 404],
    ['a thirtieth of February', '/events/day/2030-02-30/', 404],
    ['a year beyond', '/events/month/9999-01/', 404],
    ['a month in words', '/events/month/june/', 404],
    ['a filter by what is not there', '/events/month/?categories=nothing', 404],
    ['a garbled filter', '/events/list/?venue=abc', 404],
    ['a page beyond the last', '/events/list/?page=99', 404],
    ['page zero', '/events/list/?page=0', 404],
    ['page of garbage', '/events/list/?page[]=x', 404],
    ['an id that nothing has', '/?post_type=tribe_events&p=99999', 404],
    ['percent signs that spell nothing', '/event/%E0%A4%A', 404],
    ['a NUL', '/event/a%00b', 404],
  ] as const) {
    test(`errors are shown as a page: ${what}`, async () => {
      const { status: answered, page, headers } = await open(`/de${path}`, { headers: { accept: 'text/html' } })
      assert.equal(answered, status)
      assert.match(page, /<html lang="de">/)
      assert.match(page, /<h1>Diese Seite gibt es nicht<\/h1>|Demnächst/)
      assert.match(page, /<meta name="robots" content="noindex, nofollow">/)
      assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    })
  }

  test('errors are JSON for clients that do not accept HTML', async () => {
    const { status, body } = await server.ask('GET', 'host:/nowhere', { headers: { accept: 'application/json' } })
    assert.deepEqual([status, body.code], [404, 'rest_no_route'])
  })

  test('only users with the right to read it see the page of an unpublished record', async () => {
    const draft = await make.event({ title: 'Secret plan', start_date: TODAY, end_date: TODAY, status: 'draft' })
    const path = draft.url.slice('http://localhost'.length)
    assert.equal((await open(path)).status, 403)
    const seen = await open(path, { as: 'editor' })
    assert.equal(seen.status, 200)
    assert.match(seen.page, /Secret plan/)
    assert.equal(seen.headers['cache-control'], 'no-store, private')
    const hidden = await dated('Hidden one', `${TODAY} 15:00:00`, `${TODAY} 16:00:00`, { hide_from_listings: true })
    const trashed = await dated('Gone one', `${TODAY} 15:00:00`)
    await server.ask('DELETE', `/events/${trashed.id}`, { as: 'editor' })
    for (const path of ['/', '/events/month/', '/events/week/', '/events/day/', '/events/list/', '/events/now/']) {
      assert.doesNotMatch((await open(path)).page, /Secret plan|Hidden one|Gone one/, path)
    }
    assert.equal((await open(pathOf(hidden.url))).status, 200)
  })

  test('user texts are never markup', async () => {
    const nasty = `"><img src=x onerror=alert(1)>'</script><script>alert(2)</script>`
    const venue = await make.venue({
      venue: `House ${nasty}`,
      city: nasty,
      website: 'https://a.example/?%22%3E%3Cb%3E',
      phone: nasty,
    })
    const organizer = await make.organizer({ organizer: `Club ${nasty}`, phone: nasty })
    const category = await make.category({ name: `Kind ${nasty}`, description: nasty })
    const tag = await make.tag({ name: `Word ${nasty}` })
    const event = await make.event({
      title: `Nasty ${nasty}`,
      description: nasty,
      excerpt: nasty,
      cost: nasty,
      website: 'https://a.example/?%22%3E%3Cscript%3E',
      start_date: '2030-10-10 10:00:00',
      end_date: '2030-10-10 12:00:00',
      venue: venue.id,
      organizer: organizer.id,
      categories: [category.id],
      tags: [tag.id],
    })
    const paths = [event, venue, organizer, category, tag].map(({ url }) => pathOf(url))
    const views = ['month/2030-10/', 'week/2030-10-10/', 'day/2030-10-10/', 'list/', 'map/'].map(
      (view) => `/events/${view}`,
    )
    const asked = `/events/list/?search=${encodeURIComponent(nasty)}`
    for (const path of [...paths, ...views, asked, `/embed/month/2030-10/`, `/${encodeURIComponent(nasty)}`]) {
      const { page } = await open(path, { headers: { accept: 'text/html' } })
      assert.doesNotMatch(page, /<img[^>]*onerror|<script>|alert\(2\)<\/script>/, path)
      assert.doesNotMatch(page, /="[^"]*"><img/, path)
    }
  })

  test('pages are cached, and a write invalidates them', async () => {
    const first = await open('/events/month/2030-11/')
    assert.match(String(first.headers.etag), /^"/)
    const again = await open('/events/month/2030-11/', { headers: { 'if-none-match': String(first.headers.etag) } })
    assert.equal(again.status, 304)
    await dated('Just added', '2030-11-05 10:00:00')
    assert.match((await open('/events/month/2030-11/')).page, />Just added</)
  })

  test('the Content-Security-Policy forbids inline script and style, and frames except of embedded pages', async () => {
    const { headers, page } = await open('/events/month/')
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/)
    assert.match(policy, /frame-ancestors 'none'/)
    // Clients of The Events Calendar find the API from any page.
    assert.equal(headers['x-tec-api-root'], 'http://localhost/wp-json/tribe/events/v1/')
    assert.match(page, /<meta name="tec-api-version" content="v1">/)
    assert.match(
      page,
      /<link rel="alternate" href="http:\/\/localhost\/cal\/events\/v1\/events\.ics" type="text\/calendar"/,
    )
    assert.doesNotMatch(page, / style="|<style|<script(?! src="\/assets\/| type="application\/ld\+json")/)
    assert.match(String((await open('/embed/month/')).headers['content-security-policy']), /frame-ancestors \*/)
  })

  test('the files of pages are immutable and compressed', async () => {
    const { page } = await open('/events/list/')
    const files = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
    assert.deepEqual(
      files.map((path) => path.split('/').at(-1)),
      ['fraunces.woff2', 'almanac.css', 'almanac.js', 'icon.svg', 'touch-icon.png'],
    )
    for (const path of files) {
      const { status, headers } = await open(path, { headers: { 'accept-encoding': 'br' } })
      assert.deepEqual([status, headers['cache-control']], [200, 'public, max-age=31536000, immutable'], path)
      assert.equal(headers['content-encoding'], /woff2|png$/.test(path) ? undefined : 'br', path)
    }
  })

  test('addresses of The Events Calendar redirect to the corresponding pages', async () => {
    for (const [path, location] of [
      ['/events/', '/events/month/2030-06/'],
      ['/events/?categories=music', '/events/month/2030-06/?categories=music'],
      ['/events/2031-02/', '/events/month/2031-02/'],
      ['/events/2031-02-03/', '/events/day/2031-02-03/'],
      ['/events/today/', `/events/day/${TODAY}/`],
    ] as const) {
      const { status, headers } = await open(path)
      assert.ok(status === 301 || status === 302, path)
      assert.equal(headers.location, location)
    }
  })
})
