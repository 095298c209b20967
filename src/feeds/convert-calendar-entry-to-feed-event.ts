import type { CalendarEntry } from '../collections/events/calendar/calendar-entries.ts'
import type { Scope } from '../collections/scope.ts'
import type { CancelledInFeed } from '../core/event-status.ts'
import { convertEventToFeedEvent } from './convert-event-to-feed-event.ts'
import type { FeedEvent } from './feed-event-types.ts'

/**
 * Converts an event to the form that the feed writers use. An entry with recurrence rules represents all dates of a
 * repeated event and has its id and page.
 * @param siteId namespace for UUIDs, as in `createNameBasedUuid`
 */
export function convertCalendarEntryToFeedEvent(
  scope: Scope,
  siteId: string,
  { event, rules: dates }: CalendarEntry,
  cancelled?: CancelledInFeed,
): FeedEvent {
  if (dates === undefined) return convertEventToFeedEvent(scope, siteId, event, cancelled)
  // Version and times of a change are those of the repeated event, because another date may represent it after a change.
  const { id, version, created_at, modified_at } = event.repeat ?? event
  const { page_path: _, ...whole } = { ...event, ...dates.first, id, version, created_at, modified_at }
  const changed = dates.changed.map((date) => ({
    originalStart: date.original_start ?? date.start_local,
    event: convertEventToFeedEvent(scope, siteId, date, cancelled),
  }))
  return {
    ...convertEventToFeedEvent(scope, siteId, whole, cancelled),
    repeated: { rules: dates.rules, excluded: dates.excluded, changed },
  }
}
