import type { Key } from '../../collections/collection.ts'
import { CalendarError } from '../../core/errors.ts'
import { isHierarchicalKind, KIND_PROPERTIES, KINDS, type Kind, POST_KINDS } from '../../core/kinds.ts'
import { parseId } from '../../core/schema/field-types.ts'
import type { FeedFormatName } from '../../feeds/feed-formats.ts'
import type { ViewName } from '../../pages/page-paths.ts'
import { FILTER_PARAMETERS, hasTecFilterParameter } from '../../pages/parse-event-filter-of-page.ts'

/**
 * The meaning of the address of a page: view, date, filter, record, format. The Events Calendar has several addresses
 * for the same page (`/events/2031-02/`, `/?post_type=tribe_events&eventDisplay=month&eventDate=2031-02`), and
 * addresses of the same page have the same meaning.
 */
export interface PageAddress {
  record?: RecordName
  view?: ViewName
  /** The date or month in the address, and the name of the query parameter for error messages. */
  date?: { name: string; text: string }
  /** Page number in lists of The Events Calendar, whose length is the setting `per_page`. */
  page?: number
  /** The format, if the address asks for the events of the page as a feed. */
  format?: FeedFormatName
  /** Filter parameters that the path of the address contains, such as a category. */
  filter?: Record<string, string>
  /**
   * Set if the query has parameters of The Events Calendar, so that the path `/` means the calendar and not the front
   * page.
   */
  isCalendar?: true
}

/** How an address names a record. Without a kind, the id may belong to a post or a picture. */
export type RecordName = { kind: Kind; key: Key } | { kind?: undefined; key: { id: number } }

/**
 * Maps the names of views in The Events Calendar to views of this server. Views that do not exist here become the list.
 */
const VIEWS = new Map<string, ViewName>([
  ...(['list', 'month', 'week', 'day', 'map', 'past', 'now', 'weekend'] as const).map((view) => [view, view] as const),
  ['today', 'day'],
  ...['upcoming', 'photo', 'summary', 'all', 'default'].map((name) => [name, 'list'] as const),
])

const NEWS_FORMATS = new Map<string, FeedFormatName>([
  ...['feed', 'rss', 'rss2', 'rdf'].map((name) => [name, 'rss'] as const),
  ['atom', 'atom'],
])

/** The last one or two segments that a path may have (`/page/2`, `/2031-02`, `/feed`), each with its meaning. */
const SUFFIXES: readonly (readonly [RegExp, (value: string) => Partial<PageAddress>])[] = [
  [/\/ical$/, () => ({ format: 'ics' })],
  [/\/feed(?:\/(?:feed|rss2?|rdf))?$/, () => ({ format: 'rss' })],
  [/\/feed\/atom$/, () => ({ format: 'atom' })],
  [/\/page\/(\d+)$/, (value) => ({ page: pageNumber(value) })],
  [/\/featured$/, () => ({ filter: { featured: '1' } })],
  [/\/(\d{4}-\d\d)$/, (text) => ({ view: 'month', date: { name: 'date', text } })],
  // Matches `/2031-05-06/1930` or `/2031-05-06/2`: a date of a repeated event by its day and its time, or by its number
  // among the dates of the day.
  [/\/(\d{4}-\d\d-\d\d\/(?:\d{4}(?:\d\d)?|[2-9]|[1-9]\d\d?))$/, (text) => ({ date: { name: 'date', text } })],
  [/\/(\d{4}-\d\d-\d\d)$/, (text) => ({ view: 'day', date: { name: 'date', text } })],
  [new RegExp(`/(${[...VIEWS.keys()].join('|')})$`), (name) => viewNamed(name)],
]

const CALENDAR_PATH = /^(?:|\/index\.php|\/events?|\/embed)$/

const OWN_RECORD_PATHS: readonly (readonly [RegExp, Kind])[] = KINDS.map((kind) => [
  recordPathPattern(KIND_PROPERTIES[kind].pagePath, kind),
  kind,
])

/** Patterns for the paths of records: the paths of this server, and those of WordPress that differ from them. */
const RECORD_PATHS: typeof OWN_RECORD_PATHS = [
  ...OWN_RECORD_PATHS,
  [recordPathPattern('events', 'event'), 'event'],
  [recordPathPattern('tag', 'tag'), 'tag'],
]

/**
 * Matches the path of a record. The path of a category begins with the slugs of its ancestors, which are not checked.
 */
function recordPathPattern(prefix: string, kind: Kind): RegExp {
  return new RegExp(`^/${prefix}/${isHierarchicalKind(kind) ? '(?:.+/)?' : ''}([^/]+)$`)
}

/**
 * Query parameters of The Events Calendar and WordPress for pages, each with its meaning. Empty ones are ignored,
 * except `ical`.
 */
const PARAMETERS: Readonly<Record<string, (value: string, name: string) => Partial<PageAddress>>> = {
  ical: () => ({ format: 'ics' }),
  'outlook-ical': () => ({ format: 'ics' }),
  feed: (value) => withFormat(NEWS_FORMATS.get(value)),
  eventDisplay: viewNamed,
  tribe_event_display: viewNamed,
  'tribe-bar-view': viewNamed,
  eventDate: (text, name) => ({ date: { name, text } }),
  'tribe-bar-date': (text, name) => ({ date: { name, text } }),
  paged: (value) => ({ page: pageNumber(value) }),
  tribe_paged: (value) => ({ page: pageNumber(value) }),
}

/**
 * The names of all query parameters of pages. Handlers of pages get no others, and the cache key of a page contains no
 * others.
 */
export const PAGE_PARAMETERS: ReadonlySet<string> = new Set([
  ...['page', 'letter', 'post_type', 'p', 'attachment_id', 'name'],
  ...POST_KINDS.map((kind) => KIND_PROPERTIES[kind].postType),
  ...Object.keys(PARAMETERS),
  ...FILTER_PARAMETERS,
])

const withFormat = (format: FeedFormatName | undefined): Partial<PageAddress> => (format ? { format } : {})

function viewNamed(name: string): Partial<PageAddress> {
  const view = VIEWS.get(name.toLowerCase())
  if (view === undefined) throw new CalendarError('rest_no_route')
  return { view }
}

function pageNumber(text: string): number {
  const number = parseId(text)
  if (number === undefined) throw new CalendarError('rest_no_route')
  return number
}

/** Whether an address names nothing: no view, date, page number, format, filter or record, as the path `/` alone. */
export const doesPageAddressNameNothing = (address: PageAddress) => Object.keys(address).length === 0

/**
 * Reads the query parameters of The Events Calendar and WordPress in the address of a page.
 * @throws {CalendarError} `rest_no_route` for a view or page number that does not exist
 */
export function parseTecQueryOfPageAddress(query: Record<string, unknown>): PageAddress {
  const found: PageAddress = hasTecFilterParameter(query) ? { isCalendar: true } : {}
  for (const [name, read] of Object.entries(PARAMETERS)) {
    const value = query[name]
    if (typeof value === 'string' && (value !== '' || name.endsWith('ical'))) Object.assign(found, read(value, name))
  }
  return Object.assign(found, readRecordQuery(query))
}

/**
 * Reads `?p=12`, `?attachment_id=12`, `?post_type=tribe_venue&p=12`, `?tribe_venue=old-hall` and similar addresses of
 * records.
 */
function readRecordQuery(query: Record<string, unknown>): Partial<PageAddress> {
  const { post_type, attachment_id, p = attachment_id, name } = query
  const kind = POST_KINDS.find((one) => KIND_PROPERTIES[one].postType === post_type)
  if (p !== undefined) return { record: { kind, key: { id: parseId(p) ?? 0 } } as RecordName }
  for (const one of POST_KINDS) {
    const slug = query[KIND_PROPERTIES[one].postType] ?? (one === kind ? name : undefined)
    if (typeof slug === 'string' && slug !== '') return { record: { kind: one, key: { slug } } }
  }
  if (kind !== undefined && kind !== 'event') throw new CalendarError('rest_no_route')
  return kind === undefined ? {} : { isCalendar: true }
}

/**
 * Determines the meanings that the address of a page may have.
 * @param path without the language prefix
 * @returns at least one meaning; try them in this order, because a slug may equal the name of a view
 * @throws {CalendarError} `rest_no_route` if the address has no meaning
 */
export function parsePageAddress(path: string, query: Record<string, unknown>): PageAddress[] {
  const base = path.replace(/\/+$/, '').toLowerCase()
  const filter = parseTecQueryOfPageAddress(query)
  const record = recordAt(base, OWN_RECORD_PATHS)
  const parts = readPath(base)
  const hasSuffix = Object.keys(parts).some((name) => name !== 'record')
  return [...(record && hasSuffix ? [{ record, ...filter }] : []), { ...parts, ...filter }]
}

/** Removes the suffixes in `SUFFIXES` from the path, as long as the rest is a path of the calendar or of a record. */
function readPath(path: string): PageAddress {
  let found = at(path)
  let [rest, added]: [string, PageAddress] = [path, {}]
  for (;;) {
    const suffix = SUFFIXES.map(([pattern, read]) => ({ match: pattern.exec(rest), read })).find(({ match }) => match)
    if (suffix?.match == null) break
    added = { ...added, ...suffix.read(suffix.match[1] ?? '') }
    rest = rest.slice(0, suffix.match.index)
    const before = at(rest)
    if (before) found = { ...before, ...added }
  }
  if (found === undefined) throw new CalendarError('rest_no_route')
  return found
}

function at(path: string): PageAddress | undefined {
  if (CALENDAR_PATH.test(path)) return {}
  const record = recordAt(path, RECORD_PATHS)
  return record && { record }
}

function recordAt(path: string, paths: typeof RECORD_PATHS): RecordName | undefined {
  for (const [pattern, kind] of paths) {
    const slug = pattern.exec(path)?.[1]
    if (slug !== undefined) return { kind, key: { slug } }
  }
  return undefined
}
