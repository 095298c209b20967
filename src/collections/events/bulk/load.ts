import { setTimeout as sleep } from 'node:timers/promises'
import { CalendarError } from '../../../core/errors.ts'
import { createMemoizingReader } from '../../../db/cache/memoizing-reader.ts'
import type { Database } from '../../../db/database.ts'
import type { Scope } from '../../collection.ts'
import type { TakenSlugs } from '../../texts/bulk-slugs.ts'
import { type BulkEvent, type PlannedBulkEvent, planBulkEvent } from './plan.ts'
import { insertBulkEvents } from './store.ts'

/** An event to load with a name for error messages. */
export interface NamedEvent extends BulkEvent {
  name: string
}

/** An event was rejected as a request would be; its batch was not stored. */
export class RefusedEventError extends Error {
  readonly event: string

  constructor(event: string, cause: CalendarError) {
    super(`${event}: ${cause.message}`, { cause })
    this.event = event
  }
}

/** Runs `work` and turns a `CalendarError` into a `RefusedEventError` with the name of the event. */
export function withEventName<T>(name: string, work: () => T): T {
  const rethrow = (error: unknown): never => {
    throw error instanceof CalendarError ? new RefusedEventError(name, error) : error
  }
  try {
    const result = work()
    return result instanceof Promise ? (result.catch(rethrow) as T) : result
  } catch (error) {
    return rethrow(error)
  }
}

/** @returns monotonic time in milliseconds */
export type MonotonicClock = () => number

/** How long lookups of venues, organizers and terms are reused; records deleted meanwhile are noticed after this time. */
const MEMO_MS = 1000

/**
 * Creates a function that checks and plans events like requests, but runs identical lookups only once.
 * @param scope caller and database; language and time are taken from each event
 */
export function createBulkPlanner(
  scope: Scope,
  clock: MonotonicClock,
): (events: readonly NamedEvent[]) => Promise<PlannedBulkEvent[]> {
  const reader = createMemoizingReader(scope.db)
  const memoScope = { ...scope, db: reader }
  let sinceMs = clock()
  return (events) => {
    if (clock() - sinceMs > MEMO_MS) {
      reader.clear()
      sinceMs = clock()
    }
    return Promise.all(events.map((event) => withEventName(event.name, () => planBulkEvent(memoScope, event))))
  }
}

export interface BulkLoadOptions {
  /** Caller and database. */
  scope: Scope<Database>
  /** @returns about `count` planned events; an empty list after the last one */
  take(count: number): Promise<PlannedBulkEvent[]>
  clock: MonotonicClock
  /** Stops between two transactions. */
  signal: AbortSignal
  /** Called after each transaction with the stored events. */
  onStored(events: readonly PlannedBulkEvent[]): void
}

const EVENTS_PER_TRANSACTION_MAX = 1500
const EVENTS_IN_FIRST_TRANSACTION = 20
/** Target duration of a transaction: SQLite has one writer at a time, so requests of a running server wait for it. */
const TRANSACTION_TARGET_MS = 100
/** Smaller loads do not update the statistics of the query planner. */
const STATISTICS_EVENTS_MIN = 1000
/** Pause between transactions, so that other writers and signals get a turn. */
export const TRANSACTION_PAUSE_MS = 2

/**
 * Stores all events of a source, many per transaction. Checks and results are the same as for single requests.
 * @throws {RefusedEventError} earlier transactions stay committed
 */
export async function bulkLoadEvents({ scope, take, clock, signal, onStored }: BulkLoadOptions): Promise<void> {
  const takenSlugs: TakenSlugs = new Set()
  let size = EVENTS_IN_FIRST_TRANSACTION
  let stored = 0
  while (!signal.aborted) {
    const planned = await take(size)
    if (planned.length === 0) break
    const begun = clock()
    await storeAll(scope, planned, takenSlugs)
    size = nextSize(size, planned.length, clock() - begun)
    onStored(planned)
    stored += planned.length
    await sleep(TRANSACTION_PAUSE_MS)
  }
  if (stored >= STATISTICS_EVENTS_MIN) await scope.db.transaction((tx) => tx.gatherStatistics())
}

async function storeAll(scope: Scope<Database>, planned: PlannedBulkEvent[], takenSlugs: TakenSlugs): Promise<void> {
  let attempts = 0
  await scope.db.transaction(async (db) => {
    // Slugs noted by an attempt that was rolled back are not taken.
    if (attempts > 0) takenSlugs.clear()
    attempts += 1
    await insertBulkEvents({ ...scope, db }, planned, takenSlugs)
  })
}

/** How many events fit the target duration; at most doubled per step, because the first transactions are slow. */
function nextSize(size: number, written: number, tookMs: number): number {
  const fitting = Math.round((written * TRANSACTION_TARGET_MS) / Math.max(tookMs, 1))
  return Math.max(1, Math.min(fitting, 2 * size, EVENTS_PER_TRANSACTION_MAX))
}
