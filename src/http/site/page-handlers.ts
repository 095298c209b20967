import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '../../collections/scope.ts'
import { CalendarError } from '../../core/errors.ts'
import { type IndexedKind, isPostKind } from '../../core/kinds.ts'
import { isStorableText } from '../../core/schema/field-types.ts'
import { findPictureIdByFormerId } from '../../import/items/find-record-by-former-id.ts'
import { calendarElementExamplePage } from '../../pages/embed/example-page.ts'
import { languageRootPath } from '../../pages/page-context.ts'
import type { ViewName } from '../../pages/page-paths.ts'
import { NO_FILTER, parseEventFilterOfPage } from '../../pages/parse-event-filter-of-page.ts'
import { isPeriodOfView } from '../../pages/period-of-view.ts'
import { suggestEventsAndRecordsForSearch } from '../../pages/suggest-events-and-records.ts'
import { homePage } from '../../pages/views/home-page.ts'
import { recordIndexPage } from '../../pages/views/record-index-page.ts'
import type { Services } from '../request/create-request-scope.ts'
import { SITE_PREFIX } from '../request/parse-request-url.ts'
import { findRecordsOfPageAddress } from './find-record-of-page-address.ts'
import { findPublicPicturePath } from './former-addresses/public-picture-path.ts'
import { replaceNumericTermSlugsByIds } from './former-addresses/replace-numeric-term-slugs-by-ids.ts'
import type { PageHandler } from './page-response-types.ts'
import type { PageSender } from './page-sender.ts'
import {
  doesPageAddressNameNothing,
  PAGE_PARAMETERS,
  parsePageAddress,
  parseTecQueryOfPageAddress,
} from './parse-page-address.ts'
import {
  parsePageNumberOfList,
  respondWithRecordPage,
  respondWithRecordsOfSameSlug,
} from './respond-with-record-page.ts'
import { respondWithRedirectOrFeedOfView, VIEW_PAGES } from './respond-with-redirect-or-feed.ts'

/** How pages of a route differ from others. */
export interface PageRouteOptions {
  /** Whether the page is shown in an `<iframe>` of another site. */
  isEmbedded?: boolean
  /** Whether the path of the page cannot mean anything else, as those of The Events Calendar can. */
  hasOneMeaning?: boolean
}

/** Responds to a request for a page by its handler, and to errors of the request with a page that names them. */
export async function respondToPageRequest(
  { services, sender }: { services: Services; sender: PageSender },
  handle: PageHandler,
  { isEmbedded = false, hasOneMeaning = false }: PageRouteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  try {
    const version = services.db.version()
    const query = request.query as Record<string, unknown>
    // Removes all parameters that pages do not have: the cache key does not contain them, so the page must not depend
    // on them.
    for (const name of Object.keys(query)) if (!PAGE_PARAMETERS.has(name)) delete query[name]
    const addresses = hasOneMeaning ? [{}] : parsePageAddress(pathOf(request), query)
    const unfiltered = await sender.createContext(request, NO_FILTER, isEmbedded)
    const named = await replaceNumericTermSlugsByIds(unfiltered.scope, query)
    const visit = { ...unfiltered, filter: parseEventFilterOfPage({ ...named, ...addresses.at(-1)?.filter }) }
    return await sender.send(request, reply, visit, await handle(visit, request, addresses), version)
  } catch (error) {
    if (!(error instanceof CalendarError) || error.status >= 500) throw error
    return sender.sendProblem(request, reply, error, isEmbedded)
  }
}

/** Sends the suggestions for the text in a search field, as JSON. */
export async function sendSuggestions(
  sender: PageSender,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { search } = request.query as { search?: unknown }
  const text = typeof search === 'string' && isStorableText(search) ? search.slice(0, SUGGESTED_LENGTH_MAX) : ''
  const visit = await sender.createContext(request, NO_FILTER, false)
  const suggestions = await suggestEventsAndRecordsForSearch(visit, text)
  reply.cacheUntil = Number.POSITIVE_INFINITY
  return reply.send({ suggestions, summary: visit.words.suggestions(suggestions.length) })
}

/** Maximum length of the text from a search field for which pages are suggested, in characters. */
const SUGGESTED_LENGTH_MAX = 100

/**
 * Returns the path of a request without the prefix that URL rewriting adds before the router finds the route of a
 * page. Rewriting has already removed the prefix of the language.
 */
const pathOf = ({ url }: FastifyRequest) => (url.split('?', 1)[0] as string).slice(SITE_PREFIX.length)

/** The page of examples of the calendar element. */
export const respondWithExamples: PageHandler = async (visit) => calendarElementExamplePage(visit)

/** Redirects from a page on which visitors hand in events in WordPress. */
export const redirectToSubmissions: PageHandler = async (visit) =>
  visit.scope.site.submissions === 'off'
    ? { location: `${languageRootPath(visit)}/`, status: 302 }
    : { location: `${languageRootPath(visit)}/submit/`, status: 301 }

/** The front page, or what the query asks for at its address. */
export const respondToHome: PageHandler = async (visit, request, addresses) =>
  addresses.every(doesPageAddressNameNothing) ? homePage(visit) : respondToAddress(visit, request, addresses)

/** The page of the record or view that an address of this server or of The Events Calendar means. */
export const respondToAddress: PageHandler = async (visit, request, addresses) => {
  for (const [index, address] of addresses.entries()) {
    const { record } = address
    if (record === undefined) return respondWithRedirectOrFeedOfView(visit, address)
    const isLast = index === addresses.length - 1
    const [found, ...others] = await findRecordsOfPageAddress(visit.scope, record, { hasOldSlugs: isLast })
    if (found && others.length === 0) return respondWithRecordPage(visit, request, address, found)
    const { kind } = record
    if (found && isLast && kind !== undefined && isPostKind(kind) && address.format === undefined)
      return respondWithRecordsOfSameSlug(visit, kind, [found, ...others])
    const picture = record.kind === undefined && (await findFormerPicture(visit.scope, record.key.id))
    if (picture) return { location: picture, status: 301 }
    if (isLast) throw new CalendarError(record.kind === undefined ? 'rest_no_route' : `${record.kind}-not-found`)
  }
  throw new CalendarError('rest_no_route')
}

/** The path of a picture by the id that it had as an attachment in WordPress; undefined if not everyone may see it. */
const findFormerPicture = async ({ db, now }: Scope, id: number): Promise<string | undefined> =>
  findPublicPicturePath(db, now, await findPictureIdByFormerId(db, id))

/** Creates the handler of the page that lists all records of a kind. */
export const indexHandler =
  (kind: IndexedKind): PageHandler =>
  async (visit, request) => {
    const { letter } = request.query as { letter?: unknown }
    if (letter !== undefined && !(typeof letter === 'string' && isStorableText(letter)))
      throw new CalendarError('rest_no_route')
    return recordIndexPage(visit, kind, letter || undefined, parsePageNumberOfList(request))
  }

/**
 * Creates the handler of the page of a view. If the query contains a filter, date, page number, format or record of The
 * Events Calendar, the handler redirects or sends a feed instead.
 */
export const viewHandler =
  (view: ViewName): PageHandler =>
  async (visit, request, addresses) => {
    const query = parseTecQueryOfPageAddress(request.query as Record<string, unknown>)
    const { isCalendar: _, ...parameters } = query
    if (!doesPageAddressNameNothing(parameters)) return respondToAddress(visit, request, addresses)
    const { period } = request.params as { period?: string }
    if (period !== undefined && !isPeriodOfView(view, period)) {
      // Addresses of The Events Calendar such as `/events/list/featured/` have a filter where others have a date; such
      // an address redirects. An address with a date that does not exist is unknown.
      if (addresses.at(-1)?.date) throw new CalendarError('rest_no_route')
      return respondToAddress(visit, request, addresses)
    }
    return VIEW_PAGES[view](visit, period, parsePageNumberOfList(request))
  }
