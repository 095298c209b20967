import type { FastifyRequest } from 'fastify'
import type { AnyCollection, Key } from '../../collections/collection.ts'
import { idsBySlug } from '../../collections/texts/find-by-slug.ts'
import type { RecordText } from '../../collections/texts/texts.ts'
import { CalendarError, forbiddenError } from '../../core/errors.ts'
import { isHierarchical, isPost, KIND_PROPERTIES, KINDS, type Kind, POST_KINDS } from '../../core/kinds.ts'
import type { Language } from '../../core/language.ts'
import { PAGE_MAX } from '../../core/page.ts'
import { parseId } from '../../core/schema/schema.ts'
import { htmlToText } from '../../core/text/html.ts'
import { breadcrumbLinkedData } from '../../feeds/site/linked-data.ts'
import type { HtmlPage, PageContext } from '../../pages/page.ts'
import { RECORD_PAGES, type RecordPage } from '../../pages/views/record-pages.ts'
import { COLLECTION_BY_KIND } from '../api/collections.ts'
import { SITE_PREFIX } from '../request/address.ts'

/** A redirect of the browser to another URL. */
export interface Redirect {
  location: string
  status: 301 | 302
}

/**
 * Creates the page of a record. The record is found by the path or, if it is unpublished, by the id in the query (field
 * `url` in the API contract).
 */
export function recordPage(visit: PageContext, request: FastifyRequest): Promise<HtmlPage | Redirect> | undefined {
  const named = namedIn(request)
  return named && pageOf(visit, request, named)
}

interface Named {
  collection: AnyCollection
  key: Key
}

/**
 * Returns the route for pages of a kind of record. The path of a category begins with the slugs of its parent
 * categories.
 */
const routeOf = (kind: Kind) => `/${KIND_PROPERTIES[kind].pagePath}/${isHierarchical(kind) ? '*' : ':slug'}`

export const RECORD_PAGE_ROUTES: readonly string[] = KINDS.map(routeOf)

const KIND_BY_ROUTE = new Map<string | undefined, Kind>(KINDS.map((kind) => [SITE_PREFIX + routeOf(kind), kind]))
const KIND_BY_POST_TYPE = new Map<unknown, Kind>(POST_KINDS.map((kind) => [KIND_PROPERTIES[kind].postType, kind]))

function namedIn({ routeOptions, params, query }: FastifyRequest): Named | undefined {
  const kind = KIND_BY_ROUTE.get(routeOptions.url)
  if (kind !== undefined) {
    const { slug = '', '*': path } = params as { slug?: string; '*'?: string }
    // The last slug of the path identifies the category; the slugs of its parent categories are not checked here.
    const last = path === undefined ? slug : (path.replace(/\/$/, '').split('/').at(-1) ?? '')
    return { collection: COLLECTION_BY_KIND[kind], key: { slug: last } }
  }
  const { post_type, p } = query as { post_type?: unknown; p?: unknown }
  const unpublished = KIND_BY_POST_TYPE.get(post_type)
  if (unpublished === undefined || p === undefined) return undefined
  return { collection: COLLECTION_BY_KIND[unpublished], key: { id: parseId(p) ?? 0 } }
}

/** The fields that database rows of all kinds of records have. */
interface FoundRow {
  id: number
  text: RecordText
}

/** The fields of a record, as the API presents it, that the page of the record uses. */
interface PresentedRecord {
  url: string
  language: Language
  translations: Partial<Record<Language, { url: string }>>
  json_ld?: object
}

async function pageOf(
  visit: PageContext,
  request: FastifyRequest,
  { collection, key }: Named,
): Promise<HtmlPage | Redirect> {
  const { scope } = visit
  const { kind, rights } = collection
  const row = await find(visit, collection, key)
  if (row === undefined) throw new CalendarError(`${kind}-not-found`)
  if (!rights.canRead(scope, row)) {
    throw isPost(kind) ? new CalendarError(`${kind}-not-accessible`) : forbiddenError(scope.caller)
  }
  const view = collection.present(scope, row, true) as unknown as PresentedRecord
  const own = view.url.slice(scope.urls.origin.length)
  const { ical } = request.query as { ical?: unknown }
  if (ical !== undefined && kind === 'event') return { location: scope.urls.feed('ics', row.id), status: 302 }
  if (!isSameAddress(request.originalUrl, own)) return { location: view.url, status: 301 }
  const number = parsePageNumber(request)
  const versions = Object.entries(view.translations).map(([language, { url }]) => ({
    language: language as Language,
    address: url,
  }))
  const canonical = view.translations[row.text.language]?.url
  const more = {
    own,
    versions,
    canonical,
    linkedData: [...(view.json_ld ? [view.json_ld] : []), breadcrumbsTo(visit, row, view.url)],
  }
  // biome-ignore lint/suspicious/noExplicitAny: the row is of the kind of its collection
  const render: RecordPage<any> = RECORD_PAGES[kind]
  return render(visit, row, number, more)
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

async function find({ scope }: PageContext, collection: AnyCollection, key: Key): Promise<FoundRow | undefined> {
  if ('id' in key || collection.hasSlugs) return collection.find(scope, key)
  const [id] = await idsBySlug(scope, collection.kind, key.slug)
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
