import type { EventQuery } from '../../../collections/events/event-parameters.ts'
import type { EventRow } from '../../../collections/events/event-row.ts'
import { html, type Markup } from '../../html-template.ts'
import { loadEventListOfPage } from '../../load-event-list.ts'
import type { PageContext } from '../../page-context.ts'
import { addDaysToDate, dateOfLocalTime } from '../../page-dates.ts'
import { renderEventCard } from './event-card.ts'

const RELATED_MAX = 4
const RELATED_DAYS = 365
/**
 * Number of events from which related events are chosen. It is larger than the number shown, because several of them
 * may be dates of one repeated event.
 */
const CANDIDATES_MAX = 20

/**
 * Two sections with other upcoming events: events at the same venue, and events of the same category (of all categories
 * if the event has none). No event is in both sections. Of a repeated event, only the next date is shown.
 */
export async function renderRelatedEvents(context: PageContext, event: EventRow): Promise<Markup> {
  const { words } = context
  const [category] = event.links.categories
  const [venue] = event.attendance_mode === 'online' ? [] : event.links.venues
  const [atVenue, similar] = await Promise.all([
    venue === undefined ? [] : loadFollowing(context, event, { venue: [venue.id] }),
    loadFollowing(context, event, category === undefined ? {} : { categories: [String(category.id)] }),
  ])
  const shown = new Set([wholeId(event)])
  const section = (heading: string, events: readonly EventRow[]) => {
    const nextDates = [...Map.groupBy(events, wholeId).values()].flatMap(([next]) => next ?? [])
    const chosen = nextDates.filter((one) => !shown.has(wholeId(one))).slice(0, RELATED_MAX)
    for (const one of chosen) shown.add(wholeId(one))
    const cards = chosen.map((one) => renderEventCard(context, one, { showsDay: true }))
    return (
      cards.length > 0 &&
      html`<section class="related"><h2>${heading}</h2><ul class="cards row">${cards}</ul></section>`
    )
  }
  return html`${section(words.moreAtVenue, atVenue)}${section(words.related, similar)}`
}

/** The id of the repeated event to which a date belongs; for other events, their own id. */
const wholeId = ({ id, repeat_id }: EventRow) => repeat_id ?? id

/**
 * Loads the events that match a filter and begin within a year after today or, if that is later, after the day of
 * `event`.
 */
async function loadFollowing(context: PageContext, event: EventRow, filter: EventQuery): Promise<EventRow[]> {
  const { today } = context
  const start = dateOfLocalTime(event.start_local)
  const from = today > start ? today : start
  const query = { ...filter, start_date: from, end_date: addDaysToDate(from, RELATED_DAYS), per_page: CANDIDATES_MAX }
  return (await loadEventListOfPage(context, query)).rows
}
