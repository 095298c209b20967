import type { FastifyRequest } from 'fastify'
import type { AnyCollection, Scope } from '../../collections/collection.ts'
import { findDateByOriginalStart, findNthDateOfDay } from '../../collections/events/load-events.ts'
import {
  isRepeated,
  parseDatePagePath,
  parseNumberedDatePath,
  type Repeat,
} from '../../collections/events/repeat/row.ts'
import type { EventRow } from '../../collections/events/row.ts'
import { postRights } from '../../collections/posts/read.ts'
import { selectIdsBySlug } from '../../collections/texts/find-by-slug.ts'
import { findIdByOldSlug } from '../../collections/texts/old-slugs.ts'
import type { RecordText } from '../../collections/texts/texts.ts'
import { CalendarError, forbiddenError } from '../../core/errors.ts'
import { isLinkedKind, isPost, isTerm, type LinkedKind, POST_KINDS } from '../../core/kinds.ts'
import type { Language } from '../../core/language.ts'
import { PAGE_MAX } from '../../core/list-page.ts'
import { parseId } from '../../core/schema/schema.ts'
import { htmlToText } from '../../core/text/html.ts'
import { withQuery } from '../../core/urls.ts'
import { breadcrumbLinkedData } from '../../feeds/site/linked-data.ts'
import { findRecordByFormerId } from '../../import/items/former-ids.ts'
import { LINK_FILTERS, termFilterValue } from '../../pages/filter.ts'
import type { HtmlPage, PageContext } from '../../pages/page.ts'
import { eventDatesPage } from '../../pages/views/event-dates.ts'
import type { RecordPageData } from '../../pages/views/record-page-data.ts'
import { recordPage } from '../../pages/views/record-pages.ts'
import { COLLECTION_BY_KIND } from '../api/collections.ts'
import type { PageAddress, RecordName } from './page-address.ts'
import { feedParameter, type PageFeed, type PageResponse } from './page-response.ts'
import { convertTecPageNumber, feedDates, respondWithView } from './views.ts'

/** The fields that database rows of all kinds of records have. */
interface FoundRow {
  id: number
  text: RecordText
}

/** A record that the caller may read. */
export interface FoundRecord {
  collection: AnyCollection
  row: FoundRow
}

/**
 * Finds the record that an address names, also by a slug that the record had before, unless another record has that
 * slug now. If a record had another id on the site from which it was imported, that id finds it too.
 * @throws {CalendarError} if there is none, or the caller may not read it
 */
export async function findNamedRecord(
  scope: Scope,
  name: RecordName,
  options: { hasOldSlugs: boolean },
): Promise<FoundRecord | undefined> {
  return (await findByFormerId(scope, name)) ?? findRecord(scope, name, options)
}

async function findByFormerId(scope: Scope, { kind, key }: RecordName): Promise<FoundRecord | undefined> {
  if (!('id' in key)) return undefined
  const former = await findRecordByFormerId(scope.db, kind, key.id)
  if (former === undefined) return undefined
  const collection = COLLECTION_BY_KIND[former.kind]
  const [row, own]: (FoundRow & { status?: string })[] = await Promise.all(
    [former.id, key.id].map((id) => collection.find(scope, { id })),
  )
  // Only records that are not published have an address with an id of this calendar.
  const isAddressHere = own && own.status !== 'publish' && collection.rights.canRead(scope, own)
  return row && !isAddressHere && collection.rights.canRead(scope, row) ? { collection, row } : undefined
}

async function findRecord(
  scope: Scope,
  name: RecordName,
  { hasOldSlugs }: { hasOldSlugs: boolean },
): Promise<FoundRecord | undefined> {
  const kinds = name.kind === undefined ? POST_KINDS : [name.kind]
  for (const kind of kinds) {
    const collection = COLLECTION_BY_KIND[kind]
    const row = await find(scope, collection, name)
    if (row === undefined) continue
    if (collection.rights.canRead(scope, row)) return { collection, row }
    throw isPost(kind) ? new CalendarError(`${kind}-not-accessible`) : forbiddenError(scope.caller)
  }
  return hasOldSlugs ? findByOldSlug(scope, name) : undefined
}

/**
 * Finds a record by a slug that it had before. Undefined also if the caller may not read the record, because the old
 * slug of a hidden record must not reveal it.
 */
async function findByOldSlug(scope: Scope, { kind, key }: RecordName): Promise<FoundRecord | undefined> {
  if (kind === undefined || !('slug' in key)) return undefined
  const id = await findIdByOldSlug(scope, kind, key.slug)
  const collection = COLLECTION_BY_KIND[kind]
  const row: FoundRow | undefined = id === undefined ? undefined : await collection.find(scope, { id })
  return row && collection.rights.canRead(scope, row) ? { collection, row } : undefined
}

/** Creates the page of a record, or its events as a feed, or redirects to the current address of the page. */
export async function respondWithRecordPage(
  visit: PageContext,
  request: FastifyRequest,
  address: PageAddress,
  { collection, row }: FoundRecord,
): Promise<PageResponse> {
  const { scope } = visit
  const { kind } = collection
  const date = kind === 'event' && (await findDateAt(scope, row as EventRow, address))
  if (date) {
    const { date: _, view: __, ...others } = address
    return respondWithRecordPage(visit, request, others, { collection, row: date })
  }
  const view = collection.present(scope, row, true) as unknown as PresentedRecord
  if (address.format !== undefined) return recordFeed(visit, collection, row, view.url, address.format)
  if (address.view !== undefined && isLinkedKind(kind)) return respondWithView(filteredBy(visit, kind, row), address)
  const event = kind === 'event' ? (row as EventRow) : undefined
  // An event that is not published has no addresses below that of its page.
  const showsDates = event && isRepeated(event) && address.view === 'list' && !view.url.includes('?')
  const data = pageData(visit, row, view, showsDates ? 'all/' : '')
  if (!isSameAddress(request.originalUrl, data.own)) {
    const page = convertTecPageNumber(address.page, scope.site.per_page)
    return { location: withQuery(data.own, page > 1 ? { page } : {}), status: 301 }
  }
  const number = parsePageNumber(request)
  return showsDates ? eventDatesPage(visit, event, number, data) : recordPage(visit, kind, row, number, data)
}

/** Creates the page of a record whether or not the caller may read it. The response must not be cached. */
export async function renderUnpublishedRecord(visit: PageContext, { collection, row }: FoundRecord): Promise<HtmlPage> {
  const view = collection.present(visit.scope, row, true) as unknown as PresentedRecord
  const page = await recordPage(visit, collection.kind, row, 1, pageData(visit, row, view, ''))
  return { ...page, isIndexed: false }
}

/**
 * Addresses and JSON-LD of the page of a record.
 * @param below rest of the path after the path of the record, for the pages of its dates
 */
function pageData(visit: PageContext, row: FoundRow, view: PresentedRecord, below: string): RecordPageData {
  const versions = Object.entries(view.translations).map(([language, { url }]) => ({
    language: language as Language,
    address: `${url}${below}`,
  }))
  const canonical = view.translations[row.text.language]?.url
  return {
    own: `${view.url}${below}`.slice(visit.scope.urls.origin.length),
    versions,
    canonical: canonical && `${canonical}${below}`,
    linkedData: [...(view.json_ld ? [view.json_ld] : []), breadcrumbsTo(visit, row, view.url)],
  }
}

/**
 * Finds the date of a repeated event that an address names and that the caller may read.
 * @throws {CalendarError} `rest_no_route` if the address numbers the dates of a day, and there is no such date
 */
async function findDateAt(scope: Scope, event: EventRow, { date }: PageAddress): Promise<EventRow | undefined> {
  if (date === undefined) return undefined
  const numbered = parseNumberedDatePath(date.text)
  const found = isRepeated(event)
    ? await (numbered ? findNthDateOfDay(scope, event.id, numbered) : findStart(scope, event, date.text))
    : undefined
  if (found && postRights.canRead(scope, found)) return found
  if (numbered) throw new CalendarError('rest_no_route')
  return undefined
}

async function findStart(scope: Scope, { id, repeat }: EventRow & { repeat: Repeat }, path: string) {
  const start = parseDatePagePath(path.split('/'), repeat.start_local)
  return start === undefined ? undefined : findDateByOriginalStart(scope, id, start)
}

/** The fields of a record, as the API presents it, that the page of the record uses. */
interface PresentedRecord {
  url: string
  language: Language
  translations: Partial<Record<Language, { url: string }>>
  json_ld?: object
}

/**
 * An event as a feed, or the upcoming events that refer to another record.
 * @throws {CalendarError} `rest_no_route` if events do not refer to records of this kind
 */
function recordFeed(
  visit: PageContext,
  { kind }: AnyCollection,
  row: FoundRow,
  url: string,
  format: NonNullable<PageAddress['format']>,
): PageFeed {
  const self = withQuery(url, feedParameter(format))
  if (kind === 'event') return { feed: { format, self, event: row as EventRow } }
  if (!isLinkedKind(kind)) throw new CalendarError('rest_no_route')
  const { query, values } = filteredBy(visit, kind, row).filter
  return {
    feed: {
      format,
      self: withQuery(url, { ...visit.filter.values, ...feedParameter(format) }),
      query: { ...query, ...feedDates('list', undefined, visit.today) },
      filters: { ...values, view: 'list' },
    },
  }
}

/** Adds a record to the filter of a page: only events that refer to the record remain. */
function filteredBy(visit: PageContext, kind: LinkedKind, row: FoundRow): PageContext {
  const [name, id] = [LINK_FILTERS[kind], String(row.id)]
  const { values, query } = visit.filter
  return {
    ...visit,
    filter: {
      values: { ...values, [name]: isTerm(kind) ? termFilterValue(row) : id },
      query: { ...query, [name]: isTerm(kind) ? [id] : [row.id] },
    },
  }
}

/**
 * Reads the query parameter `page` of a list, 1 by default.
 * @throws {CalendarError} if it is not a valid page number
 */
export function parsePageNumber(request: FastifyRequest): number {
  const { page } = request.query as { page?: unknown }
  const number = page === undefined ? 1 : (parseId(page) ?? 0)
  if (number < 1 || number > PAGE_MAX) throw new CalendarError('rest_no_route')
  return number
}

/** Creates the breadcrumbs from the front page to a record as JSON-LD. */
const breadcrumbsTo = ({ scope }: PageContext, { text }: { text: RecordText }, url: string) =>
  breadcrumbLinkedData([
    { name: scope.site.title, url: scope.urls.home },
    { name: htmlToText(text.title), url },
  ])

async function find(scope: Scope, collection: AnyCollection, { key }: RecordName): Promise<FoundRow | undefined> {
  if ('id' in key || collection.hasSlugs) return collection.find(scope, key)
  const [id] = await selectIdsBySlug(scope, collection.kind, key.slug)
  return id === undefined ? undefined : collection.find(scope, { id })
}

/**
 * Whether the requested URL has the same path as the page, apart from a trailing slash, letter case and
 * percent-encoding. Always true for an unpublished record, whose page is identified by the query.
 */
function isSameAddress(asked: string, own: string): boolean {
  if (own.includes('?')) return true
  const plain = (address: string) => {
    const path = (address.split('?')[0] as string).replace(/\/$/, '').toLowerCase()
    try {
      return decodeURIComponent(path)
    } catch {
      return path
    }
  }
  return plain(asked) === plain(own)
}
