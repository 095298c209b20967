import { listContinuing } from '../../collections/events/calendar/days.ts'
import type { EventRow } from '../../collections/events/row.ts'
import { html, type Markup } from '../markup.ts'
import type { PageContext } from '../page.ts'
import { eventCard, eventLine } from './event-card.ts'
import { NIGHT_END } from './times.ts'

const ONGOING_MAX = 60

interface OngoingEvents {
  events: EventRow[]
  /** All of them, also those beyond the limit. */
  total: number
}

/** Loads events that began before a date and have not ended before it. @param date `YYYY-MM-DD` */
export const loadOngoing = ({ scope, filter }: PageContext, date: string): Promise<OngoingEvents> =>
  listContinuing(scope, filter.query, date, NIGHT_END, ONGOING_MAX)

/** Events that last over the whole period, as lines below the grid. */
export const ongoingLines = (context: PageContext, events: readonly EventRow[]): Markup | undefined =>
  section(context, events, html`<ul>${events.map((event) => eventLine(context, event, true))}</ul>`)

/** Events that began earlier, as cards. */
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
