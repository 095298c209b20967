import type { EventQuery } from '../collections/events/event-parameters.ts'
import type { EventLine, EventRow } from '../collections/events/event-row.ts'
import { listEvents } from '../collections/events/event-store.ts'
import type { EventListOptions } from '../collections/events/filters/event-criteria.ts'
import { loadEvents } from '../collections/events/load-events.ts'
import { loadEventsShownInOneLine } from '../collections/events/load-events-shown-in-one-line.ts'
import { presentEventLinkedData } from '../collections/events/present-event.ts'
import type { Scope } from '../collections/scope.ts'
import { Problems } from '../core/errors.ts'
import type { PageContext } from './page-context.ts'
import { summarizeEvent } from './parts/event/event-card.ts'

/** Loads one page of the event list and the total number of events, for the same query parameters as in the API. */
export const loadEventListOfPage = ({ scope }: PageContext, query: EventQuery, options: EventListOptions = {}) =>
  listEvents(scope, query, new Problems(), options)

/**
 * Maximum length in characters of an event's description in the JSON-LD of a list; the page of the event contains the
 * whole description.
 */
const SUMMARY_LENGTH = 200

/**
 * Maximum number of events in the JSON-LD of a page, so that a month with hundreds of events does not consist mostly of
 * JSON-LD: with 30, it was two fifths of a month, in bytes. Search engines find the other events by their own pages.
 */
export const LINKED_EVENTS_MAX = 12

/**
 * The JSON-LD of a page with several events: a list with one schema.org `Event` for each event, as The Events Calendar
 * writes it. An event that is on the page twice is listed once. Without events, there is no list.
 */
export function linkedDataOfEventList({ scope }: PageContext, events: readonly EventRow[]): object[] {
  const distinct = new Map(events.map((event) => [event.id, event]))
  const list = [...distinct.values()]
    .slice(0, LINKED_EVENTS_MAX)
    .flatMap((event) => presentEventLinkedData(scope, event, summarizeEvent(event, SUMMARY_LENGTH)) ?? [])
  return list.length > 0 ? [list] : []
}

/**
 * Loads the events of a page that shows them in one line: the first `LINKED_EVENTS_MAX` completely, for the JSON-LD,
 * and of all others only the line. Both statements are sent together.
 */
export async function loadLinesAndLinkedEvents(
  scope: Scope,
  ids: readonly number[],
): Promise<(EventLine | EventRow)[]> {
  const [linked, others] = await Promise.all([
    loadEvents(scope, ids.slice(0, LINKED_EVENTS_MAX)),
    loadEventsShownInOneLine(scope, ids.slice(LINKED_EVENTS_MAX)),
  ])
  return [...linked, ...others]
}

/** `linkedDataOfEventList` for events that `loadLinesAndLinkedEvents` has loaded. */
export const linkedDataOfEventLines = (context: PageContext, events: readonly (EventLine | EventRow)[]): object[] =>
  linkedDataOfEventList(
    context,
    events.filter((event) => 'admission' in event),
  )
