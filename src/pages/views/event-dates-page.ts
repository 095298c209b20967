import type { EventRow } from '../../collections/events/event-row.ts'
import type { Repeat } from '../../collections/events/repeat/repeated-event-columns-and-overrides.ts'
import { countListPages } from '../../core/list-page.ts'
import { appendQueryToUrl } from '../../core/urls.ts'
import { html, type Markup } from '../html-template.ts'
import { linkedDataOfEventList } from '../load-event-list.ts'
import { type HtmlPage, hrefOfPost, type PageContext, plainTitleOfRecord } from '../page-context.ts'
import { addDaysToDate, dateOfLocalTime } from '../page-dates.ts'
import {
  describeRecurrenceInWords,
  loadDatesOfRepeatedEvent,
  renderDatesOfRepeatedEvent,
} from '../parts/event/dates-of-repeated-event.ts'
import { colorClassOfEvent } from '../parts/event/event-card.ts'
import { attributesOfTitleHeading } from '../parts/language-and-direction-attributes.ts'
import { noEventsNotice, renderPreviousNextLinks } from '../parts/lists/event-list-by-day.ts'
import type { RecordPageData } from './record-page-data.ts'

const PER_PAGE = 50

interface ShownDates {
  /** Whether the page shows the dates before today, latest first, instead of those from today on. */
  isPast: boolean
  /** Number of the current page in the list of dates. */
  page: number
}

/**
 * The page with all dates of a repeated event from today on, or with its past dates. If all dates are past, the page of
 * all dates has them, too.
 */
export async function eventDatesPage(
  context: PageContext,
  event: EventRow & { repeat: Repeat },
  { isPast, page }: ShownDates,
  { own, versions, canonical }: RecordPageData,
): Promise<HtmlPage> {
  const { words, today } = context
  const first = dateOfLocalTime(event.start_local)
  const isOver = dateOfLocalTime(event.dates?.last_start ?? today) < today
  const range = isPast
    ? { from: first, to: addDaysToDate(today, -1), isDescending: true }
    : { from: isOver ? first : today }
  const { rows, total } = await loadDatesOfRepeatedEvent(context, event, { ...range, page, perPage: PER_PAGE })
  const last = countListPages(total, PER_PAGE)
  const hrefOf = (number: number) => appendQueryToUrl(own, { page: number > 1 ? number : undefined })
  const pages = renderPreviousNextLinks(
    words.allDates,
    page > 1 ? { address: hrefOf(page - 1), name: words.previous.page } : undefined,
    page < last ? { address: hrefOf(page + 1), name: words.next.page } : undefined,
  )
  const title = plainTitleOfRecord(event)
  const heading = isPast ? words.views.past : words.allDates
  const list =
    rows.length > 0 ? renderDatesOfRepeatedEvent(context, rows, title) : noEventsNotice(context, words.nothingFound)
  return {
    status: page > 1 && page > last ? 404 : 200,
    title: `${title} – ${heading}`,
    bodyClass: `record ${colorClassOfEvent(event)}`,
    versions,
    canonical,
    linkedData: linkedDataOfEventList(context, rows),
    isIndexed: event.hide_from_listings === 0,
    record: { kind: 'event', id: event.id },
    main: html`
      <article class="story">
        <h1${attributesOfTitleHeading(context, event, title)}>
          <a href="${hrefOfPost(context, 'event', event)}">${title}</a>
        </h1>
        <p class="span">${describeRecurrenceInWords(context, event.repeat)}</p>
        <h2>${heading} <span class="quiet">${String(total)}</span></h2>
        ${list}
        ${pages}
        ${!isPast && !isOver && first < today && linkToPastDates(context, event)}
      </article>
    `,
  }
}

function linkToPastDates(context: PageContext, event: EventRow): Markup {
  const href = hrefOfPost(context, 'event', { ...event, page_path: ['past'] } as EventRow)
  return html`<p class="onward"><a href="${href}">${context.words.views.past}</a></p>`
}
