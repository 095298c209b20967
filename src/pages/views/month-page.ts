import { html } from '../html-template.ts'
import { linkedDataOfEventLines, loadLinesAndLinkedEvents } from '../load-event-list.ts'
import { formatPageDate, type HtmlPage, hrefOfView, type PageContext } from '../page-context.ts'
import { capitalize, hasPagesForPeriod, nextMonth, previousMonth } from '../page-dates.ts'
import { pathOfView } from '../page-paths.ts'
import { addFilterToAddress } from '../parse-event-filter-of-page.ts'
import { renderNoEventsNoticeWithLinks } from '../parts/lists/active-filters.ts'
import { findWeeksOfMonth, listEventsOfCalendarDays, loadEventsOfCalendarDays } from '../parts/lists/calendar-days.ts'
import { renderFilterBar, renderViewTabs } from '../parts/lists/filter-bar.ts'
import { renderMonthTable } from '../parts/lists/month-grid.ts'
import { renderOngoingEventLines } from '../parts/lists/ongoing-events.ts'
import { describePeriodForSearchEngines } from '../parts/lists/period-description.ts'
import { monthHeading, renderPeriodHeader } from '../parts/lists/period-header.ts'
import { viewSharePicture } from '../share-pictures/share-picture.ts'

/** Largest number of events of one day in its cell, besides bars; a link to the day shows the number of the others. */
const EVENTS_MAX = 4

/** The month view as a page. @param month `YYYY-MM` */
export async function monthPage(context: PageContext, month: string): Promise<HtmlPage> {
  const { words, filter, today } = context
  const { first, count } = findWeeksOfMonth(context, month)
  const thisMonth = today.slice(0, 7)
  const address = (of: string) => addFilterToAddress(hrefOfView(context, 'month', of), filter)
  const own = hrefOfView(context, 'month', month)
  const step = (of: string) => (hasPagesForPeriod(of) ? address(of) : undefined)
  const [calendar, bar] = await Promise.all([
    loadEventsOfCalendarDays(context, first, count, EVENTS_MAX, loadLinesAndLinkedEvents),
    renderFilterBar(context, own),
  ])
  const { days, ongoing, total } = calendar
  const name = formatPageDate(context, 'monthYear', `${month}-01`)
  const header = renderPeriodHeader(context, 'month', {
    title: monthHeading(context, month),
    previous: step(previousMonth(month)),
    next: step(nextMonth(month)),
    now: month === thisMonth ? undefined : address(thisMonth),
  })
  const inMonth = days.filter(({ date }) => date.startsWith(month))
  return {
    status: 200,
    title: name,
    description: describePeriodForSearchEngines(
      context,
      capitalize(context.language, name),
      inMonth.reduce((sum, day) => sum + day.total, 0),
      inMonth.flatMap(({ events }) => events),
    ),
    bodyClass: 'calendar',
    isIndexed: total > 0,
    linkedData: linkedDataOfEventLines(context, listEventsOfCalendarDays(days, ongoing)),
    view: 'month',
    sharePicture: viewSharePicture(context, 'month', month),
    path: addFilterToAddress(pathOfView('month', month), filter),
    main: html`
      ${renderViewTabs(context, 'month', month === thisMonth ? today : `${month}-01`)}
      ${bar}
      ${header}
      ${renderMonthTable(context, month, calendar, name)}
      ${renderOngoingEventLines(context, ongoing)}
      ${total === 0 && (await renderNoEventsNoticeWithLinks(context, words.nothingMonth(name), own))}
    `,
  }
}
