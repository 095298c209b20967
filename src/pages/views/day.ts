import { PER_PAGE_MAX, pageCount } from '../../core/page.ts'
import { hasPages, movedBy } from '../dates.ts'
import { filtered } from '../filter.ts'
import { linkedList, listed } from '../listed.ts'
import { html } from '../markup.ts'
import { nothing, pager } from '../parts/agenda.ts'
import { eventCard } from '../parts/event-card.ts'
import { filterBar, viewTabs } from '../parts/filter-bar.ts'
import { lastingInto, ongoingCards } from '../parts/ongoing.ts'
import { periodHead } from '../parts/period-head.ts'
import { inWords, type Page, type Visit, viewAddress, viewPath } from '../visit.ts'

/** @param date `YYYY-MM-DD` */
export async function dayPage(visit: Visit, date: string, page: number): Promise<Page> {
  const { words, filter, today } = visit
  const address = (of: string, at = 1) => filtered(viewAddress(visit, 'day', of), filter, at > 1 ? { page: at } : {})
  const step = (of: string) => (hasPages(of) ? address(of) : undefined)
  const query = { ...filter.query, start_date: date, end_date: date, per_page: PER_PAGE_MAX, page }
  const [{ rows, total }, lasting, bar] = await Promise.all([
    listed(visit, query),
    lastingInto(visit, date),
    filterBar(visit, viewAddress(visit, 'day', date)),
  ])
  const head = periodHead(visit, 'day', {
    title: html`<span class="month-name">${date === today ? words.today : inWords(visit, 'weekday', date)}</span> <span class="year">${inWords(visit, 'date', date)}</span>`,
    before: step(movedBy(date, -1)),
    after: step(movedBy(date, 1)),
    now: date === today ? undefined : address(today),
  })
  const last = pageCount(total, PER_PAGE_MAX)
  const pages = pager(
    page > 1 ? { address: address(date, page - 1), name: words.previous.page } : undefined,
    page < last ? { address: address(date, page + 1), name: words.next.page } : undefined,
  )
  return {
    status: page > 1 && page > last ? 404 : 200,
    title: inWords(visit, 'full', date),
    description: words.events(total),
    kind: 'calendar',
    isIndexed: total > 0,
    linkedData: [linkedList(visit, rows)],
    view: 'day',
    path: filtered(viewPath('day', date), filter),
    main: html`${viewTabs(visit, 'day', date)}${bar}${head}${
      rows.length === 0
        ? nothing(visit, words.nothingDay)
        : html`<h2 class="hidden">${words.eventsOf}</h2><ul class="cards">${rows.map((event, index) => eventCard(visit, event, { isFirst: index < 2 }))}</ul>`
    }${pages}${ongoingCards(visit, lasting)}`,
  }
}
