import type { EventRow } from '../../collections/events/event-row.ts'
import type { Repeat } from '../../collections/events/repeat/repeated-event-columns-and-overrides.ts'
import { countListPages } from '../../core/list-page.ts'
import { appendQueryToUrl } from '../../core/urls.ts'
import { html } from '../html-template.ts'
import { linkedDataOfEventList } from '../load-event-list.ts'
import { type HtmlPage, hrefOfPost, type PageContext, plainTitleOfRecord } from '../page-context.ts'
import { dateOfLocalTime } from '../page-dates.ts'
import {
  describeRecurrenceInWords,
  loadDatesOfRepeatedEvent,
  renderDatesOfRepeatedEvent,
} from '../parts/event/dates-of-repeated-event.ts'
import { colorClassOfEvent } from '../parts/event/event-card.ts'
import { textAttributes } from '../parts/language-and-direction-attributes.ts'
import { noEventsNotice, renderPreviousNextLinks } from '../parts/lists/event-list-by-day.ts'
import type { RecordPageData } from './record-page-data.ts'

const PER_PAGE = 50

/**
 * The page with all dates of a repeated event from today on; if all dates are past, with all of them.
 * @param page number of the current page in the list of dates
 */
export async function eventDatesPage(
  context: PageContext,
  event: EventRow & { repeat: Repeat },
  page: number,
  { own, versions, canonical }: RecordPageData,
): Promise<HtmlPage> {
  const { words, today } = context
  const isOver = dateOfLocalTime(event.dates?.last_start ?? today) < today
  const from = isOver ? dateOfLocalTime(event.start_local) : today
  const { rows, total } = await loadDatesOfRepeatedEvent(context, event, { from, page, perPage: PER_PAGE })
  const last = countListPages(total, PER_PAGE)
  const hrefOf = (number: number) => appendQueryToUrl(own, { page: number > 1 ? number : undefined })
  const pages = renderPreviousNextLinks(
    page > 1 ? { address: hrefOf(page - 1), name: words.previous.page } : undefined,
    page < last ? { address: hrefOf(page + 1), name: words.next.page } : undefined,
  )
  const title = plainTitleOfRecord(event)
  return {
    status: page > 1 && page > last ? 404 : 200,
    title: `${title} – ${words.allDates}`,
    bodyClass: `record ${colorClassOfEvent(event)}`,
    versions,
    canonical,
    linkedData: linkedDataOfEventList(context, rows),
    isIndexed: event.hide_from_listings === 0,
    record: { kind: 'event', id: event.id },
    main: html`
      <article class="story">
        <h1${textAttributes(context, event, title)}><a href="${hrefOfPost(context, 'event', event)}">${title}</a></h1>
        <p class="span">${describeRecurrenceInWords(context, event.repeat)}</p>
        <h2>${words.allDates} <span class="quiet">${String(total)}</span></h2>
        ${rows.length > 0 ? renderDatesOfRepeatedEvent(context, rows) : noEventsNotice(context, words.nothingFound)}
        ${pages}
      </article>
    `,
  }
}
