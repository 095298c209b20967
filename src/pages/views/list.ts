import { listNow } from '../../collections/events/days.ts'
import { pageCount } from '../../core/page.ts'
import { mondayOf, movedBy, weekdayOf } from '../dates.ts'
import { filtered } from '../filter.ts'
import { linkedList, listed } from '../listed.ts'
import { html, type Markup } from '../markup.ts'
import { agenda, nothing, pager } from '../parts/agenda.ts'
import { eventCard } from '../parts/event-card.ts'
import { filterBar, viewTabs } from '../parts/filter-bar.ts'
import { lastingInto, ongoingCards } from '../parts/ongoing.ts'
import { inWords, type Page, type ViewName, type Visit, viewAddress, viewPath } from '../visit.ts'

const PER_PAGE = 20
const FAR_YEARS = 100

/** Events from a day on, a page at a time, under their days. */
export async function agendaOf(
  visit: Visit,
  page: number,
  addressOf: (page: number) => string,
  window?: { from: string; to: string },
) {
  const { words, filter, today } = visit
  const { from = today, to = movedBy(today, FAR_YEARS * 365) } = window ?? {}
  const query = { ...filter.query, start_date: from, end_date: to, per_page: PER_PAGE, page }
  const { rows, total } = await listed(visit, query)
  const last = pageCount(total, PER_PAGE)
  const pages = pager(
    page > 1 ? { address: addressOf(page - 1), name: words.previous.page } : undefined,
    page < last ? { address: addressOf(page + 1), name: words.next.page } : undefined,
  )
  return {
    rows,
    total,
    linkedData: [linkedList(visit, rows)],
    isBeyond: page > 1 && page > last,
    main: html`${agenda(visit, rows)}${pages}`,
  }
}

export async function listPage(visit: Visit, page: number): Promise<Page> {
  const { words, filter, today } = visit
  const address = (at: number) => filtered(viewAddress(visit, 'list'), filter, at > 1 ? { page: at } : {})
  const [found, bar] = await Promise.all([agendaOf(visit, page, address), filterBar(visit, viewAddress(visit, 'list'))])
  return {
    status: found.isBeyond ? 404 : 200,
    title: words.views.list,
    linkedData: found.linkedData,
    description: words.events(found.total),
    kind: 'calendar',
    view: 'list',
    path: filtered(viewPath('list'), filter),
    main: html`${viewTabs(visit, 'list', today)}${bar}<header class="period"><h1><span class="month-name">${words.comingUp}</span> <span class="year">${words.events(found.total)}</span></h1></header>${
      found.total === 0 ? nothing(visit, words.nothingFound) : found.main
    }`,
  }
}

/** Saturday and Sunday of this week, and what goes on over them. */
export async function weekendPage(visit: Visit, page: number): Promise<Page> {
  const { words, filter, today } = visit
  const isSunday = weekdayOf(today) === 0
  const saturday = movedBy(mondayOf(today), 5)
  const from = isSunday ? today : saturday
  const sunday = movedBy(saturday, 1)
  const address = (at: number) => filtered(viewAddress(visit, 'weekend'), filter, at > 1 ? { page: at } : {})
  const [found, lasting, bar] = await Promise.all([
    agendaOf(visit, page, address, { from, to: sunday }),
    lastingInto(visit, from),
    filterBar(visit, viewAddress(visit, 'weekend')),
  ])
  const span = `${inWords(visit, 'dayMonth', saturday)} – ${inWords(visit, 'dayMonth', sunday)}`
  const weekend = named(visit, 'weekend', bar, {
    title: words.views.weekend,
    under: span,
    total: found.total + lasting.total,
    hint: words.nothingFound,
    main: html`${found.main}${ongoingCards(visit, lasting)}`,
  })
  return { ...weekend, status: found.isBeyond ? 404 : 200 }
}

const NOW_MAX = 100
/** What is on changes by the minute. */
const NOW_SECONDS = 60

export async function nowPage(visit: Visit): Promise<Page> {
  const { scope, words, filter } = visit
  const [{ events: found, total }, bar] = await Promise.all([
    listNow(scope, filter.query, NOW_MAX),
    filterBar(visit, viewAddress(visit, 'now')),
  ])
  const main = html`<h2 class="hidden">${words.eventsOf}</h2><ul class="cards">${found.map((event, index) => eventCard(visit, event, { showsDay: true, isFirst: index < 2 }))}</ul>`
  const page = named(visit, 'now', bar, {
    title: words.underWay,
    under: words.events(total),
    total,
    hint: words.nothingNow,
    main,
  })
  return { ...page, until: scope.now + NOW_SECONDS }
}

function named(
  visit: Visit,
  view: ViewName,
  bar: Markup,
  { title, under, total, hint, main }: { title: string; under: string; total: number; hint: string; main: Markup },
): Page {
  return {
    status: 200,
    title,
    description: visit.words.events(total),
    kind: 'calendar',
    view,
    path: filtered(viewPath(view), visit.filter),
    main: html`${viewTabs(visit, view, visit.today)}${bar}<header class="period"><h1><span class="month-name">${title}</span> <span class="year">${under}</span></h1></header>${total === 0 ? nothing(visit, hint) : main}`,
  }
}
