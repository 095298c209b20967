import { listEventsTakingPlaceNow } from '../../collections/events/calendar/events-by-day.ts'
import type { EventRow } from '../../collections/events/event-row.ts'
import { countListPages } from '../../core/list-page.ts'
import { html, type Markup } from '../html-template.ts'
import { linkedDataOfEventList, loadEventListOfPage } from '../load-event-list.ts'
import { formatPageDate, type HtmlPage, hrefOfView, type PageContext } from '../page-context.ts'
import { addDaysToDate, dateOfLocalTime, formatDateRange } from '../page-dates.ts'
import { pathOfView, type ViewName } from '../page-paths.ts'
import { addFilterToAddress } from '../parse-event-filter-of-page.ts'
import { renderRecurrenceNote } from '../parts/event/dates-of-repeated-event.ts'
import { renderEventCard } from '../parts/event/event-card.ts'
import { renderLinksToNamedRecords, renderLinksWhenNoEventsAreFound } from '../parts/lists/active-filters.ts'
import { noEventsNotice, renderEventCardsByDay, renderPreviousNextLinks } from '../parts/lists/event-list-by-day.ts'
import { loadFestivalsOfPeriod, renderFestivalsOfList } from '../parts/lists/festivals.ts'
import { renderFilterBar, renderViewTabs } from '../parts/lists/filter-bar.ts'
import { renderLinksToNextDays } from '../parts/lists/links-to-next-days.ts'
import {
  loadOngoingEventsOfPage,
  renderLongOngoingEvents,
  renderOngoingEventCards,
} from '../parts/lists/ongoing-events.ts'
import { describePeriodForSearchEngines } from '../parts/lists/period-description.ts'
import { renderViewHeader } from '../parts/lists/period-header.ts'
import { type DateRange, viewDateRange } from '../period-of-view.ts'

/** Largest number of events on a page of a list. */
export const PER_PAGE = 20

interface AgendaOptions {
  /** Range of dates in which the events start; by default all dates from today on. */
  range?: DateRange | undefined
  /**
   * Whether the list includes ongoing events, which began before `range`. Long ongoing events (setting
   * `long_event_days`) are in a separate section on the first page.
   */
  hasOngoing?: boolean
}

/**
 * Loads one page of the events that match the filter, and renders them grouped by day.
 * @param page number of the page
 * @param pageHref returns the address of a page by its number
 */
export async function loadAndRenderEventList(
  context: PageContext,
  page: number,
  pageHref: (page: number) => string,
  { range = viewDateRange('list', undefined, context.today), hasOngoing = true }: AgendaOptions = {},
) {
  const { words, filter } = context
  const dates = { start_date: range.from, end_date: range.to, ongoing: hasOngoing }
  const isSearch = filter.query.q !== undefined
  const query = {
    ...filter.query,
    ...dates,
    per_page: PER_PAGE,
    page,
    // The dates of a repeated event have the same texts, so they would fill the page.
    ...(isSearch && { orderby: 'relevance' as const, occurrences: 'next' as const }),
  }
  const { rows, total, apart, nearSearch } = await loadEventListOfPage(context, query, {
    ongoing: { areLongApart: true },
  })
  const long = await renderLongOngoingEvents(context, page === 1 ? apart : [])
  const last = countListPages(total, PER_PAGE)
  const pages = renderPreviousNextLinks(
    words.eventsOf,
    page > 1 ? { address: pageHref(page - 1), name: words.previous.page } : undefined,
    page < last ? { address: pageHref(page + 1), name: words.next.page } : undefined,
  )
  return {
    rows,
    total: total + apart.length,
    linkedData: linkedDataOfEventList(context, rows),
    isBeyond: page > 1 && page > last,
    nearSearch,
    main: html`${isSearch ? bestMatches(context, rows) : renderEventCardsByDay(context, rows)}${pages}${long}`,
  }
}

/**
 * A list of events with their dates, in the order of their relevance to the search; of a repeated event its first date,
 * with a link to all of them.
 */
function bestMatches(context: PageContext, events: readonly EventRow[]): Markup {
  const cards = events.map((event, index) => {
    const note = renderRecurrenceNote(context, event, event.next_dates?.total)
    return renderEventCard(context, event, { showsDay: true, isFirst: index < 2, note })
  })
  return html`<h2 class="hidden">${context.words.eventsOf}</h2><ul class="cards">${cards}</ul>`
}

/**
 * The list view, split into pages.
 * @param from first date (`YYYY-MM-DD`); undefined: today
 */
export async function listPage(context: PageContext, from: string | undefined, page: number): Promise<HtmlPage> {
  const { words, filter, today } = context
  const address = (at: number) =>
    addFilterToAddress(hrefOfView(context, 'list', from), filter, at > 1 ? { page: at } : {})
  const [found, bar] = await Promise.all([
    loadAndRenderEventList(context, page, address, { range: viewDateRange('list', from, today) }),
    renderFilterBar(context, hrefOfView(context, 'list'), from ?? ''),
  ])
  const [first, last] = [found.rows[0], found.rows.at(-1)]
  const festivals =
    first && last
      ? await loadFestivalsOfPeriod(context, dateOfLocalTime(first.start_local), dateOfLocalTime(last.start_local))
      : []
  const searched = filter.values.search
  const date = from === undefined ? words.comingUp : formatPageDate(context, 'date', from)
  const near = found.nearSearch
  const isFirstOfSearch = searched !== undefined && page === 1 && found.total > 0
  const named = isFirstOfSearch ? await renderLinksToNamedRecords(context, near ?? searched) : undefined
  const list = createListViewPage(context, 'list', bar, {
    period: from,
    page,
    title: searched === undefined ? date : words.searchedFor(near ?? searched),
    subtitle:
      near === undefined
        ? words.events(found.total)
        : html`${words.nothingFor(searched ?? '')} ${words.events(found.total)}`,
    total: found.total,
    events: found.rows,
    hint: words.nothingFound,
    more:
      found.total === 0 ? await renderLinksWhenNoEventsAreFound(context, hrefOfView(context, 'list', from)) : undefined,
    dates: renderLinksToNextDays(context),
    main: html`${named}${renderFestivalsOfList(context, festivals)}${found.main}${pastLink(context)}`,
  })
  const title = searched === undefined ? words.views.list : words.searchedFor(near ?? searched)
  return { ...list, title, status: found.isBeyond ? 404 : 200, linkedData: found.linkedData }
}

/** The page of events on Saturday and Sunday of this week; on Sunday it shows only the events of that day. */
export async function weekendPage(context: PageContext, page: number): Promise<HtmlPage> {
  const { words, filter, today } = context
  const range = viewDateRange('weekend', undefined, today)
  const saturday = addDaysToDate(range.to, -1)
  const address = (at: number) => addFilterToAddress(hrefOfView(context, 'weekend'), filter, at > 1 ? { page: at } : {})
  const [found, ongoing, bar] = await Promise.all([
    loadAndRenderEventList(context, page, address, { range, hasOngoing: false }),
    loadOngoingEventsOfPage(context, range.from),
    renderFilterBar(context, hrefOfView(context, 'weekend')),
  ])
  const weekend = createListViewPage(context, 'weekend', bar, {
    page,
    title: words.views.weekend,
    subtitle: formatDateRange(context.language, saturday, range.to),
    total: found.total + ongoing.total,
    events: found.rows,
    hint: words.nothingFound,
    more:
      found.total + ongoing.total === 0
        ? await renderLinksWhenNoEventsAreFound(context, hrefOfView(context, 'weekend'))
        : undefined,
    dates: renderLinksToNextDays(context, 'weekend'),
    main: html`${found.main}${renderOngoingEventCards(context, ongoing)}`,
  })
  const linkedData = linkedDataOfEventList(context, [...found.rows, ...ongoing.events])
  return { ...weekend, status: found.isBeyond ? 404 : 200, linkedData }
}

const pastLink = (context: PageContext): Markup => html`
  <p class="onward">
    <a data-moves href="${addFilterToAddress(hrefOfView(context, 'past'), context.filter)}">
      ${context.words.views.past}
    </a>
  </p>
`

const NOW_MAX = 100
/** Seconds for which caches may use the page of events that take place now. */
const NOW_SECONDS = 60

/** The page of events that have begun and not yet ended. */
export async function eventsTakingPlaceNowPage(context: PageContext): Promise<HtmlPage> {
  const { scope, words, filter } = context
  const [{ events, total }, bar] = await Promise.all([
    listEventsTakingPlaceNow(scope, filter.query, NOW_MAX),
    renderFilterBar(context, hrefOfView(context, 'now')),
  ])
  const cards = events.map((event, index) => renderEventCard(context, event, { showsDay: true, isFirst: index < 2 }))
  const page = createListViewPage(context, 'now', bar, {
    title: words.underWay,
    subtitle: words.events(total),
    total,
    events,
    hint: words.nothingNow,
    more: total === 0 ? await renderLinksWhenNoEventsAreFound(context, hrefOfView(context, 'now')) : undefined,
    main: html`<h2 class="hidden">${words.eventsOf}</h2><ul class="cards">${cards}</ul>`,
  })
  return { ...page, linkedData: linkedDataOfEventList(context, events), expiresAt: scope.now + NOW_SECONDS }
}

interface ViewContent {
  /** The period in the path of the view; undefined for views without one. */
  period?: string | undefined
  /** The number of the page, if the list is split into pages. */
  page?: number
  title: string
  subtitle: string | Markup
  /** Number of events found. If it is 0, the page shows the text `hint` instead of `main`. */
  total: number
  /** The events on the page, from which its description for search engines names some. */
  events: readonly EventRow[]
  hint: string
  /** Links that are shown below `hint` if there are no events. */
  more?: Markup | undefined
  /** Links to other days, above the heading. */
  dates?: Markup
  main: Markup
}

/** The page of a view that is a list of events: heading, filter and list. */
export function createListViewPage(
  context: PageContext,
  view: ViewName,
  bar: Markup,
  { period, page = 1, title, subtitle, total, events, hint, more, dates, main }: ViewContent,
): HtmlPage {
  return {
    status: 200,
    title,
    description: describePeriodForSearchEngines(context, title, total, events),
    bodyClass: 'calendar',
    view,
    path: addFilterToAddress(pathOfView(view, period), context.filter, page > 1 ? { page } : {}),
    main: html`
      ${renderViewTabs(context, view, period ?? context.today)}
      ${bar}
      ${dates}
      ${renderViewHeader(title, subtitle)}
      ${total === 0 ? noEventsNotice(context, hint, more) : main}
    `,
  }
}
