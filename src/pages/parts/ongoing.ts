import { listEventsContinuingOn } from '../../collections/events/calendar/days.ts'
import type { EventRow } from '../../collections/events/row.ts'
import { html, type Markup } from '../markup.ts'
import type { PageContext } from '../page.ts'
import { eventCard, eventLine } from './event-card.ts'
import { NIGHT_END } from './times.ts'

const ONGOING_MAX = 60

interface OngoingEvents {
  events: EventRow[]
  /** Number of all ongoing events, including events that were not loaded. */
  total: number
}

/** Loads events that began before a date and that the calendar still shows on it. @param date `YYYY-MM-DD` */
export const loadOngoing = ({ scope, filter }: PageContext, date: string): Promise<OngoingEvents> =>
  listEventsContinuingOn(scope, filter.query, date, NIGHT_END, ONGOING_MAX)

/** Short lines for long events, which are shown once below a month or week table instead of in the cell of each day. */
export const ongoingLines = (context: PageContext, events: readonly EventRow[]): Markup | undefined =>
  section(context, events, html`<ul>${events.map((event) => eventLine(context, event, true))}</ul>`)

/** Cards for events that began on an earlier day and have not ended. */
export function ongoingCards(context: PageContext, { events, total }: OngoingEvents): Markup | undefined {
  const cards = events.map((event) => eventCard(context, event, { showsDay: true }))
  const hidden = total - events.length
  const list = html`
    <ul class="cards small">${cards}</ul>
    ${hidden > 0 && html`<p class="quiet">${context.words.more(hidden)}</p>`}
  `
  return section(context, events, list)
}

const section = ({ words }: PageContext, events: readonly EventRow[], list: Markup): Markup | undefined =>
  events.length === 0 ? undefined : html`<section class="ongoing"><h2>${words.ongoing}</h2>${list}</section>`
