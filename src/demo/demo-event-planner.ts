import { createBulkEventPlanner, type MonotonicClock } from '../collections/events/bulk-load/bulk-load-events.ts'
import type { PlannedBulkEvent } from '../collections/events/bulk-load/plan-bulk-event.ts'
import type { Scope } from '../collections/scope.ts'
import type { CalendarSpec } from './demo-calendar-spec.ts'
import { createDemoEventRequest, type ReferencedRecords } from './demo-event-request.ts'
import { generatePlannedDemoEvents, type PlannedEvent } from './plan-demo-calendar.ts'

/** Produces the events of the sample calendar in batches, ready to be stored. */
export interface EventPlanner {
  /** Plans the next events. @returns about `count` of them; an empty list after the last event */
  take(count: number): Promise<PlannedBulkEvent[]>
  close(): Promise<void>
}

/** Creates a planner that plans events in the calling thread. */
export function createDemoEventPlanner(
  scope: Scope,
  spec: CalendarSpec,
  records: ReferencedRecords,
  clock: MonotonicClock,
): EventPlanner {
  const calendar = generatePlannedDemoEvents(spec)
  const plan = createBulkEventPlanner(scope, clock)
  return {
    take: (count) => plan(takeNext(calendar, count).map((event) => createDemoEventRequest(event, records))),
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
