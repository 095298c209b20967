import { listEventsContinuingOnDay } from '../../../collections/events/calendar/events-by-day.ts'
import type { EventLine, EventRow } from '../../../collections/events/event-row.ts'
import { loadEvents } from '../../../collections/events/load-events.ts'
import { html, type Markup } from '../../html-template.ts'
import { hrefOfView, type PageContext } from '../../page-context.ts'
import { addFilterToAddress } from '../../parse-event-filter-of-page.ts'
import { renderEventCard, renderEventLine } from '../event/event-card.ts'

const ONGOING_MAX = 60

interface OngoingEvents {
  events: EventRow[]
  /** Number of all ongoing events, including events that were not loaded. */
  total: number
}

/** Loads events that began before a date and that the calendar still shows on it. @param date `YYYY-MM-DD` */
export const loadOngoingEventsOfPage = ({ scope, filter }: PageContext, date: string): Promise<OngoingEvents> =>
  listEventsContinuingOnDay(scope, filter.query, date, ONGOING_MAX)

/** Maximum number of long events that are shown below a list, before a link to all of them. */
const APART_MAX = 12

/**
 * A section with the first of the long ongoing events that a list does not contain.
 * @param ids ids of these events
 */
export async function renderLongOngoingEvents(
  context: PageContext,
  ids: readonly number[],
): Promise<Markup | undefined> {
  const events = await loadEvents(context.scope, ids.slice(0, APART_MAX))
  const hidden = ids.length - events.length
  const all = addFilterToAddress(hrefOfView(context, 'now'), context.filter)
  const more = hidden > 0 && html`<p><a href="${all}">${context.words.more(hidden)}</a></p>`
  return renderOngoingEventLines(context, events, more)
}

/**
 * A section with one line for each long event. It is shown once below a list, or below a month or week, instead of on
 * each day of these events.
 * @param more markup after the lines
 */
export function renderOngoingEventLines(
  context: PageContext,
  events: readonly EventLine[],
  more: Markup | false = false,
): Markup | undefined {
  return section(context, events, html`<ul>${events.map((event) => renderEventLine(context, event, true))}</ul>${more}`)
}

/** A section with a card for each event that began on an earlier day and has not ended. */
export function renderOngoingEventCards(context: PageContext, { events, total }: OngoingEvents): Markup | undefined {
  const cards = events.map((event) => renderEventCard(context, event, { showsDay: true }))
  const hidden = total - events.length
  const list = html`
    <ul class="cards small">${cards}</ul>
    ${hidden > 0 && html`<p class="quiet">${context.words.more(hidden)}</p>`}
  `
  return section(context, events, list)
}

const section = ({ words }: PageContext, events: readonly EventLine[], list: Markup): Markup | undefined =>
  events.length === 0 ? undefined : html`<section class="ongoing"><h2>${words.ongoing}</h2>${list}</section>`
