import type { Scope } from '../collections/collection.ts'
import type { EventToStore } from '../collections/events/bulk-plan.ts'
import { type Clock, planner } from './bulk.ts'
import { type CalendarWishes, type PlannedEvent, planCalendar } from './calendar.ts'
import { type Foundations, writeEvent } from './events.ts'

/** Events of the calendar in its order, ready to be written. */
export interface Source {
  /** About so many; none when it is through. */
  take(count: number): Promise<EventToStore[]>
  close(): Promise<void>
}

export function planHere(scope: Scope, wishes: CalendarWishes, foundations: Foundations, clock: Clock): Source {
  const calendar = planCalendar(wishes)
  const plan = planner(scope, clock)
  return {
    take: (count) => plan(next(calendar, count).map((event) => writeEvent(event, foundations))),
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
