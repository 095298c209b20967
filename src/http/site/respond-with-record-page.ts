import type { FastifyRequest } from 'fastify'
import type { AnyCollection } from '../../collections/collection.ts'
import type { EventRow } from '../../collections/events/event-row.ts'
import { isRepeatedEvent } from '../../collections/events/repeat/repeated-event-columns-and-overrides.ts'
import { CalendarError } from '../../core/errors.ts'
import { isLinkedKind, isTermKind, type Kind, type LinkedKind, type PostKind } from '../../core/kinds.ts'
import type { Language } from '../../core/language.ts'
import { PAGE_MAX } from '../../core/list-page.ts'
import { parseId } from '../../core/schema/field-types.ts'
import { appendQueryToUrl } from '../../core/urls.ts'
import { linkedDataOfBreadcrumbs } from '../../feeds/site/breadcrumb-linked-data.ts'
import { type HtmlPage, languageRootPath, type PageContext, plainTitleOfRecord } from '../../pages/page-context.ts'
import { filterValueOfTerm, hasActiveEventFilter, LINK_FILTERS } from '../../pages/parse-event-filter-of-page.ts'
import { breadcrumbsOfRecord } from '../../pages/parts/breadcrumbs.ts'
import { eventDatesPage } from '../../pages/views/event-dates-page.ts'
import type { RecordPageData } from '../../pages/views/record-page-data.ts'
import { recordPage } from '../../pages/views/record-pages.ts'
import { recordsWithSameSlugPage } from '../../pages/views/records-with-same-slug-page.ts'
import { type FoundRecord, type FoundRow, findDateOfPageAddress } from './find-record-of-page-address.ts'
import { type PageFeed, type PageResponse, queryParameterOfFeedFormat } from './page-response-types.ts'
import type { PageAddress } from './parse-page-address.ts'
import {
  convertTecPageNumberToOwnPageNumber,
  dateParametersForFeedOfView,
  respondWithRedirectOrFeedOfView,
} from './respond-with-redirect-or-feed.ts'

/** Creates the page of a record, or its events as a feed, or redirects to the current address of the page. */
export async function respondWithRecordPage(
  visit: PageContext,
  request: FastifyRequest,
  address: PageAddress,
  { collection, row }: FoundRecord,
): Promise<PageResponse> {
  const { scope } = visit
  const { kind } = collection
  const date = kind === 'event' && (await findDateOfPageAddress(scope, row as EventRow, address))
  if (date) {
    const { date: _, view: __, ...others } = address
    return respondWithRecordPage(visit, request, others, { collection, row: date })
  }
  const view = collection.present(scope, row, true) as unknown as PresentedRecord
  if (address.format !== undefined) return recordFeed(visit, collection, row, view.url, address.format)
  if (address.view !== undefined && isLinkedKind(kind))
    return respondWithRedirectOrFeedOfView(filteredBy(visit, kind, row), address)
  const event = kind === 'event' ? (row as EventRow) : undefined
  // The lists of dates have addresses below that of the event. An unpublished event, whose address has a query, has no
  // addresses below its own.
  const repeated = event && isRepeatedEvent(event) && !view.url.includes('?') ? event : undefined
  const dates = repeated && (address.view === 'list' ? 'all' : address.view === 'past' ? 'past' : undefined)
  const data = pageData(visit, kind, row, view, dates ? `${dates}/` : '')
  if (!isSameAddress(request.originalUrl, data.own)) {
    const page = convertTecPageNumberToOwnPageNumber(address.page, scope.site.per_page)
    return { location: appendQueryToUrl(data.own, page > 1 ? { page } : {}), status: 301 }
  }
  const number = parsePageNumberOfList(request)
  const isListPart = (kind !== 'event' || dates) && !hasActiveEventFilter(visit.filter)
  const addressed = isListPart ? addPageNumberToAddresses(data, number) : data
  const page = await (repeated && dates
    ? eventDatesPage(visit, repeated, { isPast: dates === 'past', page: number }, addressed)
    : recordPage(visit, kind, row, number, addressed))
  return { ...page, recordPath: data.own.slice(languageRootPath(visit).length) }
}

/** Adds the number of a page after the first to the canonical address of a list, and to those in other languages. */
function addPageNumberToAddresses(data: RecordPageData, page: number): RecordPageData {
  if (page === 1) return data
  const numbered = (address: string) => appendQueryToUrl(address, { page })
  return {
    ...data,
    versions: data.versions?.map(({ language, address }) => ({ language, address: numbered(address) })),
    canonical: data.canonical && numbered(data.canonical),
  }
}

/** Creates the page that links to several records whose slug is that of the address. */
export function respondWithRecordsOfSameSlug(
  visit: PageContext,
  kind: PostKind,
  records: readonly FoundRecord[],
): HtmlPage {
  const addressed = records.map(({ collection, row }) => {
    const view = collection.present(visit.scope, row, true) as unknown as PresentedRecord
    return { row, address: view.translations[row.text.language]?.url ?? view.url }
  })
  return recordsWithSameSlugPage(visit, kind, addressed)
}

/** Creates the page of a record without checking whether the caller may read it. The response must not be cached. */
export async function renderRecordPageWithoutCheckingRights(
  visit: PageContext,
  { collection, row }: FoundRecord,
): Promise<HtmlPage> {
  const view = collection.present(visit.scope, row, true) as unknown as PresentedRecord
  const page = await recordPage(visit, collection.kind, row, 1, pageData(visit, collection.kind, row, view, ''))
  return { ...page, isIndexed: false }
}

/**
 * Addresses and JSON-LD of the page of a record.
 * @param below rest of the path after the path of the record, for the pages of its dates
 */
function pageData(visit: PageContext, kind: Kind, row: FoundRow, view: PresentedRecord, below: string): RecordPageData {
  const { origin } = visit.scope.urls
  const breadcrumbs = breadcrumbsOfRecord(visit, kind, row)
  const trail = breadcrumbs.map(({ name, path }) => ({ name, url: `${origin}${path}` }))
  const versions = Object.entries(view.translations).map(([language, { url }]) => ({
    language: language as Language,
    address: `${url}${below}`,
  }))
  const canonical = view.translations[row.text.language]?.url
  return {
    own: `${view.url}${below}`.slice(origin.length),
    breadcrumbs,
    versions,
    canonical: canonical && `${canonical}${below}`,
    linkedData: [
      ...(view.json_ld ? [view.json_ld] : []),
      linkedDataOfBreadcrumbs([...trail, { name: plainTitleOfRecord(row), url: view.url }]),
    ],
  }
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
  const self = appendQueryToUrl(url, queryParameterOfFeedFormat(format))
  if (kind === 'event') return { feed: { format, self, event: row as EventRow } }
  if (!isLinkedKind(kind)) throw new CalendarError('rest_no_route')
  const { query, values } = filteredBy(visit, kind, row).filter
  return {
    feed: {
      format,
      self: appendQueryToUrl(url, { ...visit.filter.values, ...queryParameterOfFeedFormat(format) }),
      query: { ...query, ...dateParametersForFeedOfView('list', undefined, visit.today) },
      filters: { ...values, view: 'list' },
      subject: { title: plainTitleOfRecord(row), page: url },
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
      values: { ...values, [name]: isTermKind(kind) ? filterValueOfTerm(row) : id },
      query: { ...query, [name]: isTermKind(kind) ? [id] : [row.id] },
    },
  }
}

/**
 * Reads the query parameter `page` of a list, 1 by default.
 * @throws {CalendarError} if it is not a valid page number
 */
export function parsePageNumberOfList(request: FastifyRequest): number {
  const { page } = request.query as { page?: unknown }
  const number = page === undefined ? 1 : (parseId(page) ?? 0)
  if (number < 1 || number > PAGE_MAX) throw new CalendarError('rest_no_route')
  return number
}

/**
 * Whether the requested URL has the same path as the page, apart from a trailing slash, letter case and
 * percent-encoding. Always true for an unpublished record, whose page is identified by the query.
 */
function isSameAddress(requested: string, own: string): boolean {
  if (own.includes('?')) return true
  const plain = (address: string) => {
    const path = (address.split('?')[0] as string).replace(/\/$/, '').toLowerCase()
    try {
      return decodeURIComponent(path)
    } catch {
      return path
    }
  }
  return plain(requested) === plain(own)
}
