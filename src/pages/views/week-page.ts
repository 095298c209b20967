import { loadEvents } from '../../collections/events/load-events.ts'
import { html } from '../html-template.ts'
import { linkedDataOfEventList } from '../load-event-list.ts'
import { type HtmlPage, hrefOfView, type PageContext } from '../page-context.ts'
import {
  addDaysToDate,
  dateOfLocalTime,
  firstDateOfWeek,
  formatDateRange,
  hasPagesForPeriod,
  isoWeekNumber,
} from '../page-dates.ts'
import { pathOfView } from '../page-paths.ts'
import { addFilterToAddress } from '../parse-event-filter-of-page.ts'
import { renderNoEventsNoticeWithLinks } from '../parts/lists/active-filters.ts'
import { listEventsOfCalendarDays, loadEventsOfCalendarDays } from '../parts/lists/calendar-days.ts'
import { renderFilterBar, renderViewTabs } from '../parts/lists/filter-bar.ts'
import { timeOfNextMoveOfCurrentTimeLine } from '../parts/lists/hour-axis-of-week.ts'
import { renderOngoingEventLines } from '../parts/lists/ongoing-events.ts'
import { describePeriodForSearchEngines } from '../parts/lists/period-description.ts'
import { pageHeading, renderPeriodHeader } from '../parts/lists/period-header.ts'
import { chooseEventsShownInDayColumn, EVENTS_IN_DAY_LIST_MAX, renderWeekGrid } from '../parts/lists/week-grid.ts'
import { viewSharePicture } from '../share-pictures/share-picture.ts'

/**
 * Number of first events of a day among which its column shows those for which it has room. A link to the day leads to
 * all of them.
 */
const EVENTS_MAX = 250

/** The page of the week that contains a date, with seven columns. @param date `YYYY-MM-DD` */
export async function weekPage(context: PageContext, date: string): Promise<HtmlPage> {
  const { words, filter, today, scope } = context
  const { week_start: weekStart } = scope.site
  const first = firstDateOfWeek(date, weekStart)
  const last = addDaysToDate(first, 6)
  const present = firstDateOfWeek(today, weekStart)
  const address = (of: string) => addFilterToAddress(hrefOfView(context, 'week', of), filter)
  const own = hrefOfView(context, 'week', first)
  const step = (of: string) => (hasPagesForPeriod(of) ? address(of) : undefined)
  const [calendar, bar] = await Promise.all([
    loadEventsOfCalendarDays(
      context,
      first,
      7,
      { whole: EVENTS_IN_DAY_LIST_MAX, among: EVENTS_MAX, choose: chooseEventsShownInDayColumn },
      loadEvents,
    ),
    renderFilterBar(context, own),
  ])
  const { days, ongoing, total } = calendar
  const span = formatDateRange(context.language, first, last)
  const name = words.week(isoWeekNumber(addDaysToDate(first, 3)))
  const isThisWeek = present === first
  const header = renderPeriodHeader(context, 'week', {
    title: pageHeading(name, span),
    previous: step(addDaysToDate(first, -7)),
    next: step(addDaysToDate(first, 7)),
    now: isThisWeek ? undefined : address(present),
  })
  return {
    status: 200,
    title: `${name}, ${span}`,
    description: describePeriodForSearchEngines(
      context,
      `${name}, ${span}`,
      total,
      days.flatMap(({ events }) => events),
    ),
    bodyClass: 'calendar',
    isIndexed: total > 0,
    linkedData: linkedDataOfEventList(context, listEventsOfCalendarDays(days, ongoing)),
    view: 'week',
    sharePicture: viewSharePicture(context, 'week', first),
    path: addFilterToAddress(pathOfView('week', first), filter),
    expiresAt: isThisWeek ? timeOfNextMoveOfCurrentTimeLine(scope.now) : undefined,
    main: html`
      ${renderViewTabs(context, 'week', isThisWeek ? today : dateOfLocalTime(first))}
      ${bar}
      ${header}
      ${renderWeekGrid(context, calendar)}
      ${renderOngoingEventLines(context, ongoing)}
      ${total === 0 && (await renderNoEventsNoticeWithLinks(context, words.nothingFound, own))}
    `,
  }
}
