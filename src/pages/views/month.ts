import { isInCalendarRange } from '../dates.ts'
import { withFilter } from '../filter.ts'
import { html } from '../markup.ts'
import { dateText, type Page, type PageContext, viewHref, viewPath } from '../page.ts'
import { emptyNotice } from '../parts/agenda.ts'
import { filterBar, viewTabs } from '../parts/filter-bar.ts'
import { loadCalendarDays, monthGrid, monthWeeks, nextMonth, previousMonth } from '../parts/month-grid.ts'
import { ongoingLines } from '../parts/ongoing.ts'
import { periodHeader } from '../parts/period-header.ts'

/** More are told by number, and shown on the page of the day. */
const EVENTS_MAX = 4

/** @param month `YYYY-MM` */
export async function monthPage(context: PageContext, month: string): Promise<Page> {
  const { words, filter, today } = context
  const { first, count } = monthWeeks(month)
  const shown = month === today.slice(0, 7) ? today : `${month}-01`
  const address = (of: string) => withFilter(viewHref(context, 'month', of), filter)
  const step = (of: string) => (isInCalendarRange(of) ? address(of) : undefined)
  const [{ days, ongoing, total }, bar] = await Promise.all([
    loadCalendarDays(context, first, count, EVENTS_MAX),
    filterBar(context, viewHref(context, 'month', month)),
  ])
  const name = dateText(context, 'monthYear', `${month}-01`)
  const head = periodHeader(context, 'month', {
    title: html`<span class="month-name">${dateText(context, 'month', `${month}-01`)}</span> <span class="year">${month.slice(0, 4)}</span>`,
    before: step(previousMonth(month)),
    after: step(nextMonth(month)),
    now: month === today.slice(0, 7) ? undefined : address(today.slice(0, 7)),
  })
  return {
    status: 200,
    title: name,
    description: words.events(
      days.filter(({ date }) => date.startsWith(month)).reduce((sum, day) => sum + day.total, 0),
    ),
    bodyClass: 'calendar',
    isIndexed: total > 0,
    view: 'month',
    path: withFilter(viewPath('month', month), filter),
    main: html`${viewTabs(context, 'month', shown)}${bar}${head}${monthGrid(context, month, days, name)}${ongoingLines(context, ongoing)}${total === 0 && emptyNotice(context, words.nothingMonth(name))}`,
  }
}
