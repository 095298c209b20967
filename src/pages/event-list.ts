import type { EventRow } from '../collections/events/row.ts'
import type { EventQuery } from '../collections/events/schema.ts'
import { listEvents } from '../collections/events/store.ts'
import { postPageUrl } from '../collections/posts/present.ts'
import { Problems } from '../core/errors.ts'
import { itemListLinkedData } from '../feeds/site/linked-data.ts'
import { type PageContext, plainTitle } from './page.ts'

/** Loads one page of the event list and the total number of events, for the same query parameters as in the API. */
export async function loadEventList(
  { scope }: PageContext,
  query: EventQuery,
): Promise<{ rows: EventRow[]; total: number }> {
  return listEvents(scope, query, new Problems())
}

/** JSON-LD (schema.org `ItemList`) for a list of events. */
export const eventListLinkedData = ({ scope }: PageContext, events: readonly EventRow[]) =>
  itemListLinkedData(
    events.map((event) => ({
      name: plainTitle(event),
      url: postPageUrl(scope, 'event', event)(scope.urls, event.text),
    })),
  )
