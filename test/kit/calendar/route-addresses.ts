import {
  collectionNameOfKind,
  INDEXED_KINDS,
  isTermKind,
  KINDS,
  type Kind,
  TERM_KINDS,
} from '../../../src/core/kinds.ts'
import { PAGE_LANGUAGES } from '../../../src/core/language.ts'
import { apiReferenceFileRoutes } from '../../../src/http/openapi/reference/reference-routes.ts'
import { pathOfRecordIndex, SUGGESTIONS_PATH } from '../../../src/pages/page-paths.ts'
import { type makePublic, POSTS, type Post, type PostName, postsNamed } from './unpublished.ts'

type Calendar = Omit<Awaited<ReturnType<typeof makePublic>>, 'posts'> & { posts: readonly Post[] }

/** Queries for lists of events that together use every filter. */
const EVENT_QUERIES = ({ posts, category, tag }: Calendar) => [
  '',
  '?per_page=1',
  '?page=2&per_page=1',
  '?search=zqtitle',
  '?search=music',
  '?featured=1',
  '?featured=0',
  '?status=publish',
  '?fallback=0',
  '?fallback=1',
  '?translation_language=de',
  '?lang=de',
  '?_fields=id,title',
  '?geoloc=1',
  '?geoloc_lat=60.1&geoloc_lng=24.9',
  '?start_date=2029-01-01&end_date=2032-01-01',
  `?categories=${category.id}`,
  `?categories=${category.slug}`,
  `?tags=${tag.id}`,
  `?tags=${tag.slug}&categories=${category.id}`,
  `?include=${posts.map(({ id }) => id).join()}`,
  `?venue=${ofKind(posts, 'venues', String).join()}`,
  `?organizer=${ofKind(posts, 'organizers', String).join()}`,
  `?series=${ofKind(posts, 'series', String).join()}`,
  '?in_series=1',
  '?in_series=0',
]

/** Queries for lists that need the right to see unpublished records. */
const STATUS_QUERIES = ['?status=any&per_page=50', '?status=draft,pending,private,future,trash&per_page=50']

const PLACE_QUERIES = ({ posts }: Calendar) => [
  '',
  '?per_page=1',
  '?search=zqtitle',
  '?search=zqcity',
  '?search=zqemail',
  '?has_events=1',
  '?has_events=0',
  '?only_with_upcoming=1',
  '?status=publish',
  '?fallback=0',
  '?translation_language=de',
  `?include=${posts.map(({ id }) => id).join()}`,
]

const TERM_QUERIES = [
  '',
  '?per_page=1',
  '?search=zq',
  '?orderby=count&order=desc',
  '?hide_empty=1',
  '?fallback=0',
  '?slug=zqtagzqeditorzq',
]

const POST_QUERIES = ({ posts, category, tag }: Calendar) => [
  '?_embed&per_page=100',
  '?search=zqtitle',
  '?search=zqcity',
  `?include=${posts.map(({ id }) => id).join()}`,
  `?slug=${posts.map(({ slug }) => slug).join()}`,
  `?tribe_events_cat=${category.id}`,
  `?tags_exclude=${tag.id}`,
  '?orderby=modified&order=asc',
]

const ofKind = (posts: readonly Post[], name: PostName, address: (id: number, slug: string) => string) =>
  posts.filter((post) => post.name === name).map(({ id, slug }) => address(id, slug))

const FEEDS = ['ics', 'rss', 'atom', 'feed.json', 'csv', 'jscal.json']

/** Filters of the pages that list events. */
const PAGE_QUERIES = ({ category, tag }: Calendar) => [
  '',
  '?search=zqtitle',
  '?featured=1',
  `?categories=${category.slug}`,
  `?tags=${tag.slug}`,
]

/** Queries with which the address of a page becomes that of its feed. */
const FEED_QUERIES = ['?ical=1', '?outlook-ical=1&tribe-bar-search=zqtitle', '?feed=rss2', '?ical=1&eventDisplay=past']

/**
 * Maps every route that reads to the addresses of a calendar's records on it: paths below the namespace or, with
 * `host:`, of the host.
 */
export function addressesOf(calendar: Calendar): Record<string, string[]> {
  const { posts, category, tag, picture } = calendar
  const table: Record<string, string[]> = {}
  const api = (route: string, addresses: string[]) => {
    table[`/~api${route}`] = addresses
  }
  const site = (route: string, addresses: string[]) => {
    table[`/~site${route}`] = addresses.map((address) => `host:${address}`)
  }
  const wordpress = (route: string, addresses: string[]) => {
    table[`/~wordpress${route}`] = addresses.map((address) => `host:/wp-json${address}`)
  }
  for (const { name } of POSTS) {
    const queries = name === 'events' ? EVENT_QUERIES(calendar) : PLACE_QUERIES(calendar)
    api(
      `/${name}`,
      [...queries, ...STATUS_QUERIES].map((query) => `/${name}${query}`),
    )
    const byId = ofKind(posts, name, (id) => `/${name}/${id}`)
    const bySlug = ofKind(posts, name, (_, slug) => `/${name}/by-slug/${slug}`)
    api(`/${name}/:id(^\\d+$)`, [...byId, ...byId.map((path) => `${path}?translation_language=de`)])
    api(`/${name}/by-slug/:slug`, bySlug)
    api(
      `/${name}/:id(^\\d+$)/translations`,
      byId.map((path) => `${path}/translations`),
    )
    api(
      `/${name}/by-slug/:slug/translations`,
      bySlug.map((path) => `${path}/translations`),
    )
  }
  const ofRecords = [...POSTS.map(({ name }) => [name, ofKind(posts, name, String)] as const), ...termIdsOf(calendar)]
  for (const [name, ids] of ofRecords) {
    const paths = ids.map((id) => `/${name}/${id}/revisions`)
    api(`/${name}/:id(^\\d+$)/revisions`, paths)
    api(
      `/${name}/:id(^\\d+$)/revisions/:revision(^\\d+$)`,
      paths.map((path) => `${path}/1`),
    )
  }
  for (const format of FEEDS) {
    api(
      `/events.${format}`,
      EVENT_QUERIES(calendar).map((query) => `/events.${format}${query}`),
    )
    api(
      `/events/:id(^\\d+).${format}`,
      ofKind(posts, 'events', (id) => `/events/${id}.${format}`),
    )
    api(
      `/series/:id(^\\d+).${format}`,
      ofKind(posts, 'series', (id) => `/series/${id}.${format}?expand=1`),
    )
  }
  api(
    '/events/:id(^\\d+$)/occurrences',
    ofKind(posts, 'events', (id) => `/events/${id}/occurrences`),
  )
  for (const kind of TERM_KINDS) {
    const [name, { id }] = [collectionNameOfKind(kind), calendar[kind]]
    api(
      `/${name}`,
      TERM_QUERIES.map((query) => `/${name}${query}`),
    )
    api(`/${name}/:id(^\\d+$)`, [`/${name}/${id}`])
    api(`/${name}/:id(^\\d+$)/translations`, [`/${name}/${id}/translations`])
  }
  for (const path of ['', '/doc', '/docs', '/languages', '/settings', '/media', '/audit']) api(path, [path])
  for (const path of ['/imports/sources', '/imports/runs', '/submissions']) {
    api(path, [path])
    api(`${path}/:id(^\\d+$)`, [`${path}/1`])
  }
  api('/imports/runs/:id(^\\d+$)/problems', ['/imports/runs/1/problems'])
  api('/media/:id(^\\d+$)', [`/media/${picture.id}`])
  for (const { path } of apiReferenceFileRoutes()) api(path, [path])
  tecV1Of(calendar, table)
  wordpress('', ['/'])
  for (const path of ['', '/users/me', '/settings', '/media', '/types', '/taxonomies', '/users'])
    wordpress(`/wp/v2${path}`, [`/wp/v2${path}`])
  for (const [base, { id }] of [
    ['tribe_events_cat', category],
    ['tags', tag],
  ] as const) {
    wordpress(
      `/wp/v2/${base}`,
      // Unlike the other faces, WordPress lists terms without public events by default.
      [...TERM_QUERIES.filter((query) => query !== ''), '?'].map((query) => `/wp/v2/${base}${query}&hide_empty=1`),
    )
    wordpress(`/wp/v2/${base}/:id(^\\d+$)`, [`/wp/v2/${base}/${id}`])
  }
  for (const { name, postType: type } of POSTS) {
    wordpress(
      `/wp/v2/${type}`,
      ['', ...POST_QUERIES(calendar), ...STATUS_QUERIES].map((query) => `/wp/v2/${type}${query}`),
    )
    wordpress(
      `/wp/v2/${type}/:id(^\\d+$)`,
      ofKind(posts, name, (id) => `/wp/v2/${type}/${id}?_embed`),
    )
  }
  wordpress('/wp/v2/search', ['/wp/v2/search?search=zq', '/wp/v2/search?search=zqtitle', '/wp/v2/search?per_page=100'])
  wordpress('/oembed/1.0', ['/oembed/1.0'])
  wordpress('/oembed/1.0/embed', [
    ...posts.map(({ id }) => `/oembed/1.0/embed?url=http://localhost/?p=${id}`),
    ...ofKind(posts, 'events', (_, slug) => `/oembed/1.0/embed?url=http://localhost/event/${slug}/`),
  ])
  wordpress('/wp/v2/types/:type', ['/wp/v2/types/tribe_events'])
  wordpress('/wp/v2/taxonomies/:taxonomy', ['/wp/v2/taxonomies/post_tag'])
  wordpress('/wp/v2/users/:id(^\\d+$)', ['/wp/v2/users/1', '/wp/v2/users/2', '/wp/v2/users/3'])
  wordpress('/wp/v2/media/:id(^\\d+$)', [`/wp/v2/media/${picture.id}`])
  pagesOf(calendar, site)
  site('/share/:name', sharePicturesOf(calendar))
  return table
}

/** Addresses of generated pictures. Those with a former hash show the present picture. */
const sharePicturesOf = (calendar: Calendar): string[] =>
  ['home', 'list', 'month-2030-06', ...KINDS.flatMap((kind) => idsOf(calendar, kind).map((id) => `${kind}-${id}`))].map(
    (name) => `/share/${name}-000000000000.png`,
  )

const idsOf = (calendar: Calendar, kind: Kind): number[] =>
  isTermKind(kind)
    ? [calendar[kind].id]
    : calendar.posts.filter(({ name }) => name === collectionNameOfKind(kind)).map(({ id }) => id)

const termIdsOf = (calendar: Calendar) =>
  TERM_KINDS.map((kind) => [collectionNameOfKind(kind), [String(calendar[kind].id)]] as const)

/** Addresses of the tec/v1 API; requests to them need the header `X-TEC-EEA`. */
function tecV1Of({ posts, category, tag }: Calendar, table: Record<string, string[]>): void {
  const add = (route: string, addresses: string[]) => {
    table[`/~api-tec-v1${route}`] = addresses.map((address) => `host:/wp-json/tec/v1${address}`)
  }
  const ids = posts.map(({ id }) => id).join()
  const queries = [
    ...['', '?per_page=1', '?search=zqtitle', '?orderby=title&order=DESC', '?status=draft,pending,private,future'],
    ...[`?include=${ids}`, `?exclude=${ids}`, '?_fields=id,title', '?context=edit', '?lang=de'],
  ]
  const eventQueries = [
    '?in_series=1',
    `?categories=${category.id}`,
    `?tags=${tag.id}`,
    '?starts_after=2029-01-01',
    '?featured=1',
  ]
  const placeQueries = ['?has_events=1', '?only_with_upcoming=1']
  add('', [''])
  add('/docs', ['/docs'])
  for (const name of ['events', 'venues', 'organizers', 'series'] as const) {
    const own = name === 'events' ? eventQueries : placeQueries
    add(
      `/${name}`,
      [...queries, ...own].map((query) => `/${name}${query}`),
    )
    const byId = ofKind(posts, name, (id) => `/${name}/${id}`)
    add(`/${name}/:id(^\\d+$)`, [...byId, ...byId.map((path) => `${path}?context=edit`)])
  }
}

function pagesOf(calendar: Calendar, site: (route: string, addresses: string[]) => void): void {
  const { posts, category, tag, picture } = calendar
  const queried = (path: string) => PAGE_QUERIES(calendar).map((query) => path + query)
  const byId = posts.flatMap(({ name, id }) => [`/?post_type=${postsNamed(name).postType}&p=${id}`, `/?p=${id}`])
  site('', ['/', '/de/', ...byId, ...byId.slice(0, 1).map((path) => `${path}&ical=1`)])
  site('/index.php', ['/index.php'])
  for (const root of ['/events', '/embed']) {
    for (const view of ['map', 'past', 'now', 'weekend']) site(`${root}/${view}`, queried(`${root}/${view}/`))
    for (const [view, period] of [
      ['month', '2030-07'],
      ['week', '2030-07-01'],
      ['day', '2030-07-01'],
      ['list', '2029-01-01'],
    ]) {
      site(`${root}/${view}`, [
        ...queried(`${root}/${view}/`),
        ...FEED_QUERIES.map((query) => `${root}/${view}/${query}`),
      ])
      site(`${root}/${view}/:period`, queried(`${root}/${view}/${period}/`))
    }
  }
  site('/events', ['/events/', ...FEED_QUERIES.map((query) => `/events/${query}`)])
  site('/events/tag/:slug', [`/events/tag/${tag.slug}/`, `/events/tag/${tag.slug}/?ical=1`])
  // The router reports wildcards without the segments before them.
  const categoryPage = `/events/category/${category.slug}/`
  site('/events*', [
    categoryPage,
    `${categoryPage}?ical=1`,
    `${categoryPage}feed/`,
    `${categoryPage}list/`,
    '/events/2030-07/',
  ])
  const suffixed: string[] = []
  for (const { name, pagePath: prefix } of POSTS) {
    const pages = ofKind(posts, name, (_, slug) => `/${prefix}/${slug}/`)
    site(`/${prefix}/:slug`, [...pages, ...pages.map((page) => `${page}?ical=1`)])
    suffixed.push(...pages.flatMap((page) => [`${page}ical/`, `${page}feed/`]))
  }
  site('/event*', suffixed)
  site(
    '/series*',
    suffixed.filter((page) => page.startsWith('/series/')),
  )
  for (const kind of INDEXED_KINDS) {
    const path = pathOfRecordIndex(kind)
    site(path.slice(0, -1), [path, `${path}?letter=Z`, `${path}?page=2`])
  }
  site(
    SUGGESTIONS_PATH.slice(0, -1),
    ['zqtitle', 'zqcity', 'zq'].map((text) => `${SUGGESTIONS_PATH}?search=${text}`),
  )
  const bySlug = posts.map(({ name, slug }) => `/?${postsNamed(name).postType}=${slug}`)
  const underEvents = ofKind(posts, 'events', (_, slug) => `/events/${slug}/`)
  site('*', [`/tag/${tag.slug}/`, `/tag/${tag.slug}/feed/`, ...bySlug, ...underEvents])
  site('/event', ['/event/'])
  site('/feed', ['/feed/'])
  site('/feed*', ['/feed/atom/'])
  site('/embed', ['/embed/'])
  site('/sitemap.xml', ['/sitemap.xml'])
  const kinds = [...KINDS, 'views']
  site(
    '/sitemap-:kind(^[a-z]+)-:from(^\\d+).xml',
    kinds.map((kind) => `/sitemap-${kind}-0.xml`),
  )
  for (const path of [
    '/robots.txt',
    '/llms.txt',
    '/embed/almanac-calendar.js',
    '/embed/almanac-calendar-week.js',
    '/embed/almanac-calendar-preview.js',
    ...PAGE_LANGUAGES.filter((language) => language !== 'en').map((code) => `/embed/almanac-calendar-${code}.js`),
    '/embed/example.css',
  ])
    site(path, [path])
  site('/media/:fileName', [`/media/${picture.fileName}`])
  for (const path of ['/health', '/health/live', '/health/ready']) site(path, [path])
}
