import { loadEventLines } from '../../collections/events/load-event-lines.ts'
import { html } from '../html-template.ts'
import { loadEventListLinkedData } from '../load-event-list.ts'
import { formatPageDate, type HtmlPage, type PageContext, viewHref, viewPath } from '../page-context.ts'
import { capitalize, isInCalendarRange, nextMonth, previousMonth } from '../page-dates.ts'
import { withFilter } from '../parse-event-filter-of-page.ts'
import { eventsOfCalendarDays, loadCalendarDays, monthWeeks } from '../parts/lists/calendar-days.ts'
import { noEventsNotice } from '../parts/lists/event-list-by-day.ts'
import { filterBar, viewTabs } from '../parts/lists/filter-bar.ts'
import { monthTable } from '../parts/lists/month-grid.ts'
import { ongoingLines } from '../parts/lists/ongoing-events.ts'
import { periodDescription } from '../parts/lists/period-description.ts'
import { monthHeading, periodHeader } from '../parts/lists/period-header.ts'
import { viewSharePicture } from '../share-pictures/share-picture.ts'

/** Largest number of events of one day in its cell, besides bars; a link to the day shows the number of the others. */
const EVENTS_MAX = 4

/** The month view as a page. @param month `YYYY-MM` */
export async function monthPage(context: PageContext, month: string): Promise<HtmlPage> {
  const { words, filter, today } = context
  const { first, count } = monthWeeks(context, month)
  const thisMonth = today.slice(0, 7)
  const address = (of: string) => withFilter(viewHref(context, 'month', of), filter)
  const step = (of: string) => (isInCalendarRange(of) ? address(of) : undefined)
  const [calendar, bar] = await Promise.all([
    loadCalendarDays(context, first, count, EVENTS_MAX, loadEventLines),
    filterBar(context, viewHref(context, 'month', month)),
  ])
  const { days, ongoing, total } = calendar
  const name = formatPageDate(context, 'monthYear', `${month}-01`)
  const header = periodHeader(context, 'month', {
    title: monthHeading(context, month),
    previous: step(previousMonth(month)),
    next: step(nextMonth(month)),
    now: month === thisMonth ? undefined : address(thisMonth),
  })
  const linkedData = await loadEventListLinkedData(context, eventsOfCalendarDays(days, ongoing))
  const inMonth = days.filter(({ date }) => date.startsWith(month))
  return {
    status: 200,
    title: name,
    description: periodDescription(
      context,
      capitalize(context.language, name),
      inMonth.reduce((sum, day) => sum + day.total, 0),
      inMonth.flatMap(({ events }) => events),
    ),
    bodyClass: 'calendar',
    isIndexed: total > 0,
    linkedData,
    view: 'month',
    sharePicture: viewSharePicture(context, 'month', month),
    path: withFilter(viewPath('month', month), filter),
    main: html`
      ${viewTabs(context, 'month', month === thisMonth ? today : `${month}-01`)}
      ${bar}
      ${header}
      ${monthTable(context, month, calendar, name)}
      ${ongoingLines(context, ongoing)}
      ${total === 0 && noEventsNotice(context, words.nothingMonth(name))}
    `,
  }
}
