import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CalendarError } from '../../core/errors.ts'
import { isHierarchical, KIND_PROPERTIES, KINDS, POST_KINDS } from '../../core/kinds.ts'
import { examplePage } from '../../pages/embed/example.ts'
import { parsePageFilter } from '../../pages/filter.ts'
import type { PageAssets } from '../../pages/layout.ts'
import type { ViewName } from '../../pages/page.ts'
import { hasPeriod, isPeriod } from '../../pages/view-period.ts'
import { homePage } from '../../pages/views/home.ts'
import { addVaryByCoding } from '../feeds/text-stream.ts'
import { SITE_PREFIX } from '../request/address.ts'
import type { Services } from '../request/scope.ts'
import { findNamedRecord } from './find-named-record.ts'
import { isPathOnly, PAGE_PARAMETERS, readPageAddress, readPageQuery } from './page-address.ts'
import type { PageHandler } from './page-response.ts'
import { createPageSender, type PageSenderOptions } from './page-sender.ts'
import { parsePageNumber, respondWithRecordPage } from './record-pages.ts'
import { respondWithView, VIEW_NAMES, VIEW_PAGES } from './views.ts'

/**
 * Registers the HTML pages: the views of the calendar (month, list and so on) and a page for each record, also at the
 * addresses that they have in The Events Calendar.
 * @returns a function that sends an error as a page
 */
export function registerPages(
  app: FastifyInstance,
  services: Services,
  options: PageSenderOptions & { files: PageAssets },
) {
  const { createContext, send, sendProblem } = createPageSender(services, options)
  const serve = (path: string, handle: PageHandler, isEmbedded = false) =>
    app.get(SITE_PREFIX + path, { config: { isPage: true }, onSend: addVaryByCoding }, async (request, reply) => {
      try {
        const version = services.db.version()
        const query = request.query as Record<string, unknown>
        // The cache key contains no other parameters, so a page must not depend on them.
        for (const name of Object.keys(query)) if (!PAGE_PARAMETERS.has(name)) delete query[name]
        const addresses = readPageAddress(pathOf(request), query)
        const filter = parsePageFilter({ ...query, ...addresses.at(-1)?.filter })
        const visit = await createContext(request, filter, isEmbedded)
        return await send(request, reply, visit, await handle(visit, request, addresses), version)
      } catch (error) {
        if (!(error instanceof CalendarError) || error.status >= 500) throw error
        return sendProblem(request, reply, error, isEmbedded)
      }
    })

  for (const path of ['/', '/index.php']) serve(path, answerHome)
  serve('/embed', async (visit) => examplePage(visit))
  for (const view of VIEW_NAMES) {
    for (const [root, isEmbedded] of [
      ['/events', false],
      ['/embed', true],
    ] as const) {
      serve(`${root}/${view}`, viewHandler(view), isEmbedded)
      if (hasPeriod(view)) serve(`${root}/${view}/:period`, viewHandler(view), isEmbedded)
    }
  }
  for (const path of OTHER_PATHS) serve(path, answerAddress)
  return sendProblem
}

/** Path of a request without the language prefix. */
const pathOf = ({ url }: FastifyRequest) => (url.split('?', 1)[0] as string).slice(SITE_PREFIX.length)

/** Path patterns of record pages, and of all addresses that `readPageAddress` interprets. */
const OTHER_PATHS = [
  ...KINDS.map((kind) => `/${KIND_PROPERTIES[kind].pagePath}/${isHierarchical(kind) ? '*' : ':slug'}`),
  ...POST_KINDS.map((kind) => `/${KIND_PROPERTIES[kind].pagePath}/*`),
  ...['/event', '/events', '/events/*', '/tag/*', '/feed', '/feed/*'],
]

const answerHome: PageHandler = async (visit, request, addresses) =>
  addresses.every(isPathOnly) ? homePage(visit) : answerAddress(visit, request, addresses)

const answerAddress: PageHandler = async (visit, request, addresses) => {
  for (const [index, address] of addresses.entries()) {
    const { record } = address
    if (record === undefined) return respondWithView(visit, address)
    const isLast = index === addresses.length - 1
    const found = await findNamedRecord(visit.scope, record, { hasOldSlugs: isLast })
    if (found) return respondWithRecordPage(visit, request, address, found)
    if (isLast) throw new CalendarError(record.kind === undefined ? 'rest_no_route' : `${record.kind}-not-found`)
  }
  throw new CalendarError('rest_no_route')
}

/** Creates the page of a view, unless the query asks for something else. */
const viewHandler =
  (view: ViewName): PageHandler =>
  async (visit, request, addresses) => {
    const query = readPageQuery(request.query as Record<string, unknown>)
    const { isCalendar: _, ...asked } = query
    if (!isPathOnly(asked)) return answerAddress(visit, request, addresses)
    const { period } = request.params as { period?: string }
    if (period !== undefined && !isPeriod(view, period)) {
      // In addresses of The Events Calendar such as `/events/list/featured/`, a filter stands where a date usually stands. Such an
      // address redirects; one with a date that does not exist is unknown.
      if (addresses.at(-1)?.date) throw new CalendarError('rest_no_route')
      return answerAddress(visit, request, addresses)
    }
    return VIEW_PAGES[view](visit, period, parsePageNumber(request))
  }
