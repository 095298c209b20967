import { deepEqual, equal, match, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'php-serialize'
import { createSourceContentOfBuffer } from '../../src/import/sources/source-content.ts'
import type { SiteResponse } from '../../src/import/sources/tec/tec-site-client.ts'
import { findLikelyTranslationsOnTecSite } from '../../src/import/sources/tec/tec-source.ts'
import { verifyTecImport } from '../../src/import/sources/tec/verify-tec-import.ts'
import type { Join } from '../../src/import/sources/translations/record-in-one-language.ts'
import {
  formatTranslationJoinFile,
  parseTranslationJoinFile,
} from '../../src/import/sources/translations/translation-join-file.ts'
import { createWxrImportSource } from '../../src/import/sources/wxr/wxr-source.ts'
import { importFrom } from '../kit/calendar/importing.ts'
import { siteEvent, tecSite } from '../kit/calendar/tec-site.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { loadScope } from '../kit/engines/load-scope.ts'
import { withServer } from '../kit/server/with-server.ts'

type Json = Record<string, unknown>

const published = {
  status: 'publish',
  author: '7',
  date_utc: '2029-05-01 08:00:00',
  modified_utc: '2029-06-01 09:00:00',
}
const venue = (id: number, name: string, path: string): Json => ({
  ...published,
  ...{ id, venue: name, slug: name.toLowerCase(), address: 'Quay 1', zip: '12345', description: '', phone: '' },
  url: `https://old.example${path}`,
})
const german = (id: number, slug: string, title: string, fields: Json = {}) =>
  siteEvent(id, slug, {
    ...{ title, description: `<p>Text auf Deutsch ${id}</p>`, url: `https://old.example/de/event/${slug}/` },
    ...{ venue: { id: 121 }, organizer: [], categories: [{ id: 112 }], ...fields },
  })
const english = (id: number, slug: string, fields: Json = {}) =>
  siteEvent(id, slug, { title: slug, organizer: [], categories: [{ id: 12 }], ...fields })

/** The lists of a site in two languages. */
const LISTS: Record<'en' | 'de', Record<string, Json[]>> = {
  en: {
    categories: [{ id: 12, name: 'Jazz', slug: 'jazz', parent: 0 }],
    venues: [venue(21, 'Harbour', '/venue/harbour/')],
    events: [
      english(101, 'concert', { start_date: '2031-03-01 20:00:00' }),
      english(102, 'lecture', { start_date: '2031-03-02 20:00:00' }),
      english(103, 'only-english', { start_date: '2031-03-03 20:00:00' }),
    ],
  },
  de: {
    categories: [{ id: 112, name: 'Jazzmusik', slug: 'jazz-de', parent: 0 }],
    venues: [venue(121, 'Hafen', '/de/venue/hafen/')],
    events: [
      german(201, 'konzert', 'Konzert', { start_date: '2031-03-01 20:00:00' }),
      german(202, 'vortrag', 'Vortrag', { start_date: '2031-03-02 20:00:00' }),
      german(203, 'nur-deutsch', 'Nur deutsch', { start_date: '2031-03-09 20:00:00' }),
    ],
  },
}

/** What plugins say in `wp/v2` about translations, by id. */
const NAMED: Readonly<Record<number, Json>> = {
  112: { lang: 'de', translations: { en: 12, de: 112 } },
  121: { lang: 'de', translations: { en: 21, de: 121 } },
  201: { wpml_current_locale: 'de_DE', wpml_translations: [{ locale: 'en_US', id: 101 }] },
  202: { lang: 'de', translations: [] },
}

const json = (body: unknown, status = 200): SiteResponse => ({
  status,
  headers: { 'content-type': 'application/json', 'x-tec-totalpages': '1' },
  body: JSON.stringify(body),
})

/** A site in two languages: German below `/de/`. `names` is whether it names its translations. */
function siteInTwoLanguages(names: boolean, joins: readonly Join[] = []) {
  const answer = (url: URL): SiteResponse | undefined => {
    const language = url.searchParams.get('lang')
    if (language !== 'en' && language !== 'de') return undefined
    equal(url.pathname.startsWith('/de/wp-json/'), language === 'de')
    const [list = '', id] = url.pathname.split('/').slice(-2)
    const [, last = ''] = /([a-z]+)$/.exec(url.pathname) ?? []
    if (last in LISTS.en) return json({ [last]: LISTS[language][last], total: LISTS[language][last]?.length })
    if (/tags|organizers$/.test(url.pathname)) return json({ [last]: [] })
    if (url.pathname.includes('/wp/v2/')) return json(names ? { id: Number(id), ...NAMED[Number(id)] } : {})
    const found = LISTS[language][list]?.find((one) => one.id === Number(id))
    return found ? json(found) : json({ code: 'not_found' }, 404)
  }
  const root = (url: URL) =>
    url.pathname === '/de/wp-json/' ? json({ namespaces: ['tribe/events/v1', 'wp/v2'] }) : answer(url)
  return tecSite({ answer: root, options: { languages: ['en', 'de'], joins } })
}

const WITHOUT_PICTURES = { readPicture: async () => undefined, fetchPicture: async () => undefined }

const element = (name: string, text: unknown) => `<${name}><![CDATA[${text}]]></${name}>`

/** A post of an export in a language; German ones are a translation of the English one of the group. */
const post = (id: number, title: string, language: string, status = 'publish') =>
  `<item>${[
    element('title', title),
    element('wp:post_id', id),
    element('wp:post_type', 'tribe_events'),
    element('wp:post_name', title.toLowerCase()),
    element('wp:status', status),
    element('content:encoded', `Text of ${title}`),
    element('wp:post_date_gmt', '2029-05-01 08:00:00'),
    ...['Start', 'End'].map(
      (name) =>
        `<wp:postmeta>${element('wp:meta_key', `_Event${name}Date`)}${element('wp:meta_value', '2032-05-01 20:00:00')}</wp:postmeta>`,
    ),
    `<category domain="language" nicename="${language}">x</category>`,
    '<category domain="post_translations" nicename="pll_1">x</category>',
    `<category domain="tribe_events_cat" nicename="${language === 'de' ? 'maerkte' : 'markets'}">x</category>`,
  ].join('')}</item>`

const term = (id: number, taxonomy: string, slug: string, description = '') =>
  `<wp:term>${element('wp:term_id', id)}${element('wp:term_taxonomy', taxonomy)}${element('wp:term_slug', slug)}${element('wp:term_name', slug)}${element('wp:term_description', description)}</wp:term>`

const POLYLANG = `<rss><channel><wp:base_blog_url>https://pll.example</wp:base_blog_url>
${term(901, 'tribe_events_cat', 'maerkte')}${term(902, 'tribe_events_cat', 'markets')}
${term(903, 'term_translations', 'pll_2', serialize({ en: 902, de: 901 }))}
${post(801, 'Markt', 'de')}${post(802, 'Market', 'en')}${post(803, 'Entwurf', 'de', 'draft')}
</channel></rss>`

forEachEngine('imports of sites in several languages', (engine) => {
  const server = withServer(engine)
  const textsOf = async (path: string) => {
    const { body } = await server.ask('GET', `${path}/translations`, { as: 'editor' })
    return body.translations.map(({ language, title, venue: name, slug, ...rest }: Json) => [
      language,
      title ?? name ?? rest.name,
      slug,
    ])
  }

  test('translations that the site names become texts of one record', async () => {
    const { counts, problems } = await importFrom(server.db, siteInTwoLanguages(true).source)
    deepEqual(counts, { categories: { created: 1 }, venues: { created: 1 }, events: { created: 5 } })
    deepEqual(
      problems.map(({ message }) => message),
      [
        'The site seems to contain 1 records in several languages without saying so. --join <file> lists them for you to check.',
      ],
    )
    deepEqual(await textsOf('/events/101'), [
      ['en', 'concert', 'concert'],
      ['de', 'Konzert', 'konzert'],
    ])
    deepEqual(await textsOf('/venues/21'), [
      ['en', 'Harbour', 'harbour'],
      ['de', 'Hafen', 'hafen'],
    ])
    deepEqual(await textsOf('/categories/12'), [
      ['en', 'Jazz', 'jazz'],
      ['de', 'Jazzmusik', 'jazz-de'],
    ])
  })

  test('a record without translation has its language, and refers to the records that its translations mean', async () => {
    const { body } = await server.ask('GET', '/events/203')
    deepEqual([body.original_language, body.venue.id, body.categories[0].id, body.slug], ['de', 21, 12, 'nur-deutsch'])
    deepEqual(await textsOf('/events/103'), [['en', 'only-english', 'only-english']])
  })

  test('another run writes nothing, and the old addresses of translations lead to their records', async () => {
    const { counts } = await importFrom(server.db, siteInTwoLanguages(true).source)
    deepEqual(counts, { categories: { unchanged: 1 }, venues: { unchanged: 1 }, events: { unchanged: 5 } })
    for (const [path, wanted] of [
      ['/?p=201', '/event/concert/'],
      ['/de/?p=201', '/de/event/konzert/'],
      ['/?p=121', '/venue/harbour/'],
    ]) {
      const { status, headers } = await server.ask('GET', `host:${path}`)
      deepEqual([status, headers.location], [301, wanted], path)
    }
  })

  test('a comparison with the site includes translations, and counts events in each language', async () => {
    const compare = async () => {
      const { options } = siteInTwoLanguages(true)
      const { compared, differences } = await verifyTecImport(loadScope(server.db), 'tec:old.example', options)
      equal(compared, 6)
      const ofMonths = differences.filter((text) =>
        /^\d{4}-\d\d: 3 public events there in (?:en|de), 0 here$/.test(text),
      )
      // The lists of this site have the same total for all months. It is right only in March 2031, in both languages.
      equal(ofMonths.length, 46)
      return differences.filter((text) => !ofMonths.includes(text))
    }
    const repaired = await compare()
    // These events end before they start on the site.
    deepEqual(
      repaired.map((text) => text.replace(/ ".*"/, '')),
      [102, 103, 202, 203].map((id) => `event ${id}: end_date`),
    )
    const path = '/events/101/translations/de'
    await server.ask('PUT', path, { as: 'editor', body: { title: 'Unser Konzert' } })
    deepEqual(await compare(), ['event 101 "concert": title (de), description (de)', ...repaired])
    await server.ask('PUT', path, { as: 'editor', body: { title: 'Konzert' } })
  })

  test('likely translations are proposed, and joined when the owner confirms them', async () => {
    const { options } = siteInTwoLanguages(false)
    const likely = await findLikelyTranslationsOnTecSite(options)
    deepEqual(
      likely.map(({ kind, ids }) => [kind, ids]),
      [
        ['category', { en: '12', de: '112' }],
        ['venue', { en: '21', de: '121' }],
        ['event', { en: '101', de: '201' }],
        ['event', { en: '102', de: '202' }],
      ],
    )
    const joins = parseTranslationJoinFile(formatTranslationJoinFile(likely))
    const { counts, problems } = await importFrom(server.db, siteInTwoLanguages(true, joins).source)
    deepEqual(counts.events, { unchanged: 3, updated: 1 })
    deepEqual(await textsOf('/events/102'), [
      ['en', 'lecture', 'lecture'],
      ['de', 'Vortrag', 'vortrag-2'],
    ])
    match(problems[0]?.message ?? '', /“202” was imported as a record of its own before/)
  })

  test('an export of Polylang is joined like the site', async () => {
    const name = 'wxr:polylang.xml'
    const options = { timezone: 'Europe/Berlin', languages: ['en', 'de'] as const, ...WITHOUT_PICTURES }
    const read = () => createWxrImportSource(createSourceContentOfBuffer(Buffer.from(POLYLANG), name), name, options)
    const { counts } = await importFrom(server.db, read(), { keepIds: false })
    deepEqual(counts, { categories: { created: 1 }, events: { created: 2 } })
    const { body } = await server.ask('GET', '/events/by-slug/market')
    deepEqual(await textsOf(`/events/${body.id}`), [
      ['en', 'Market', 'market'],
      ['de', 'Markt', 'markt'],
    ])
    equal((await server.ask('GET', '/events/by-slug/entwurf', { as: 'editor' })).body.status, 'draft')
    deepEqual((await importFrom(server.db, read(), { keepIds: false })).counts.events, { unchanged: 2 })
  })
})

test('the file of translations names the line that is wrong', () => {
  throws(() => parseTranslationJoinFile('# comment\n\nevent en=1 en=2'), /line 3 is not like "event en=101 de=157"/)
  throws(() => parseTranslationJoinFile('song en=1 de=2'), /line 1/)
  throws(() => parseTranslationJoinFile('event en=1'), /line 1/)
  deepEqual(parseTranslationJoinFile('event en=1 de=2 # Choir = Chor\r\n'), [
    { kind: 'event', ids: { en: '1', de: '2' } },
  ])
})
