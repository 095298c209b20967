import { setTimeout as sleep } from 'node:timers/promises'
import { CalendarError } from '../../../core/errors.ts'
import { createMemoizingReader } from '../../../db/cache/memoizing-reader.ts'
import type { Database } from '../../../db/database.ts'
import type { Scope } from '../../collection.ts'
import type { TakenSlugs } from '../../texts/bulk-slugs.ts'
import { type BulkEvent, type PlannedBulkEvent, planBulkEvent } from './plan.ts'
import { insertBulkEvents } from './store.ts'

/** An event of a source, by a name that people find it again with. */
export interface NamedEvent extends BulkEvent {
  name: string
}

/** An event that a request would have been refused for. Nothing of its batch was written. */
export class RefusedEventError extends Error {
  readonly event: string

  constructor(event: string, cause: CalendarError) {
    super(`${event}: ${cause.message}`, { cause })
    this.event = event
  }
}

/** Runs `work` for one event, which what it throws then names. */
export function withEventName<T>(name: string, work: () => T): T {
  const named = (error: unknown): never => {
    throw error instanceof CalendarError ? new RefusedEventError(name, error) : error
  }
  try {
    const result = work()
    return result instanceof Promise ? (result.catch(named) as T) : result
  } catch (error) {
    return named(error)
  }
}

/** Milliseconds of a clock that only goes forward. */
export type MonotonicClock = () => number

/** Venues, organizers and terms that were found are believed to be there for so long. */
const MEMO_MS = 1000

/**
 * What plans the events of a load: as requests would be checked, but what many of them ask is asked once.
 * @param scope who writes and where; each event brings language and time of its own
 */
export function createBulkPlanner(
  scope: Scope,
  clock: MonotonicClock,
): (events: readonly NamedEvent[]) => Promise<PlannedBulkEvent[]> {
  const reader = createMemoizingReader(scope.db)
  const inside = { ...scope, db: reader }
  let sinceMs = clock()
  return (events) => {
    if (clock() - sinceMs > MEMO_MS) {
      reader.clear()
      sinceMs = clock()
    }
    return Promise.all(events.map((event) => withEventName(event.name, () => planBulkEvent(inside, event))))
  }
}

export interface BulkLoadOptions {
  /** Who writes and where. */
  scope: Scope<Database>
  /** The next events of the source, planned, about so many; none when it is through. */
  take(count: number): Promise<PlannedBulkEvent[]>
  clock: MonotonicClock
  /** Ends it between two transactions. */
  signal: AbortSignal
  /** Called after each transaction with what it wrote. */
  onStored(events: readonly PlannedBulkEvent[]): void
}

const EVENTS_A_TRANSACTION_MAX = 1500
const EVENTS_AT_FIRST = 20
/** Writers of a running server wait no longer than about this, since SQLite has one writer at a time. */
const TRANSACTION_MS = 100
/** Fewer are read from end to end in no time. */
const STATISTICS_EVENTS_MIN = 1000
/** Long enough for them to come first, and for signals to arrive. */
export const TRANSACTION_PAUSE_MS = 2

/**
 * Writes all events of a source, many a transaction. What is checked and what comes out is what requests would have had.
 * @throws {RefusedEventError} what was stored before stays
 */
export async function bulkLoadEvents({ scope, take, clock, signal, onStored }: BulkLoadOptions): Promise<void> {
  const taken: TakenSlugs = new Set()
  let size = EVENTS_AT_FIRST
  let stored = 0
  while (!signal.aborted) {
    const planned = await take(size)
    if (planned.length === 0) break
    const begun = clock()
    await storeAll(scope, planned, taken)
    size = nextSize(size, planned.length, clock() - begun)
    onStored(planned)
    stored += planned.length
    await sleep(TRANSACTION_PAUSE_MS)
  }
  if (stored >= STATISTICS_EVENTS_MIN) await scope.db.transaction((tx) => tx.gatherStatistics())
}

async function storeAll(scope: Scope<Database>, planned: PlannedBulkEvent[], taken: TakenSlugs): Promise<void> {
  let attempts = 0
  await scope.db.transaction(async (db) => {
    // What an attempt that was undone had learnt is not so.
    if (attempts > 0) taken.clear()
    attempts += 1
    await insertBulkEvents({ ...scope, db }, planned, taken)
  })
}

/** As many as this machine writes in the time there is, approached in steps: the first ones are slow. */
function nextSize(size: number, written: number, tookMs: number): number {
  const fitting = Math.round((written * TRANSACTION_MS) / Math.max(tookMs, 1))
  return Math.max(1, Math.min(fitting, 2 * size, EVENTS_A_TRANSACTION_MAX))
}
