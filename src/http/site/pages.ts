import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CalendarError, Problems, presentError } from '../../core/errors.ts'
import { isHierarchical, KIND_PROPERTIES, KINDS, POST_KINDS } from '../../core/kinds.ts'
import { examplePage } from '../../pages/embed/example.ts'
import { type PageFilter, parsePageFilter } from '../../pages/filter.ts'
import { renderDocument } from '../../pages/layout.ts'
import { createPageContext, type HtmlPage, type MapTiles, type PageContext, type ViewName } from '../../pages/page.ts'
import { hasPeriod, isPeriod } from '../../pages/view-period.ts'
import { homePage } from '../../pages/views/home.ts'
import { problemPage } from '../../pages/views/problem.ts'
import type { FeedSender } from '../feeds/feed-sender.ts'
import { varyByCoding } from '../feeds/text-stream.ts'
import { SITE_PREFIX } from '../request/address.ts'
import { createScope, type Services } from '../request/scope.ts'
import { createNextEventsCache } from './next-events.ts'
import { isPlain, readPageAddress, readPageQuery } from './page-address.ts'
import type { PageAnswer, PageFeed, PageHandler } from './page-answer.ts'
import { registerPageFiles } from './page-files.ts'
import { setPageHeaders } from './page-headers.ts'
import { answerRecord, findNamedRecord, parsePageNumber } from './record-pages.ts'
import { answerView, VIEW_NAMES, VIEW_PAGES } from './views.ts'

const NO_FILTER: PageFilter = { values: {}, query: {} }

interface Options {
  feeds: FeedSender
  tiles: MapTiles | undefined
}

/**
 * Registers the HTML pages: the views of the calendar (month, list and so on) and a page for each record, also at the
 * addresses that they have in The Events Calendar.
 * @returns a function that sends an error as a page
 */
export function registerPages(app: FastifyInstance, services: Services, { feeds, tiles }: Options) {
  const files = registerPageFiles(app)
  const createContext = async (request: FastifyRequest, filter: PageFilter, isEmbedded: boolean) => {
    const scope = await createScope(services, request, {}, new Problems())
    return createPageContext(scope, filter, { isEmbedded, tiles })
  }
  const sendPage = (request: FastifyRequest, reply: FastifyReply, visit: PageContext, page: HtmlPage) => {
    setPageHeaders(request, reply, visit, page)
    if (page.status === 200) reply.cacheUntil = page.expiresAt ?? Number.POSITIVE_INFINITY
    return reply
      .code(page.status)
      .type('text/html; charset=utf-8')
      .send(renderDocument(visit, page, files))
  }
  const sendFeed = (
    request: FastifyRequest,
    reply: FastifyReply,
    visit: PageContext,
    { feed }: PageFeed,
    version: string,
  ) =>
    'event' in feed
      ? feeds.sendEvent(request, reply, visit.scope, feed)
      : feeds.sendList(request, reply, visit.scope, { ...feed, version, problems: new Problems() })
  const sendAnswer = (
    request: FastifyRequest,
    reply: FastifyReply,
    visit: PageContext,
    answer: PageAnswer,
    version: string,
  ) => {
    if ('feed' in answer) return sendFeed(request, reply, visit, answer, version)
    if (!('location' in answer)) return sendPage(request, reply, visit, answer)
    reply.cacheUntil = Number.POSITIVE_INFINITY
    return reply.code(answer.status).header('location', answer.location).type('text/plain; charset=utf-8').send('')
  }
  const cachedNextEvents = createNextEventsCache(services)
  const sendProblem = async (
    request: FastifyRequest,
    reply: FastifyReply,
    error: CalendarError,
    isEmbedded = false,
  ) => {
    const visit = await createContext(request, NO_FILTER, isEmbedded)
    const { message, data } = presentError(error, visit.scope.language)
    const reasons =
      'params' in data && error.code === 'rest_invalid_param' ? Object.values(data.params as object) : [message]
    // Pages never have the status 400: a page with an invalid parameter does not exist, so its status is 404.
    const status = error.status === 400 ? 404 : error.status
    const next = status >= 500 ? undefined : await cachedNextEvents(visit)
    return sendPage(
      request,
      reply,
      visit,
      problemPage(visit, status, error.code === 'rest_no_route' ? [] : reasons, next),
    )
  }
  const serve = (path: string, handle: PageHandler, isEmbedded = false) =>
    app.get(SITE_PREFIX + path, { config: { isPage: true }, onSend: varyByCoding }, async (request, reply) => {
      try {
        const version = services.db.version()
        const query = request.query as Record<string, unknown>
        const addresses = readPageAddress(pathOf(request), query)
        const filter = parsePageFilter({ ...query, ...addresses.at(-1)?.filter })
        const visit = await createContext(request, filter, isEmbedded)
        return await sendAnswer(request, reply, visit, await handle(visit, request, addresses), version)
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

/** Paths of records, and those whose meaning `readPageAddress` finds. */
const OTHER_PATHS = [
  ...KINDS.map((kind) => `/${KIND_PROPERTIES[kind].pagePath}/${isHierarchical(kind) ? '*' : ':slug'}`),
  ...POST_KINDS.map((kind) => `/${KIND_PROPERTIES[kind].pagePath}/*`),
  ...['/event', '/events', '/events/*', '/tag/*', '/feed', '/feed/*'],
]

const answerHome: PageHandler = async (visit, request, addresses) =>
  addresses.every(isPlain) ? homePage(visit) : answerAddress(visit, request, addresses)

const answerAddress: PageHandler = async (visit, request, addresses) => {
  for (const [index, address] of addresses.entries()) {
    const { record } = address
    if (record === undefined) return answerView(visit, address)
    const isLast = index === addresses.length - 1
    const found = await findNamedRecord(visit.scope, record, { hasOldSlugs: isLast })
    if (found) return answerRecord(visit, request, address, found)
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
    if (!isPlain(asked)) return answerAddress(visit, request, addresses)
    const { period } = request.params as { period?: string }
    if (period !== undefined && !isPeriod(view, period)) throw new CalendarError('rest_no_route')
    return VIEW_PAGES[view](visit, period, parsePageNumber(request))
  }
