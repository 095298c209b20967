import assert from 'node:assert/strict'
import { test } from 'node:test'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import {
  dividePublicPagesIntoRanges,
  readPublicPagesOfRange,
} from '../../src/collections/records/public-pages-of-records.ts'
import { NATIVE } from '../../src/core/faces.ts'
import { createUrlBuilder } from '../../src/core/urls.ts'
import {
  apiAndFeedLinks,
  apiDiscoveryHeaders,
  apiDiscoveryMetaElements,
} from '../../src/feeds/site/api-and-feed-links.ts'
import { formatSitemapIndex, SITEMAP_RECORDS_MAX } from '../../src/feeds/site/sitemap.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { loadScope } from '../kit/engines/load-scope.ts'
import { assertWellFormed } from '../kit/formats/feeds.ts'
import { withServer } from '../kit/server/with-server.ts'

interface Mapped {
  loc: string
  lastmod?: string
  'xhtml:link'?: { '@_hreflang': string; '@_href': string }[]
}

const mapped = (text: string): Mapped[] => {
  assertWellFormed(text)
  const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === 'url' || name === 'xhtml:link' })
  return parser.parse(text).urlset.url
}

forEachEngine('files for crawlers', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)

  const read = async (path: string, options = {}) => {
    const { status, headers, bytes } = await server.ask('GET', `host:${path}`, options)
    assert.equal(status, 200, path)
    return { text: bytes.toString(), type: String(headers['content-type']), headers }
  }

  test('the sitemap lists every public page in each of its languages, and nothing else', async () => {
    const above = await make.category({ name: 'Music' })
    const below = await make.category({ name: 'Jazz', parent: above.id })
    const tag = await make.tag({ name: 'Größe & <more>' })
    const venue = await make.venue()
    const organizer = await make.organizer()
    const event = await make.event({ title: 'Night', categories: [below.id], tags: [tag.id] })
    await server.ask('PUT', `/events/${event.id}/translations/de`, { as: 'editor', body: { title: 'Nacht' } })
    const tags = [(await make.tag({ name: 'Secret tag' })).id]
    for (const status of ['draft', 'pending', 'private']) await make.event({ title: `Secret ${status}`, status, tags })
    await make.event({ title: 'Secret future', status: 'future', date: '2031-01-01', tags })
    await make.event({ title: 'Secret hidden', hide_from_listings: true, tags })
    const gone = await make.event({ title: 'Secret gone' })
    await server.ask('DELETE', `/events/${gone.id}`, { as: 'editor' })
    await make.venue({ venue: 'Secret venue', status: 'draft' })
    for (const options of [{}, { headers: { 'accept-encoding': 'identity' } }]) {
      const { text, type } = await read('/sitemap.xml', options)
      assert.equal(type, 'application/xml; charset=utf-8')
      assert.doesNotMatch(text, /secret/i)
      const found = mapped(text)
      const addresses = found.map(({ loc }) => loc)
      for (const record of [above, below, venue, organizer, event])
        assert.ok(addresses.includes(record.url), record.url)
      assert.ok(addresses.includes(new URL(tag.url).href))
      assert.ok(addresses.includes('http://localhost/de/event/nacht/'))
      assert.ok(addresses.includes('http://localhost/'))
      assert.equal(new Set(addresses).size, addresses.length)
      const night = found.find(({ loc }) => loc === event.url)
      assert.equal(night?.lastmod, '2030-06-15T12:00:00Z')
      assert.deepEqual(
        night?.['xhtml:link']?.map((link) => [link['@_hreflang'], link['@_href']]),
        [
          ['en', event.url],
          ['de', 'http://localhost/de/event/nacht/'],
          ['x-default', event.url],
        ],
      )
    }
    const signedIn = (await server.ask('GET', 'host:/sitemap.xml', { as: 'editor' })).bytes.toString()
    assert.doesNotMatch(signedIn, /secret/i)
  })

  test('every address in the sitemap responds with 200', async () => {
    for (const { loc } of mapped((await read('/sitemap.xml')).text)) {
      const { status } = await server.ask('GET', `host:${loc.slice('http://localhost'.length)}`)
      assert.equal(status, 200, loc)
    }
  })

  test('a category or tag without public events is not in the sitemap', async () => {
    const [category, tag] = [await make.category(), await make.tag()]
    const has = async () => {
      const { text } = await read('/sitemap.xml')
      return [text.includes(`/${category.slug}/`), text.includes(`/${tag.slug}/`)]
    }
    const { id } = await make.event({ categories: [category.id], tags: [tag.id] })
    assert.deepEqual(await has(), [true, true])
    await server.ask('PATCH', `/events/${id}`, {
      as: 'editor',
      body: { start_date: '2030-08-01', end_date: '2030-08-01' },
    })
    assert.deepEqual(await has(), [true, true])
    await server.ask('DELETE', `/events/${id}`, { as: 'editor' })
    assert.deepEqual(await has(), [false, false])
  })

  test('the sitemap of a large calendar is split into parts that list each page once', async () => {
    for (let count = 0; count < 7; count++) await make.event({ title: `Part ${count}` })
    const scope = loadScope(server.db)
    const { ranges, total } = await dividePublicPagesIntoRanges(scope, 3)
    const seen: string[] = []
    for (const range of ranges) {
      for await (const pages of readPublicPagesOfRange(scope, range, 3))
        seen.push(...pages.map(({ addresses }) => String(addresses[0]?.address)))
    }
    assert.deepEqual([seen.length, new Set(seen).size], [total, total])
    assert.ok(ranges.length > 5 && SITEMAP_RECORDS_MAX * scope.languages.length <= 50_000)
    const [first] = ranges
    assert.ok(mapped((await read(`/sitemap-${first?.kind}-${first?.from}.xml`)).text).length > 0)
    assert.equal(mapped((await read('/sitemap-views-0.xml')).text).length, 30)
    assert.equal((await server.ask('GET', 'host:/sitemap-nothing-1.xml')).status, 404)
    assert.equal(XMLValidator.validate(formatSitemapIndex(['https://a.example/sitemap-event-1.xml'])), true)
  })

  test('each page names what it shows in the API of The Events Calendar', async () => {
    const category = await make.category({ name: 'Opera' })
    const tag = await make.tag({ name: '日本' })
    const numbered = await make.tag({ name: '1999' })
    const [venue, organizer] = [await make.venue(), await make.organizer()]
    const event = await make.event({
      categories: [category.id],
      tags: [tag.id, numbered.id],
      venue: venue.id,
      organizer: organizer.id,
    })
    const root = 'http://localhost/wp-json/tribe/events/v1/'
    for (const [page, address, id] of [
      [event.url, `${root}events/${event.id}`, event.id],
      [venue.url, `${root}venues/${venue.id}`, venue.id],
      [organizer.url, `${root}organizers/${organizer.id}`, organizer.id],
      [category.url, `${root}events/?categories=opera`, event.id],
      [new URL(tag.url).href, `${root}events/?tags=${encodeURIComponent(tag.slug)}`, event.id],
      [numbered.url, `${root}events/?tags=${numbered.id}`, event.id],
      ['http://localhost/events/list/?categories=opera', root, undefined],
      ['http://localhost/', root, undefined],
    ] as const) {
      const { text, headers } = await read(page.slice('http://localhost'.length))
      assert.equal(headers['x-tec-api-root'], address)
      assert.ok(text.includes(`<link rel="alternate" href="${address}" type="application/json">`), page)
      assert.match(String(headers.link), /<http:\/\/localhost\/wp-json\/>; rel="https:\/\/api\.w\.org\/"/)
      const { status, body } = await server.ask('GET', `host:${address.slice('http://localhost'.length)}`)
      assert.equal(status, 200, address)
      if (id !== undefined)
        assert.deepEqual(body.id ?? body.events.map((one: { id: number }) => one.id), body.id ? id : [id])
    }
    const { headers } = await read(`/de/event/${event.slug}/`)
    assert.equal(headers['x-tec-api-root'], `http://localhost/de/wp-json/tribe/events/v1/events/${event.id}`)
  })

  test('robots.txt names the sitemap and excludes endless views', async () => {
    const { text, type } = await read('/robots.txt')
    assert.match(type, /^text\/plain/)
    assert.match(text, /^Sitemap: http:\/\/localhost\/sitemap\.xml$/m)
    assert.match(text, /^Disallow: \/de\/events\/week\/$/m)
    assert.doesNotMatch(text, /events\/(month|day)/)
    assert.match(text, /^Disallow: \/\*\?$/m)
    assert.match(text, /^Allow: \/embed\/almanac-calendar$/m)
    assert.equal(text, (await read('/de/robots.txt')).text)
  })

  test('llms.txt links to pages, feeds and the API', async () => {
    const { text, type } = await read('/llms.txt')
    assert.match(type, /^text\/plain/)
    assert.match(text, /^# Almanac\n\n> /)
    for (const [, address = ''] of text.matchAll(/\]\((http[^)]+)\)/g)) {
      const { status } = await server.ask('GET', `host:${address.slice('http://localhost'.length)}`)
      assert.equal(status, 200, address)
    }
  })

  test('these files are cached for anonymous callers', async () => {
    for (const path of ['/sitemap.xml', '/robots.txt', '/llms.txt']) {
      const { headers } = await read(path)
      const known = await server.ask('GET', `host:${path}`, { headers: { 'if-none-match': String(headers.etag) } })
      assert.equal(known.status, 304, path)
    }
  })
})

test('pages announce the API to clients of The Events Calendar, and the feeds to all', () => {
  const { site, languages } = loadScope({} as never)
  const place = {
    site,
    languages,
    language: 'de' as const,
    urls: createUrlBuilder({ main: 'https://a.example' }, '/de', NATIVE, languages),
  }
  assert.deepEqual(apiDiscoveryHeaders(place), {
    'x-tec-api-version': 'v1',
    'x-tec-api-root': 'https://a.example/de/wp-json/tribe/events/v1/',
    'x-tec-api-origin': 'https://a.example',
    link: '<https://a.example/de/wp-json/>; rel="https://api.w.org/"',
  })
  assert.deepEqual(apiDiscoveryMetaElements(place), [
    { name: 'tec-api-version', content: 'v1' },
    { name: 'tec-api-origin', content: 'https://a.example' },
  ])
  const links = apiAndFeedLinks(place, { filters: { categories: 'jazz' } })
  assert.deepEqual(links[0], {
    rel: 'alternate',
    href: 'https://a.example/de/cal/events/v1/events.ics?categories=jazz',
    type: 'text/calendar',
    title: 'Almanac: Kalender (iCalendar)',
  })
  assert.ok(links.some(({ href }) => href === 'https://a.example/de/wp-json/tribe/events/v1/'))
  assert.ok(
    apiAndFeedLinks(place, { record: { kind: 'event', id: 15 } }).some(({ href }) => href.endsWith('/events/15.ics')),
  )
})
