import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith'
import ICAL from 'ical.js'
import sharp from 'sharp'
import { FEED_FORMAT_NAMES, FEED_FORMATS } from '../../src/feeds/feed-formats.ts'
import { storePicture } from '../../src/media/picture-store.ts'
import { validatePicture } from '../../src/media/validate-picture.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { eventsIn, pageWordsOf, READERS, rowsIn } from '../kit/formats/feeds.ts'
import { withServer } from '../kit/server/with-server.ts'

const DESCRIPTION = '<p>Three bands by the water; bring a coat, please.</p><ul><li>Doors: 19:00</li></ul>'

onSqlite('formats of feeds', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  /** An event with all fields. */
  // biome-ignore lint/suspicious/noExplicitAny: the shape of bodies is not declared
  let full: any
  before(async () => {
    const image = await storeImage()
    const venue = await make.venue({
      venue: 'Harbour Hall',
      address: 'Rua da Alfândega 5',
      city: 'Lisbon',
      zip: '1100-016',
      country: 'Portugal',
      geo_lat: 38.7085,
      geo_lng: -9.1345,
    })
    await server.ask('PUT', `/venues/${venue.id}/translations/de`, { as: 'editor', body: { venue: 'Hafenhalle' } })
    const one = await make.organizer({ organizer: 'Quay Society', email: 'hello@quay.example' })
    const other = await make.organizer({ organizer: 'City', phone: '+351 21' })
    const music = await make.category({ name: 'Music, live' })
    full = await make.event({
      title: 'Jazz on the Quay',
      description: DESCRIPTION,
      excerpt: 'Three bands.',
      start_date: '2030-07-01 19:30:00',
      end_date: '2030-07-01 22:00:00',
      timezone: 'Europe/Lisbon',
      venue: venue.id,
      organizer: [one.id, other.id],
      categories: [music.id],
      tags: ['open air'],
      cost: '€10 – €20',
      website: 'https://quay.example/jazz?a=1&b=2',
      image,
    })
    await server.ask('PUT', `/events/${full.id}/translations/de`, {
      as: 'editor',
      body: { title: 'Jazz am Kai', description: 'Drei Kapellen.' },
    })
    await make.event({ title: 'Fair', all_day: true, start_date: '2030-07-02', end_date: '2030-07-04' })
  })

  async function storeImage() {
    const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c04' } })
      .png()
      .toBuffer()
    const inspected = await validatePicture(bytes)
    assert.ok(inspected)
    const picture = { bytes, name: 'quay.png', alt: 'A "quay"', authorId: server.ids.author, ...inspected }
    return (await server.db.transaction((tx) => storePicture(tx, picture, server.clock.now))).id
  }
  const read = async (path: string, options = {}) => {
    const answer = await server.ask('GET', path, options)
    assert.equal(answer.status, 200, answer.bytes.toString())
    return answer.bytes.toString()
  }
  const uidOf = async () => READERS.csv(await read(`/events/${full.id}.csv`)).uids[0]

  for (const format of FEED_FORMAT_NAMES) {
    test(`${format}: an independent library parses the list and the single event`, async () => {
      const answer = await server.ask('GET', `/events.${format}`)
      assert.equal(answer.headers['content-type'], FEED_FORMATS[format].type)
      assert.equal(answer.headers['content-disposition'], `inline; filename="almanac.${format}"`)
      assert.equal(answer.headers['content-language'], 'en')
      const list = READERS[format](answer.bytes.toString())
      assert.deepEqual(list.titles, ['Jazz on the Quay', 'Fair'])
      assert.equal(list.links[0], full.url)
      const single = await server.ask('GET', `/events/${full.id}.${format}`)
      assert.equal(single.headers['content-disposition'], `inline; filename="jazz-on-the-quay.${format}"`)
      const { titles, uids } = READERS[format](single.bytes.toString())
      assert.deepEqual([titles, uids], [['Jazz on the Quay'], [list.uids[0]]])
    })

    test(`${format}: the UUID of an event is the same in every language, on every face and host`, async () => {
      const german = READERS[format](await read(`/events/${full.id}.${format}`, { root: 'de' }))
      assert.deepEqual(german.titles, ['Jazz am Kai'])
      const elsewhere = READERS[format](
        await read(`host:/wp-json/tribe/events/v1/events/${full.id}.${format}?lang=fr`, {
          headers: { host: '127.0.0.1' },
        }),
      )
      assert.deepEqual(elsewhere.titles, ['Jazz on the Quay'])
      const uid = await uidOf()
      assert.deepEqual([german.uids, elsewhere.uids], [[uid], [uid]])
    })
  }

  test('iCalendar has all properties', async () => {
    const text = await read('/events.ics')
    const calendar = new ICAL.Component(ICAL.parse(text))
    const own = (name: string) => calendar.getFirstPropertyValue(name)
    assert.equal(own('version'), '2.0')
    assert.equal(own('x-wr-calname'), 'Almanac')
    assert.equal(own('name'), 'Almanac')
    assert.equal(own('source'), 'http://localhost/cal/events/v1/events.ics')
    assert.match(text, /^REFRESH-INTERVAL;VALUE=DURATION:PT60M\r$/m)
    assert.match(text, /^X-PUBLISHED-TTL:PT60M\r$/m)
    assert.equal(own('method'), null)
    assert.equal(own('uid'), null, 'vdirsyncer takes the first UID for that of all events')
    const event = calendar.getFirstSubcomponent('vevent')
    assert.ok(event)
    const said = (name: string) => String(event.getFirstPropertyValue(name))
    assert.equal(
      said('description'),
      `Three bands by the water; bring a coat, please.\nDoors: 19:00\n\nPrice: €10 – €20\n${full.url}`,
    )
    assert.match(said('styled-description'), /^<p>Three bands/)
    const page = `<p>Price: €10 – €20<br /><a href="${full.url}">${full.url}</a></p>`
    assert.ok(said('styled-description').endsWith(page), said('styled-description'))
    assert.equal(said('x-alt-desc'), said('styled-description'))
    assert.equal(said('location'), 'Harbour Hall, Rua da Alfândega 5, 1100-016 Lisbon, Portugal')
    assert.equal(said('geo'), '38.7085,-9.1345')
    assert.deepEqual(event.getFirstProperty('categories')?.getValues(), ['Music, live', 'open air'])
    assert.equal(said('organizer'), 'mailto:hello@quay.example')
    assert.equal(event.getFirstProperty('organizer')?.getParameter('cn'), 'Quay Society')
    assert.equal(said('contact'), 'City, +351 21')
    assert.match(
      text.replaceAll('\r\n ', ''),
      /^IMAGE;VALUE=URI;DISPLAY=BADGE;FMTTYPE=image\/png:http:\/\/localhost\/media\//m,
    )
    assert.deepEqual(['url', 'link', 'x-cost', 'status', 'class', 'transp'].map(said), [
      full.url,
      'https://quay.example/jazz?a=1&b=2',
      '€10 – €20',
      'CONFIRMED',
      'PUBLIC',
      'TRANSPARENT',
    ])
  })

  test('only texts in another language than that of the feed have LANGUAGE', async () => {
    const languagesIn = (text: string) =>
      [...text.replaceAll('\r\n ', '').matchAll(/^(\w+);LANGUAGE=(\w+)/gm)].map(([, ...found]) => found.join(' '))
    for (const [path, options] of [
      ['/events.ics', {}],
      [`/events/${full.id}.ics`, { root: 'de' }],
      // The event has no French text; the download of one event has the language of its text.
      [`/events/${full.id}.ics?translation_language=fr`, {}],
    ] as const) {
      assert.deepEqual(languagesIn(await read(path, options)), [], path)
    }
    const german = await read('/events.ics', { root: 'de' })
    assert.deepEqual(languagesIn(german), ['SUMMARY en', 'DESCRIPTION en'])
    const [translated, fallback] = eventsIn(german)
    assert.equal(translated?.summary, 'Jazz am Kai')
    assert.equal(pageWordsOf(fallback?.summary), 'Fair')
  })

  test('without description, price and page address are the description', async () => {
    const [, fair] = eventsIn(await read('/events.ics'))
    assert.equal(fair?.description, fair?.url)
  })

  test('the feed of one event has no calendar name', async () => {
    assert.doesNotMatch(await read(`/events/${full.id}.ics`), /^(NAME|X-WR-|SOURCE|REFRESH)/m)
  })

  test('the end of an all-day event is exclusive in iCalendar', async () => {
    const text = await read('/events.ics')
    assert.match(text, /^DTSTART;VALUE=DATE:20300702\r\nDTEND;VALUE=DATE:20300705\r$/m)
    const fair = JSON.parse(await read('/events.jscal.json')).entries[1]
    assert.deepEqual(
      [fair.start, fair.timeZone, fair.duration, fair.showWithoutTime],
      ['2030-07-02T00:00:00', null, 'P3D', true],
    )
  })

  test('the second occurrence of a local time is written in UTC', async () => {
    const times = { start_date: '2027-10-31T02:30+01:00', end_date: '2027-10-31 05:00', timezone: 'Europe/Berlin' }
    const { id } = await make.event({ title: 'Night', ...times })
    assert.match(await read(`/events/${id}.ics`), /^DTSTART:20271031T013000Z\r\nDTEND:20271031T040000Z\r$/m)
    const [night] = JSON.parse(await read(`/events/${id}.jscal.json`)).entries
    assert.deepEqual([night.start, night.timeZone, night.duration], ['2027-10-31T01:30:00', 'Etc/UTC', 'PT2H30M'])
    await server.ask('DELETE', `/events/${id}`, { as: 'editor' })
  })

  test('a change increases SEQUENCE and LAST-MODIFIED, and does not change UID', async () => {
    const changing = await make.event({ title: 'Changing' })
    const [before] = eventsIn(await read(`/events/${changing.id}.ics`))
    server.clock.now += 90
    await server.ask('PATCH', `/events/${changing.id}`, { as: 'editor', body: { title: 'Changed' } })
    const [later] = eventsIn(await read(`/events/${changing.id}.ics`))
    assert.ok(before && later)
    assert.equal(later.uid, before.uid)
    assert.deepEqual([Number(before.sequence), Number(later.sequence)], [0, 1])
    assert.equal(Number(later.lastmodified) - Number(before.lastmodified), 90_000)
    await server.ask('DELETE', `/events/${changing.id}`, { as: 'editor' })
  })

  test('SEQUENCE rises with every edit, also within one second: fields, texts, links, trash, return', async () => {
    const { id } = await make.event({ title: 'Edited often', tags: ['first'] })
    const idSequenceOfItem = async () => {
      const [event] = eventsIn(await read(`/events/${id}.ics`, { as: 'editor' }))
      return Number(event?.sequence)
    }
    const sequences = [await idSequenceOfItem()]
    for (const [method, path, body] of [
      ['PATCH', '', { website: 'https://often.example/' }],
      ['PATCH', '', { description: 'New' }],
      ['PATCH', '', { tags: ['second'] }],
      ['PUT', '/translations/de', { title: 'Oft' }],
      ['DELETE', '/translations/de', undefined],
      ['DELETE', '', undefined],
      ['PATCH', '', { status: 'publish' }],
      ['DELETE', '', undefined],
    ] as const) {
      const { status } = await server.ask(method, `/events/${id}${path}`, { as: 'editor', ...(body && { body }) })
      assert.ok(status < 300, `${method} ${path}: ${status}`)
      sequences.push(await idSequenceOfItem())
    }
    assert.deepEqual(sequences, [0, 1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('RSS has the required elements and the event module', async () => {
    const text = await read('/events.rss')
    const { title, link, description, items = [], language } = parseRssFeed(text)
    assert.deepEqual([title, link, description, language], ['Almanac', 'http://localhost/', 'Events of Almanac', 'en'])
    const [item] = items
    assert.equal(item?.guid?.isPermaLink, false)
    assert.ok(item?.pubDate)
    assert.deepEqual(
      item?.categories?.map(({ name }) => name),
      ['Music, live', 'open air'],
    )
    assert.equal(item?.enclosures?.[0]?.type, 'image/png')
    assert.match(String(item?.content?.encoded), /<li>Doors: 19:00<\/li>/)
    assert.match(text, /<ev:startdate>2030-07-01T19:30:00\+01:00<\/ev:startdate>/)
    assert.match(text, /<ev:startdate>2030-07-02<\/ev:startdate><ev:enddate>2030-07-04<\/ev:enddate>/)
    assert.match(text, /<atom:link href="http:\/\/localhost\/cal\/events\/v1\/events.rss" rel="self"/)
  })

  test('Atom has the required elements', async () => {
    const feed = parseAtomFeed(await read('/events.atom'))
    assert.match(String(feed.id), /^urn:uuid:/)
    assert.ok(feed.updated)
    assert.ok(feed.authors?.[0]?.name)
    assert.equal(feed.links?.find(({ rel }) => rel === 'self')?.href, 'http://localhost/cal/events/v1/events.atom')
    for (const entry of feed.entries ?? []) assert.ok(entry.id && entry.title && entry.updated)
    assert.deepEqual(
      feed.entries?.[0]?.categories?.map(({ term }) => term),
      ['Music, live', 'open air'],
    )
  })

  test('JSON Feed has the required fields and the `_event` extension', async () => {
    const text = await read('/events.feed.json')
    const feed = parseJsonFeed(text)
    assert.equal(JSON.parse(text).version, 'https://jsonfeed.org/version/1.1')
    assert.equal(feed.feed_url, 'http://localhost/cal/events/v1/events.feed.json')
    const [item] = JSON.parse(text).items
    assert.equal(item.external_url, 'https://quay.example/jazz?a=1&b=2')
    assert.equal(item._event.start, '2030-07-01T19:30:00+01:00')
    assert.equal(item._event.locations[0].latitude, 38.7085)
  })

  test('CSV does not quote numbers', async () => {
    const [row] = rowsIn(await read('/events.csv'))
    assert.deepEqual([row?.latitude, row?.longitude, row?.start], ['38.7085', '-9.1345', '2030-07-01 19:30:00'])
    assert.equal(row?.description, 'Three bands by the water; bring a coat, please.\nDoors: 19:00')
  })

  test('JSCalendar follows RFC 8984 and has the texts of the other languages', async () => {
    const group = JSON.parse(await read('/events.jscal.json'))
    assert.equal(group['@type'], 'Group')
    assert.ok(group.uid)
    const [event] = group.entries
    assert.equal(event['@type'], 'Event')
    assert.match(event.updated, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    assert.deepEqual([event.start, event.timeZone, event.duration], ['2030-07-01T19:30:00', 'Europe/Lisbon', 'PT2H30M'])
    assert.deepEqual(event.keywords, { 'Music, live': true, 'open air': true })
    assert.equal(event.locations[1].coordinates, 'geo:38.7085,-9.1345')
    assert.deepEqual(event.localizations.de, {
      title: 'Jazz am Kai',
      description: '<p>Drei Kapellen.</p>',
      'links/page/href': 'http://localhost/de/event/jazz-am-kai/',
      'locations/1/name': 'Hafenhalle',
    })
    assert.deepEqual(
      Object.values<{ '@type': string }>(event.participants).map((one) => one['@type']),
      ['Participant', 'Participant'],
    )
  })

  test('formats without event fields have time and venue in the text, in the language of the event', async () => {
    const [item] = parseRssFeed(await read('/events.rss', { root: 'de' })).items ?? []
    assert.match(String(item?.description), /^Wann: Montag, 1\. Juli 2030.*19:30.*\nWo: Hafenhalle, .*\nPreis: €10/)
    assert.equal(pageWordsOf(item?.title), 'Jazz am Kai')
  })
})
