import { countListPages, PER_PAGE_MAX } from '../../core/list-page.ts'
import { html } from '../html-template.ts'
import { linkedDataOfEventList, loadEventListOfPage } from '../load-event-list.ts'
import { formatHeadingDate, formatPageDate, type HtmlPage, hrefOfView, type PageContext } from '../page-context.ts'
import { addDaysToDate, hasPagesForPeriod } from '../page-dates.ts'
import { pathOfView } from '../page-paths.ts'
import { addFilterToAddress } from '../parse-event-filter-of-page.ts'
import { renderEventCard } from '../parts/event/event-card.ts'
import { renderNoEventsNoticeWithLinks } from '../parts/lists/active-filters.ts'
import { renderPreviousNextLinks } from '../parts/lists/event-list-by-day.ts'
import { renderFilterBar, renderViewTabs } from '../parts/lists/filter-bar.ts'
import { renderLinksToNextDays } from '../parts/lists/links-to-next-days.ts'
import { loadOngoingEventsOfPage, renderOngoingEventCards } from '../parts/lists/ongoing-events.ts'
import { describePeriodForSearchEngines } from '../parts/lists/period-description.ts'
import { pageHeading, renderPeriodHeader } from '../parts/lists/period-header.ts'
import { viewSharePicture } from '../share-pictures/share-picture.ts'

/**
 * The page of a day with its events, or a part of them if there are many.
 * @param date `YYYY-MM-DD`
 * @param page number of the part, from 1
 */
export async function dayPage(context: PageContext, date: string, page: number): Promise<HtmlPage> {
  const { words, filter, today } = context
  const address = (day: string, at = 1) =>
    addFilterToAddress(hrefOfView(context, 'day', day), filter, at > 1 ? { page: at } : {})
  const own = hrefOfView(context, 'day', date)
  const step = (day: string) => (hasPagesForPeriod(day) ? address(day) : undefined)
  const query = { ...filter.query, start_date: date, end_date: date, per_page: PER_PAGE_MAX, page }
  const [{ rows, total }, ongoing, bar] = await Promise.all([
    loadEventListOfPage(context, query),
    loadOngoingEventsOfPage(context, date),
    renderFilterBar(context, own, date),
  ])
  const name = date === today ? words.today : formatHeadingDate(context, 'weekday', date)
  const header = renderPeriodHeader(context, 'day', {
    title: pageHeading(name, formatPageDate(context, 'date', date)),
    previous: step(addDaysToDate(date, -1)),
    next: step(addDaysToDate(date, 1)),
    now: date === today ? undefined : address(today),
  })
  const last = countListPages(total, PER_PAGE_MAX)
  const pages = renderPreviousNextLinks(
    words.eventsOf,
    page > 1 ? { address: address(date, page - 1), name: words.previous.page } : undefined,
    page < last ? { address: address(date, page + 1), name: words.next.page } : undefined,
  )
  const cards = rows.map((event, index) => renderEventCard(context, event, { isFirst: index < 2 }))
  return {
    status: page > 1 && page > last ? 404 : 200,
    title: formatHeadingDate(context, 'full', date),
    description: describePeriodForSearchEngines(context, formatHeadingDate(context, 'full', date), total, rows),
    bodyClass: 'calendar',
    isIndexed: total > 0,
    linkedData: linkedDataOfEventList(context, [...rows, ...ongoing.events]),
    view: 'day',
    sharePicture: viewSharePicture(context, 'day', date),
    path: addFilterToAddress(pathOfView('day', date), filter, page > 1 ? { page } : {}),
    main: html`
      ${renderViewTabs(context, 'day', date)}
      ${bar}
      ${renderLinksToNextDays(context, date)}
      ${header}
      ${
        rows.length === 0
          ? await renderNoEventsNoticeWithLinks(context, words.nothingDay, own)
          : html`<h2 class="hidden">${words.eventsOf}</h2><ul class="cards">${cards}</ul>`
      }
      ${pages}
      ${renderOngoingEventCards(context, ongoing)}
    `,
  }
}
