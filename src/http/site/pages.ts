import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { GUEST } from '../../core/caller.ts'
import { CalendarError, Problems, presentError } from '../../core/errors.ts'
import { isLocalTime } from '../../core/time/local-time.ts'
import { isInCalendarRange } from '../../pages/dates.ts'
import { examplePage } from '../../pages/embed/example.ts'
import { type PageFilter, parsePageFilter, withFilter } from '../../pages/filter.ts'
import { renderDocument } from '../../pages/layout.ts'
import type { Markup } from '../../pages/markup.ts'
import {
  createPageContext,
  type HtmlPage,
  type MapTiles,
  type PageContext,
  type ViewName,
  viewHref,
} from '../../pages/page.ts'
import { dayPage } from '../../pages/views/day.ts'
import { homePage } from '../../pages/views/home.ts'
import { listPage, nowPage, weekendPage } from '../../pages/views/list.ts'
import { mapPage } from '../../pages/views/map.ts'
import { monthPage } from '../../pages/views/month.ts'
import { nextEvents, problemPage } from '../../pages/views/problem.ts'
import { weekPage } from '../../pages/views/week.ts'
import { SITE_PREFIX } from '../request/address.ts'
import { createScope, type Services } from '../request/scope.ts'
import { registerPageFiles } from './page-files.ts'
import { setPageHeaders } from './page-headers.ts'
import { parsePageNumber, RECORD_PAGE_ROUTES, type Redirect, recordPage } from './record-pages.ts'

const NO_FILTER: PageFilter = { values: {}, query: {} }

/** A function that creates the HTML page for a request, or a redirect to the current URL of that page. */
export type PageHandler = (visit: PageContext, request: FastifyRequest) => Promise<HtmlPage | Redirect>

/**
 * Registers the HTML pages: the views of the calendar (month, list and so on) and a page for each record.
 * @returns a function that sends an error as a page
 */
export function registerPages(app: FastifyInstance, services: Services, tiles: MapTiles | undefined) {
  const files = registerPageFiles(app)
  const createContext = async (request: FastifyRequest, filter: PageFilter, isEmbedded: boolean) => {
    const scope = await createScope(services, request, {}, new Problems())
    return createPageContext(scope, filter, { isEmbedded, tiles })
  }
  const send = (request: FastifyRequest, reply: FastifyReply, visit: PageContext, page: HtmlPage) => {
    setPageHeaders(request, reply, visit, page)
    if (page.status === 200) reply.cacheUntil = page.expiresAt ?? Number.POSITIVE_INFINITY
    return reply
      .code(page.status)
      .type('text/html; charset=utf-8')
      .send(renderDocument(visit, page, files))
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
    return send(request, reply, visit, problemPage(visit, status, error.code === 'rest_no_route' ? [] : reasons, next))
  }
  const serve = (path: string, make: PageHandler, isEmbedded = false) =>
    app.get(SITE_PREFIX + path, { config: { isPage: true } }, async (request, reply) => {
      try {
        const visit = await createContext(
          request,
          parsePageFilter(request.query as Record<string, unknown>),
          isEmbedded,
        )
        const page = await make(visit, request)
        if ('location' in page) return reply.redirect(page.location, page.status)
        return send(request, reply, visit, page)
      } catch (error) {
        if (!(error instanceof CalendarError) || error.status >= 500) throw error
        return sendProblem(request, reply, error, isEmbedded)
      }
    })

  serve('/', (visit, request) => recordPage(visit, request) ?? homePage(visit))
  for (const [name, make] of Object.entries(VIEW_PAGES) as [ViewName, MakeView][]) {
    const page: PageHandler = (visit, request) => make(visit, periodOf(request), parsePageNumber(request))
    for (const [root, isEmbedded] of [
      ['/events', false],
      ['/embed', true],
    ] as const) {
      serve(`${root}/${name}`, page, isEmbedded)
      if (PERIODS[name] !== undefined) serve(`${root}/${name}/:period`, requirePeriod(name, page), isEmbedded)
    }
  }
  serve(
    '/events',
    async (visit, request) =>
      redirectToFeed(visit, request) ?? redirectTo(visit, 'month', visit.today.slice(0, 7), 302),
  )
  serve('/embed', async (visit) => examplePage(visit))
  serve('/events/today', async (visit) => redirectTo(visit, 'day', visit.today, 302))
  serve('/events/:period', async (visit, request) => redirectFromTecPeriod(visit, request))
  for (const path of RECORD_PAGE_ROUTES) {
    serve(
      path,
      async (visit, request) => recordPage(visit, request) ?? Promise.reject(new CalendarError('rest_no_route')),
    )
  }
  return sendProblem
}

/**
 * Creates a cache for the upcoming events shown on error pages, so that requests for unknown URLs, which crawlers send
 * endlessly, do not read events from the database.
 */
function createNextEventsCache({ db }: Services): (visit: PageContext) => Promise<Markup> {
  const cache = new LRUCache<string, Markup>({ max: CACHED_NEXT_EVENTS_MAX })
  return async (visit) => {
    const { scope, isEmbedded } = visit
    if (scope.caller !== GUEST) return nextEvents(visit)
    const minute = Math.floor(scope.now / 60)
    const key = [db.version(), scope.urls.home, scope.language, isEmbedded, minute].join(' ')
    const cached = cache.get(key)
    if (cached) return cached
    const rendered = await nextEvents(visit)
    cache.set(key, rendered)
    return rendered
  }
}

/**
 * Maximum number of entries in the cache of upcoming events on error pages. Host, language, embedding and minute are
 * part of the key.
 */
const CACHED_NEXT_EVENTS_MAX = 50

type MakeView = (visit: PageContext, period: string | undefined, page: number) => Promise<HtmlPage>

const VIEW_PAGES: Record<ViewName, MakeView> = {
  month: (visit, period = visit.today.slice(0, 7)) => monthPage(visit, period),
  week: (visit, period = visit.today) => weekPage(visit, period),
  day: (visit, period = visit.today, page) => dayPage(visit, period, page),
  list: (visit, _, page) => listPage(visit, page),
  map: (visit) => mapPage(visit),
  now: (visit) => nowPage(visit),
  weekend: (visit, _, page) => weekendPage(visit, page),
}

/**
 * For each view of a period, a pattern for the period in its path: `2026-11` for a month, `2026-11-21` for a week or
 * day.
 */
const PERIODS: Partial<Record<ViewName, RegExp>> = {
  month: /^\d{4}-\d\d$/,
  week: /^\d{4}-\d\d-\d\d$/,
  day: /^\d{4}-\d\d-\d\d$/,
}

const periodOf = (request: FastifyRequest) => (request.params as { period?: string }).period

function requirePeriod(view: ViewName, make: PageHandler): PageHandler {
  return (visit, request) => {
    if (!isPeriod(view, periodOf(request) ?? '')) throw new CalendarError('rest_no_route')
    return make(visit, request)
  }
}

function isPeriod(view: ViewName, period: string): boolean {
  const date = view === 'month' ? `${period}-01` : period
  const isSpelled = PERIODS[view]?.test(period) ?? false
  return isSpelled && isLocalTime(`${date} 00:00:00`) && isInCalendarRange(period)
}

const redirectTo = (visit: PageContext, view: ViewName, period: string, status: 301 | 302): Redirect => ({
  location: withFilter(viewHref(visit, view, period), visit.filter),
  status,
})

/** Redirects URLs of The Events Calendar for months and days, such as `/events/2026-11/`, to the pages of this server. */
function redirectFromTecPeriod(visit: PageContext, request: FastifyRequest): Redirect {
  const period = periodOf(request) ?? ''
  const view = (['month', 'day'] as const).find((one) => isPeriod(one, period))
  if (view === undefined) throw new CalendarError('rest_no_route')
  return redirectTo(visit, view, period, 301)
}

/**
 * Redirects `?ical=1` to the iCalendar feed: The Events Calendar uses this parameter for event lists in iCalendar format.
 */
function redirectToFeed({ scope, filter }: PageContext, { query }: FastifyRequest): Redirect | undefined {
  const { ical } = query as { ical?: unknown }
  return ical === undefined ? undefined : { location: scope.urls.feed('ics', undefined, filter.values), status: 302 }
}
