import type { Scope } from '../collections/collection.ts'
import { createBulkPlanner, type MonotonicClock } from '../collections/events/bulk/load.ts'
import type { PlannedBulkEvent } from '../collections/events/bulk/plan.ts'
import { type PlannedEvent, planCalendar } from './calendar-plan.ts'
import type { CalendarSpec } from './calendar-spec.ts'
import { createEventRequest, type ReferencedRecords } from './event-requests.ts'

/** Produces the events of the sample calendar in batches, ready to be stored. */
export interface EventPlanner {
  /** @returns the next events, about `count` of them; an empty list after the last event */
  take(count: number): Promise<PlannedBulkEvent[]>
  close(): Promise<void>
}

/** Plans events in the calling thread. */
export function createEventPlanner(
  scope: Scope,
  spec: CalendarSpec,
  records: ReferencedRecords,
  clock: MonotonicClock,
): EventPlanner {
  const calendar = planCalendar(spec)
  const plan = createBulkPlanner(scope, clock)
  return {
    take: (count) => plan(takeNext(calendar, count).map((event) => createEventRequest(event, records))),
    close: async () => {},
  }
}

function takeNext(calendar: Iterator<PlannedEvent, void>, count: number): PlannedEvent[] {
  const taken: PlannedEvent[] = []
  while (taken.length < count) {
    const { value, done } = calendar.next()
    if (done || !value) break
    taken.push(value)
  }
  return taken
}
