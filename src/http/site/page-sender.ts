import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CalendarError, Problems, presentError } from '../../core/errors.ts'
import { createPageContext, type HtmlPage, type PageContext, type PageMap } from '../../pages/page-context.ts'
import { NO_FILTER, type PageFilter } from '../../pages/parse-event-filter-of-page.ts'
import { type PageAssets, renderPageDocument } from '../../pages/render-page-document.ts'
import { errorPage } from '../../pages/views/error-page.ts'
import type { FeedSender } from '../feeds/feed-sender.ts'
import { createRequestScope, type Services } from '../request/create-request-scope.ts'
import { choosePageLanguage } from '../request/page-language.ts'
import { createCacheOfErrorPageEvents } from './cache-of-error-page-events.ts'
import { setPageHeaders } from './page-headers.ts'
import type { PageFeed, PageResponse, Redirect } from './page-response-types.ts'

/** Sends the results of page handlers, and errors as pages. */
export interface PageSender {
  createContext(request: FastifyRequest, filter: PageFilter, isEmbedded: boolean): Promise<PageContext>
  /**
   * Sends the result of a page handler.
   * @param version database version, read before all data on which the response depends
   */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    visit: PageContext,
    response: PageResponse,
    version: string,
  ): FastifyReply | Promise<FastifyReply>
  sendProblem(
    request: FastifyRequest,
    reply: FastifyReply,
    error: CalendarError,
    isEmbedded?: boolean,
  ): Promise<FastifyReply>
}

export interface PageSenderOptions {
  feeds: FeedSender
  map: PageMap
}

export function createPageSender(
  services: Services,
  { feeds, map, files }: PageSenderOptions & { files: PageAssets },
): PageSender {
  const cachedNextEvents = createCacheOfErrorPageEvents(services)
  const createContext = async (request: FastifyRequest, filter: PageFilter, isEmbedded: boolean) => {
    const scope = await createRequestScope(services, request, {}, new Problems())
    const { 'accept-language': acceptLanguage } = request.headers
    const language = choosePageLanguage(scope.site.page_language, scope.languages, scope.language, acceptLanguage)
    return createPageContext(scope, filter, { isEmbedded, map, language })
  }
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, visit: PageContext, page: HtmlPage) => {
    setPageHeaders(request, reply, visit, page)
    if (page.status === 200) {
      // Pages list events until they end, so these pages change when the next event ends.
      const end = await services.nextChanges.end(visit.scope.now)
      reply.cacheUntil = Math.min(page.expiresAt ?? end, end)
    }
    return reply
      .code(page.status)
      .type('text/html; charset=utf-8')
      .send(renderPageDocument(visit, page, files))
  }
  return {
    createContext,
    send(request, reply, visit, response, version) {
      if ('feed' in response) return sendPageFeed(feeds, request, reply, visit, response, version)
      if ('location' in response) return sendRedirect(reply, response)
      return sendPage(request, reply, visit, response)
    },
    async sendProblem(request, reply, error, isEmbedded = false) {
      const visit = await createContext(request, NO_FILTER, isEmbedded)
      // Pages never have the status 400: a page with an invalid parameter does not exist, so its status is 404.
      const status = error.status === 400 ? 404 : error.status
      const next = status >= 500 ? undefined : await cachedNextEvents(visit)
      return sendPage(request, reply, visit, errorPage(visit, status, reasonsFor(error, visit), next))
    },
  }
}

function sendRedirect(reply: FastifyReply, { status, location }: Redirect): FastifyReply {
  reply.cacheUntil = Number.POSITIVE_INFINITY
  return reply.code(status).header('location', location).type('text/plain; charset=utf-8').send('')
}

const sendPageFeed = (
  feeds: FeedSender,
  request: FastifyRequest,
  reply: FastifyReply,
  { scope }: PageContext,
  { feed }: PageFeed,
  version: string,
) =>
  'event' in feed
    ? feeds.sendEvent(request, reply, scope, feed)
    : feeds.sendList(request, reply, scope, { ...feed, version, problems: new Problems() })

/**
 * The error messages for an error page; none if no page exists at the address, because every such page says that
 * already.
 */
function reasonsFor(error: CalendarError, { scope }: PageContext): string[] {
  if (error.code === 'rest_no_route') return []
  const { message, data } = presentError(error, scope.language)
  return 'params' in data && error.code === 'rest_invalid_param' ? Object.values(data.params as object) : [message]
}
