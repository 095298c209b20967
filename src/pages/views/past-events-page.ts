import type { EventQuery } from '../../collections/events/event-parameters.ts'
import { countListPages } from '../../core/list-page.ts'
import { html } from '../html-template.ts'
import { loadEventListOfPage } from '../load-event-list.ts'
import { type HtmlPage, hrefOfView, type PageContext } from '../page-context.ts'
import { addFilterToAddress } from '../parse-event-filter-of-page.ts'
import { renderLinksWhenNoEventsAreFound } from '../parts/lists/active-filters.ts'
import { renderEventCardsByDay, renderPreviousNextLinks } from '../parts/lists/event-list-by-day.ts'
import { renderFilterBar } from '../parts/lists/filter-bar.ts'
import { viewDateRange } from '../period-of-view.ts'
import { createListViewPage, PER_PAGE } from './list-page.ts'

/**
 * The page of events before today, latest first.
 * @param page number of the page in the list
 */
export async function pastEventsPage(context: PageContext, page: number): Promise<HtmlPage> {
  const { words, filter } = context
  const address = (at: number) => addFilterToAddress(hrefOfView(context, 'past'), filter, at > 1 ? { page: at } : {})
  const [{ rows, total }, bar] = await Promise.all([
    loadLatestFirst(context, page),
    renderFilterBar(context, hrefOfView(context, 'past')),
  ])
  const last = countListPages(total, PER_PAGE)
  const pages = renderPreviousNextLinks(
    words.eventsOf,
    page < last ? { address: address(page + 1), name: words.previous.page } : undefined,
    page > 1 ? { address: address(page - 1), name: words.next.page } : undefined,
  )
  const past = createListViewPage(context, 'past', bar, {
    page,
    title: words.views.past,
    subtitle: words.events(total),
    total,
    events: rows,
    hint: words.nothingFound,
    more: total === 0 ? await renderLinksWhenNoEventsAreFound(context, hrefOfView(context, 'past')) : undefined,
    main: html`${renderEventCardsByDay(context, rows)}${pages}`,
  })
  return { ...past, status: page > 1 && page > last ? 404 : 200 }
}

/**
 * Loads a page of past events, latest first. Without a search, the list of events is read by start, so the page is a
 * range near the end of that list in reverse order, which may extend over two of its pages. A search finds each
 * repeated event once, at its last date.
 */
async function loadLatestFirst(context: PageContext, page: number) {
  const { from, to } = viewDateRange('past', undefined, context.today)
  const query = { ...context.filter.query, start_date: from, end_date: to }
  if (query.q !== undefined) {
    const search: EventQuery = { ...query, occurrences: 'next', per_page: PER_PAGE, page }
    return loadEventListOfPage(context, search, { order: { by: 'start', isDescending: true } })
  }
  const { total } = await loadEventListOfPage(context, { ...query, per_page: 1 })
  const end = total - (page - 1) * PER_PAGE
  if (end <= 0) return { rows: [], total }
  const start = Math.max(0, end - PER_PAGE)
  const first = Math.floor(start / PER_PAGE)
  const numbers = [...new Set([first, Math.floor((end - 1) / PER_PAGE)])]
  const lists = await Promise.all(
    numbers.map((number) => loadEventListOfPage(context, { ...query, per_page: PER_PAGE, page: number + 1 })),
  )
  const rows = lists.flatMap((list) => list.rows).slice(start - first * PER_PAGE, end - first * PER_PAGE)
  return { rows: rows.reverse(), total }
}
