import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Scope } from '../../collections/scope.ts'
import { CalendarError } from '../../core/errors.ts'
import {
  INDEXED_KINDS,
  type IndexedKind,
  isHierarchicalKind,
  isPostKind,
  KIND_PROPERTIES,
  KINDS,
  POST_KINDS,
} from '../../core/kinds.ts'
import { isStorableText } from '../../core/schema/field-types.ts'
import { findPictureIdByFormerId } from '../../import/items/find-record-by-former-id.ts'
import { calendarElementExamplePage } from '../../pages/embed/example-page.ts'
import { languageRootPath, pathOfRecordIndex, SUGGESTIONS_PATH, type ViewName } from '../../pages/page-context.ts'
import { NO_FILTER, parseEventFilterOfPage } from '../../pages/parse-event-filter-of-page.ts'
import { isPeriodOfView, isPeriodView } from '../../pages/period-of-view.ts'
import type { PageAssets } from '../../pages/render-page-document.ts'
import { suggestEventsAndRecordsForSearch } from '../../pages/suggest-events-and-records.ts'
import { homePage } from '../../pages/views/home-page.ts'
import { recordIndexPage } from '../../pages/views/record-index-page.ts'
import { addVaryAcceptEncoding } from '../feeds/send-text-whole-or-streamed.ts'
import type { Services } from '../request/create-request-scope.ts'
import { SITE_PREFIX } from '../request/parse-request-url.ts'
import { findRecordOfPageAddress, findRecordsWithSlugInOtherLanguages } from './find-record-of-page-address.ts'
import { findPublicPicturePath } from './former-addresses/public-picture-path.ts'
import { replaceNumericTermSlugsByIds } from './former-addresses/replace-numeric-term-slugs-by-ids.ts'
import type { PageHandler } from './page-response-types.ts'
import { createPageSender, type PageSenderOptions } from './page-sender.ts'
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
import { respondWithRedirectOrFeedOfView, VIEW_NAMES, VIEW_PAGES } from './respond-with-redirect-or-feed.ts'

/**
 * Registers the HTML pages: the views of the calendar (month, list and so on) and a page for each record, also at the
 * addresses that they have in The Events Calendar.
 * @returns a function that sends an error as a page
 */
export function registerPublicPages(
  app: FastifyInstance,
  services: Services,
  options: PageSenderOptions & { files: PageAssets },
) {
  const { createContext, send, sendProblem } = createPageSender(services, options)
  const serve = (path: string, handle: PageHandler, { isEmbedded = false, readAddresses = parsePageAddress } = {}) =>
    app.get(SITE_PREFIX + path, { config: { isPage: true }, onSend: addVaryAcceptEncoding }, async (request, reply) => {
      try {
        const version = services.db.version()
        const query = request.query as Record<string, unknown>
        // Removes all parameters that pages do not have: the cache key does not contain them, so the page must not
        // depend on them.
        for (const name of Object.keys(query)) if (!PAGE_PARAMETERS.has(name)) delete query[name]
        const addresses = readAddresses(pathOf(request), query)
        const unfiltered = await createContext(request, NO_FILTER, isEmbedded)
        const named = await replaceNumericTermSlugsByIds(unfiltered.scope, query)
        const visit = { ...unfiltered, filter: parseEventFilterOfPage({ ...named, ...addresses.at(-1)?.filter }) }
        return await send(request, reply, visit, await handle(visit, request, addresses), version)
      } catch (error) {
        if (!(error instanceof CalendarError) || error.status >= 500) throw error
        return sendProblem(request, reply, error, isEmbedded)
      }
    })

  for (const path of ['/', '/index.php']) serve(path, respondToHome)
  serve('/embed', async (visit) => calendarElementExamplePage(visit))
  for (const view of VIEW_NAMES) {
    for (const [root, isEmbedded] of [
      ['/events', false],
      ['/embed', true],
    ] as const) {
      serve(`${root}/${view}`, viewHandler(view), { isEmbedded })
      if (isPeriodView(view)) serve(`${root}/${view}/:period`, viewHandler(view), { isEmbedded })
    }
  }
  // An index, the page that lists all records of a kind, has no paths below its own and no feed.
  for (const kind of INDEXED_KINDS)
    serve(pathOfRecordIndex(kind).slice(0, -1), indexHandler(kind), { readAddresses: () => [{}] })
  app.get(SITE_PREFIX + SUGGESTIONS_PATH.slice(0, -1), { onSend: addVaryAcceptEncoding }, async (request, reply) => {
    const { search } = request.query as { search?: unknown }
    const text = typeof search === 'string' && isStorableText(search) ? search.slice(0, SUGGESTED_LENGTH_MAX) : ''
    const suggestions = await suggestEventsAndRecordsForSearch(await createContext(request, NO_FILTER, false), text)
    reply.cacheUntil = Number.POSITIVE_INFINITY
    return reply.send({ suggestions })
  })
  for (const path of OTHER_PATHS) serve(path, respondToAddress)
  // The pages of the plugin Community Events, on which visitors hand in events.
  serve('/events/community/*', redirectToSubmissions, { readAddresses: () => [{}] })
  return sendProblem
}

/** Maximum length of the text from a search field for which pages are suggested, in characters. */
const SUGGESTED_LENGTH_MAX = 100

/**
 * Returns the path of a request without the prefix that URL rewriting adds before the router finds the route of a
 * page. Rewriting has already removed the prefix of the language.
 */
const pathOf = ({ url }: FastifyRequest) => (url.split('?', 1)[0] as string).slice(SITE_PREFIX.length)

/** Path patterns of record pages, and of all addresses that `parsePageAddress` interprets. */
const OTHER_PATHS = [
  ...KINDS.map((kind) => `/${KIND_PROPERTIES[kind].pagePath}/${isHierarchicalKind(kind) ? '*' : ':slug'}`),
  ...POST_KINDS.map((kind) => `/${KIND_PROPERTIES[kind].pagePath}/*`),
  ...['/event', '/events', '/events/*', '/tag/*', '/feed', '/feed/*'],
]

const redirectToSubmissions: PageHandler = async (visit) =>
  visit.scope.site.submissions === 'off'
    ? { location: `${languageRootPath(visit)}/`, status: 302 }
    : { location: `${languageRootPath(visit)}/submit/`, status: 301 }

const respondToHome: PageHandler = async (visit, request, addresses) =>
  addresses.every(doesPageAddressNameNothing) ? homePage(visit) : respondToAddress(visit, request, addresses)

const respondToAddress: PageHandler = async (visit, request, addresses) => {
  for (const [index, address] of addresses.entries()) {
    const { record } = address
    if (record === undefined) return respondWithRedirectOrFeedOfView(visit, address)
    const isLast = index === addresses.length - 1
    const found = await findRecordOfPageAddress(visit.scope, record, { hasOldSlugs: isLast })
    if (found) return respondWithRecordPage(visit, request, address, found)
    const picture = record.kind === undefined && (await findFormerPicture(visit.scope, record.key.id))
    if (picture) return { location: picture, status: 301 }
    const { kind, key } = record
    if (isLast && kind !== undefined && isPostKind(kind) && 'slug' in key && address.format === undefined) {
      const others = await findRecordsWithSlugInOtherLanguages(visit.scope, kind, key.slug)
      if (others.length > 1) return respondWithRecordsOfSameSlug(visit, kind, others)
    }
    if (isLast) throw new CalendarError(record.kind === undefined ? 'rest_no_route' : `${record.kind}-not-found`)
  }
  throw new CalendarError('rest_no_route')
}

/** The path of a picture by the id that it had as an attachment in WordPress; undefined if not everyone may see it. */
const findFormerPicture = async ({ db, now }: Scope, id: number): Promise<string | undefined> =>
  findPublicPicturePath(db, now, await findPictureIdByFormerId(db, id))

/** Creates the handler of the page that lists all records of a kind. */
const indexHandler =
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
const viewHandler =
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
