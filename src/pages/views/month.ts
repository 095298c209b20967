import { hasPages } from '../dates.ts'
import { filtered } from '../filter.ts'
import { html } from '../markup.ts'
import { nothing } from '../parts/agenda.ts'
import { filterBar, viewTabs } from '../parts/filter-bar.ts'
import { daysOf, monthGrid, nextMonth, previousMonth, weeksAround } from '../parts/month-grid.ts'
import { ongoingLines } from '../parts/ongoing.ts'
import { periodHead } from '../parts/period-head.ts'
import { inWords, type Page, type Visit, viewAddress, viewPath } from '../visit.ts'

/** More are told by number, and shown on the page of the day. */
const EVENTS_MAX = 4

/** @param month `YYYY-MM` */
export async function monthPage(visit: Visit, month: string): Promise<Page> {
  const { words, filter, today } = visit
  const { first, count } = weeksAround(month)
  const shown = month === today.slice(0, 7) ? today : `${month}-01`
  const address = (of: string) => filtered(viewAddress(visit, 'month', of), filter)
  const step = (of: string) => (hasPages(of) ? address(of) : undefined)
  const [{ days, ongoing, total }, bar] = await Promise.all([
    daysOf(visit, first, count, EVENTS_MAX),
    filterBar(visit, viewAddress(visit, 'month', month)),
  ])
  const name = inWords(visit, 'monthYear', `${month}-01`)
  const head = periodHead(visit, 'month', {
    title: html`<span class="month-name">${inWords(visit, 'month', `${month}-01`)}</span> <span class="year">${month.slice(0, 4)}</span>`,
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
    kind: 'calendar',
    isIndexed: total > 0,
    view: 'month',
    path: filtered(viewPath('month', month), filter),
    main: html`${viewTabs(visit, 'month', shown)}${bar}${head}${monthGrid(visit, month, days, name)}${ongoingLines(visit, ongoing)}${total === 0 && nothing(visit, words.nothingMonth(name))}`,
  }
}
