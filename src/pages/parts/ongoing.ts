import { listLasting } from '../../collections/events/days.ts'
import type { EventRow } from '../../collections/events/store.ts'
import { html, type Markup } from '../markup.ts'
import type { Visit } from '../visit.ts'
import { eventCard, eventLine } from './event-card.ts'
import { SMALL_HOURS } from './times.ts'

const LASTING_MAX = 60

/** What began before a day and lasts into it, and how many there are. @param date `YYYY-MM-DD` */
export const lastingInto = ({ scope, filter }: Visit, date: string) =>
  listLasting(scope, filter.query, date, SMALL_HOURS, LASTING_MAX)

/** What is on all the while, as lines below the days. */
export const ongoingLines = (visit: Visit, events: readonly EventRow[]): Markup | undefined =>
  section(visit, events, html`<ul>${events.map((event) => eventLine(visit, event, true))}</ul>`)

/** The same as cards. */
export const ongoingCards = (
  visit: Visit,
  { events, total }: { events: EventRow[]; total: number },
): Markup | undefined =>
  section(
    visit,
    events,
    html`<ul class="cards small">${events.map((event) => eventCard(visit, event, { showsDay: true }))}</ul>${
      total > events.length && html`<p class="quiet">${visit.words.more(total - events.length)}</p>`
    }`,
  )

const section = ({ words }: Visit, events: readonly EventRow[], list: Markup): Markup | undefined =>
  events.length === 0 ? undefined : html`<section class="ongoing"><h2>${words.ongoing}</h2>${list}</section>`
