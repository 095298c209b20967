import { listUnderWay } from '../../collections/events/calendar/days.ts'
import { pageCount } from '../../core/page.ts'
import { addDays, mondayOf, weekdayOf } from '../dates.ts'
import { eventListLinkedData, loadEventList } from '../event-list.ts'
import { withFilter } from '../filter.ts'
import { html, type Markup } from '../markup.ts'
import { dateText, type Page, type PageContext, type ViewName, viewHref, viewPath } from '../page.ts'
import { agenda, emptyNotice, pager } from '../parts/agenda.ts'
import { eventCard } from '../parts/event-card.ts'
import { filterBar, viewTabs } from '../parts/filter-bar.ts'
import { loadOngoing, ongoingCards } from '../parts/ongoing.ts'

const PER_PAGE = 20
const FAR_YEARS = 100

/** Events from a day on, a page at a time, under their days. */
export async function loadAgenda(
  context: PageContext,
  page: number,
  addressOf: (page: number) => string,
  window?: { from: string; to: string },
) {
  const { words, filter, today } = context
  const { from = today, to = addDays(today, FAR_YEARS * 365) } = window ?? {}
  const query = { ...filter.query, start_date: from, end_date: to, per_page: PER_PAGE, page }
  const { rows, total } = await loadEventList(context, query)
  const last = pageCount(total, PER_PAGE)
  const pages = pager(
    page > 1 ? { address: addressOf(page - 1), name: words.previous.page } : undefined,
    page < last ? { address: addressOf(page + 1), name: words.next.page } : undefined,
  )
  return {
    rows,
    total,
    linkedData: [eventListLinkedData(context, rows)],
    isBeyond: page > 1 && page > last,
    main: html`${agenda(context, rows)}${pages}`,
  }
}

export async function listPage(context: PageContext, page: number): Promise<Page> {
  const { words, filter, today } = context
  const address = (at: number) => withFilter(viewHref(context, 'list'), filter, at > 1 ? { page: at } : {})
  const [found, bar] = await Promise.all([
    loadAgenda(context, page, address),
    filterBar(context, viewHref(context, 'list')),
  ])
  return {
    status: found.isBeyond ? 404 : 200,
    title: words.views.list,
    linkedData: found.linkedData,
    description: words.events(found.total),
    bodyClass: 'calendar',
    view: 'list',
    path: withFilter(viewPath('list'), filter),
    main: html`${viewTabs(context, 'list', today)}${bar}<header class="period"><h1><span class="month-name">${words.comingUp}</span> <span class="year">${words.events(found.total)}</span></h1></header>${
      found.total === 0 ? emptyNotice(context, words.nothingFound) : found.main
    }`,
  }
}

/** Saturday and Sunday of this week, and what goes on over them. */
export async function weekendPage(context: PageContext, page: number): Promise<Page> {
  const { words, filter, today } = context
  const isSunday = weekdayOf(today) === 0
  const saturday = addDays(mondayOf(today), 5)
  const from = isSunday ? today : saturday
  const sunday = addDays(saturday, 1)
  const address = (at: number) => withFilter(viewHref(context, 'weekend'), filter, at > 1 ? { page: at } : {})
  const [found, lasting, bar] = await Promise.all([
    loadAgenda(context, page, address, { from, to: sunday }),
    loadOngoing(context, from),
    filterBar(context, viewHref(context, 'weekend')),
  ])
  const span = `${dateText(context, 'dayMonth', saturday)} – ${dateText(context, 'dayMonth', sunday)}`
  const weekend = named(context, 'weekend', bar, {
    title: words.views.weekend,
    under: span,
    total: found.total + lasting.total,
    hint: words.nothingFound,
    main: html`${found.main}${ongoingCards(context, lasting)}`,
  })
  return { ...weekend, status: found.isBeyond ? 404 : 200 }
}

const NOW_MAX = 100
/** What is on changes by the minute. */
const NOW_SECONDS = 60

export async function nowPage(context: PageContext): Promise<Page> {
  const { scope, words, filter } = context
  const [{ events: found, total }, bar] = await Promise.all([
    listUnderWay(scope, filter.query, NOW_MAX),
    filterBar(context, viewHref(context, 'now')),
  ])
  const main = html`<h2 class="hidden">${words.eventsOf}</h2><ul class="cards">${found.map((event, index) => eventCard(context, event, { showsDay: true, isFirst: index < 2 }))}</ul>`
  const page = named(context, 'now', bar, {
    title: words.underWay,
    under: words.events(total),
    total,
    hint: words.nothingNow,
    main,
  })
  return { ...page, expiresAt: scope.now + NOW_SECONDS }
}

function named(
  context: PageContext,
  view: ViewName,
  bar: Markup,
  { title, under, total, hint, main }: { title: string; under: string; total: number; hint: string; main: Markup },
): Page {
  return {
    status: 200,
    title,
    description: context.words.events(total),
    bodyClass: 'calendar',
    view,
    path: withFilter(viewPath(view), context.filter),
    main: html`${viewTabs(context, view, context.today)}${bar}<header class="period"><h1><span class="month-name">${title}</span> <span class="year">${under}</span></h1></header>${total === 0 ? emptyNotice(context, hint) : main}`,
  }
}
