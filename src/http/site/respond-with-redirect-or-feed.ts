import { CalendarError, invalidParameterError } from '../../core/errors.ts'
import { parseLocalTimeAndPrecision } from '../../core/time/parse-date.ts'
import { appendQueryToUrl } from '../../core/urls.ts'
import { type HtmlPage, hrefOfView, type PageContext } from '../../pages/page-context.ts'
import type { ViewName } from '../../pages/page-paths.ts'
import { addFilterToAddress, hasActiveEventFilter } from '../../pages/parse-event-filter-of-page.ts'
import { isPeriodOfView, isPeriodView, periodOfViewContaining, viewDateRange } from '../../pages/period-of-view.ts'
import { dayPage } from '../../pages/views/day-page.ts'
import { eventsTakingPlaceNowPage, listPage, PER_PAGE, weekendPage } from '../../pages/views/list-page.ts'
import { mapPage } from '../../pages/views/map-page.ts'
import { monthPage } from '../../pages/views/month-page.ts'
import { pastEventsPage } from '../../pages/views/past-events-page.ts'
import { weekPage } from '../../pages/views/week-page.ts'
import type { WeekStart } from '../../settings/appearance-fields.ts'
import { type PageFeed, queryParameterOfFeedFormat, type Redirect } from './page-response-types.ts'
import type { PageAddress } from './parse-page-address.ts'

type MakeView = (visit: PageContext, period: string | undefined, page: number) => Promise<HtmlPage>

/** The function that creates the page of each view, by the name of the view. */
export const VIEW_PAGES: Record<ViewName, MakeView> = {
  month: (visit, period = visit.today.slice(0, 7)) => monthPage(visit, period),
  week: (visit, period = visit.today) => weekPage(visit, period),
  day: (visit, period = visit.today, page) => dayPage(visit, period, page),
  list: listPage,
  past: (visit, _, page) => pastEventsPage(visit, page),
  map: (visit) => mapPage(visit),
  now: (visit) => eventsTakingPlaceNowPage(visit),
  weekend: (visit, _, page) => weekendPage(visit, page),
}

/** Redirects to the page of a view, or returns its events as a feed if the address asks for one. */
export function respondWithRedirectOrFeedOfView(visit: PageContext, address: PageAddress): Redirect | PageFeed {
  const view = viewOf(visit, address)
  const period = periodIn(visit, view, address)
  return address.format ? viewFeed(visit, view, period, address.format) : viewRedirect(visit, view, period, address)
}

/**
 * The view for an address that does not name one: the list if the address has dates, a page number or filters, else the
 * view in the setting `default_view`.
 */
function viewOf(
  { filter, scope }: PageContext,
  { view, date, page, filter: own, format, isCalendar }: PageAddress,
): ViewName {
  if (view !== undefined) return view
  const isList =
    date !== undefined || page !== undefined || own !== undefined || (isCalendar && hasActiveEventFilter(filter))
  return isList || format !== undefined ? 'list' : scope.site.default_view
}

/**
 * The period of a view (a month, week or day) that contains the date in an address.
 * @throws {CalendarError} for a date that the calendar does not have
 */
function periodIn(visit: PageContext, view: ViewName, { date }: PageAddress): string | undefined {
  if (date === undefined) return undefined
  const { site, now } = visit.scope
  const day = /^\d{4}-\d\d$/.test(date.text)
    ? date.text
    : parseLocalTimeAndPrecision(date.text, site.timezone, now)?.local.slice(0, 10)
  if (day === undefined) throw invalidParameterError(date.name, 'reason.date')
  const period = periodOfViewContaining(view, day)
  if (period !== undefined && !isPeriodOfView(view, period)) throw new CalendarError('rest_no_route')
  return period
}

function viewRedirect(visit: PageContext, view: ViewName, period: string | undefined, address: PageAddress): Redirect {
  const { today, filter, scope } = visit
  // The address of a list that begins today contains no date; the addresses of the other views with periods always do.
  const isToday = period === undefined && isPeriodView(view) && view !== 'list'
  const page = convertTecPageNumberToOwnPageNumber(address.page, scope.site.per_page)
  return {
    location: addFilterToAddress(
      hrefOfView(visit, view, isToday ? periodOfViewContaining(view, today) : period),
      filter,
      page > 1 ? { page } : {},
    ),
    status: isToday ? 302 : 301,
  }
}

/**
 * Converts a page number of a list of The Events Calendar, whose pages have another length: returns the page of this
 * server's list that contains the first event of that page.
 * @param perPage length of the pages of The Events Calendar
 */
export const convertTecPageNumberToOwnPageNumber = (page: number | undefined, perPage: number) =>
  Math.floor((((page ?? 1) - 1) * perPage) / PER_PAGE) + 1

function viewFeed(
  visit: PageContext,
  view: ViewName,
  period: string | undefined,
  format: NonNullable<PageAddress['format']>,
): PageFeed {
  const { filter, scope, today } = visit
  return {
    feed: {
      format,
      query: { ...filter.query, ...dateParametersForFeedOfView(view, period, today, scope.site.week_start) },
      filters: { ...filter.values, view, ...(period && { period }) },
      self: appendQueryToUrl(`${scope.urls.origin}${hrefOfView(visit, view, period)}`, {
        ...filter.values,
        ...queryParameterOfFeedFormat(format),
      }),
    },
  }
}

/**
 * The date parameters of the feed of a view, and whether it contains ongoing events. For a list without a date there is
 * no start date, so the feed begins at its default date, which for calendar formats is earlier than today.
 */
export function dateParametersForFeedOfView(
  view: ViewName,
  period: string | undefined,
  today: string,
  weekStart?: WeekStart,
) {
  const { from, to } = viewDateRange(view, period, today, weekStart)
  const start = view !== 'list' || period !== undefined ? { start_date: from } : {}
  return { ...start, end_date: to, ongoing: view !== 'past' }
}
