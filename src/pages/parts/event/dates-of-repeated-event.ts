import type { EventRow } from '../../../collections/events/event-row.ts'
import { ALL_TIME } from '../../../collections/events/filters/date-window.ts'
import { describeRecurrenceOfEvent } from '../../../collections/events/repeat/parse-and-describe-recurrence-of-event.ts'
import {
  isRepeatedEvent,
  parseOverrides,
  type Repeat,
} from '../../../collections/events/repeat/repeated-event-columns-and-overrides.ts'
import { html, type Markup } from '../../html-template.ts'
import { loadEventListOfPage } from '../../load-event-list.ts'
import { hrefOfPost, type PageContext, plainTitleOfRecord } from '../../page-context.ts'
import { textAttributes } from '../language-and-direction-attributes.ts'
import { colorClassOfEvent } from './event-card.ts'
import { renderEventTimeSpan } from './event-times.ts'
import { renderBadgesForEventStatus, strikeThroughIfNotTakingPlace } from './status-badges.ts'

/** Largest number of upcoming dates that the page of a repeated event lists. */
const LISTED_DATES_MAX = 10

interface DatesPage {
  /** First day (`YYYY-MM-DD`). */
  from: string
  /** Last day (`YYYY-MM-DD`). Default: no limit. */
  to?: string
  /** Whether the latest date comes first. */
  isDescending?: boolean
  page: number
  perPage: number
}

/**
 * Loads one page of the dates of a repeated event in a range of days. Dates of an event that is hidden from lists are
 * included, those that the visitor may not read are not.
 */
export const loadDatesOfRepeatedEvent = (
  context: PageContext,
  { id }: Pick<EventRow, 'id'>,
  { from, to = ALL_TIME.to, isDescending = false, page, perPage }: DatesPage,
) =>
  loadEventListOfPage(
    context,
    { post_parent: id, start_date: from, end_date: to, page, per_page: perPage },
    {
      showsHidden: true,
      isEmptyForUnreadableEvent: true,
      ...(isDescending && { order: { by: 'start', isDescending } }),
    },
  )

/**
 * Loads the next dates of a repeated event; for an event that is itself such a date, the other next dates. A date that
 * has begun and not ended is included. Empty for an event that does not repeat.
 */
export async function loadUpcomingDatesOfRepeatedEvent(context: PageContext, event: EventRow): Promise<EventRow[]> {
  const id = isRepeatedEvent(event) ? event.id : event.repeat_id
  if (id === null) return []
  const { rows } = await loadDatesOfRepeatedEvent(
    context,
    { id },
    { from: context.today, page: 1, perPage: LISTED_DATES_MAX + 2 },
  )
  return rows.filter((date) => date.end_at > context.scope.now && date.id !== event.id).slice(0, LISTED_DATES_MAX)
}

/**
 * Describes in words when an event repeats. The sentence is in the language of the records, because it is not
 * translated to all languages of pages.
 */
export function describeRecurrenceInWords(context: PageContext, repeat: Repeat): Markup {
  const sentence = describeRecurrenceOfEvent(repeat, context.scope.language)
  const attributes = textAttributes(context, { text: context.scope }, sentence)
  return attributes === undefined ? html`${sentence}` : html`<span${attributes}>${sentence}</span>`
}

/**
 * Describes in words when an event repeats, with a link to all its dates; undefined for an event that does not repeat.
 * @param total number of dates to show behind the link; undefined: none is shown
 */
export function renderRecurrenceNote(context: PageContext, event: EventRow, total?: number): Markup | undefined {
  const { repeat } = event
  if (repeat === undefined) return undefined
  const all = hrefOfPost(context, 'event', { ...event, id: repeat.id, page_path: ['all'] } as EventRow)
  const count = total && html` <span class="quiet">${String(total)}</span>`
  const target = context.isEmbedded && html` target="_top"`
  return html`
    <p class="repeats">
      ${describeRecurrenceInWords(context, repeat)} · <a href="${all}"${target}>${context.words.allDates}</a>${count}
    </p>
  `
}

/**
 * A list of links to the pages of the dates of a repeated event. The title of a date is shown only if the date has
 * texts of its own and its title differs from that of the page.
 */
export function renderDatesOfRepeatedEvent(
  context: PageContext,
  dates: readonly EventRow[],
  pageTitle: string,
): Markup {
  const lines = dates.map((date) => {
    const own = parseOverrides(date.overrides).includes('texts') ? plainTitleOfRecord(date) : pageTitle
    const title = own !== pageTitle && html` · ${own}`
    const span = strikeThroughIfNotTakingPlace(date, renderEventTimeSpan(context, date))
    return html`
      <li class="${colorClassOfEvent(date)}">
        ${renderBadgesForEventStatus(context, date)}<a href="${hrefOfPost(context, 'event', date)}">${span}</a>${title}
      </li>
    `
  })
  return html`<ul class="dates">${lines}</ul>`
}
