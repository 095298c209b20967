import type { EventQuery } from '../collections/events/schema.ts'
import { type EventRow, listEvents } from '../collections/events/store.ts'
import { postPageUrl } from '../collections/posts/present.ts'
import { Problems } from '../core/errors.ts'
import { listLinkedData } from '../feeds/linked-data.ts'
import { titleOf, type Visit } from './visit.ts'

/** A page of the event list, as the API has it. */
export async function listed({ scope }: Visit, query: EventQuery): Promise<{ rows: EventRow[]; total: number }> {
  return listEvents(scope, query, new Problems())
}

/** Events as a list for search engines. */
export const linkedList = ({ scope }: Visit, events: readonly EventRow[]) =>
  listLinkedData(
    events.map((event) => ({ name: titleOf(event), url: postPageUrl(scope, 'event', event)(scope.urls, event.text) })),
  )
