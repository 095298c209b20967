import { listContinuing } from '../../collections/events/calendar/days.ts'
import type { EventRow } from '../../collections/events/row.ts'
import { html, type Markup } from '../markup.ts'
import type { PageContext } from '../page.ts'
import { eventCard, eventLine } from './event-card.ts'
import { NIGHT_END } from './times.ts'

const LASTING_MAX = 60

/** What began before a day and lasts into it, and how many there are. @param date `YYYY-MM-DD` */
export const loadOngoing = ({ scope, filter }: PageContext, date: string) =>
  listContinuing(scope, filter.query, date, NIGHT_END, LASTING_MAX)

/** What is on all the while, as lines below the days. */
export const ongoingLines = (context: PageContext, events: readonly EventRow[]): Markup | undefined =>
  section(context, events, html`<ul>${events.map((event) => eventLine(context, event, true))}</ul>`)

/** The same as cards. */
export const ongoingCards = (
  context: PageContext,
  { events, total }: { events: EventRow[]; total: number },
): Markup | undefined =>
  section(
    context,
    events,
    html`<ul class="cards small">${events.map((event) => eventCard(context, event, { showsDay: true }))}</ul>${
      total > events.length && html`<p class="quiet">${context.words.more(total - events.length)}</p>`
    }`,
  )

const section = ({ words }: PageContext, events: readonly EventRow[], list: Markup): Markup | undefined =>
  events.length === 0 ? undefined : html`<section class="ongoing"><h2>${words.ongoing}</h2>${list}</section>`
