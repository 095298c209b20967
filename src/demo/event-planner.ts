import type { Scope } from '../collections/collection.ts'
import { createBulkPlanner, type MonotonicClock } from '../collections/events/bulk/load.ts'
import type { PlannedBulkEvent } from '../collections/events/bulk/plan.ts'
import { type CalendarSpec, type PlannedEvent, planCalendar } from './calendar-plan.ts'
import { createEventRequest, type ReferencedRecords } from './event-requests.ts'

/** Events of the calendar in its order, ready to be written. */
export interface EventPlanner {
  /** About so many; none when it is through. */
  take(count: number): Promise<PlannedBulkEvent[]>
  close(): Promise<void>
}

export function createEventPlanner(
  scope: Scope,
  wishes: CalendarSpec,
  foundations: ReferencedRecords,
  clock: MonotonicClock,
): EventPlanner {
  const calendar = planCalendar(wishes)
  const plan = createBulkPlanner(scope, clock)
  return {
    take: (count) => plan(next(calendar, count).map((event) => createEventRequest(event, foundations))),
    close: async () => {},
  }
}

function next(calendar: Iterator<PlannedEvent, void>, count: number): PlannedEvent[] {
  const taken: PlannedEvent[] = []
  while (taken.length < count) {
    const { value, done } = calendar.next()
    if (done || !value) break
    taken.push(value)
  }
  return taken
}
