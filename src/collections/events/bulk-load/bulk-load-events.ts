import { setTimeout as sleep } from 'node:timers/promises'
import { CalendarError } from '../../../core/errors.ts'
import { createMemoizingDatabaseReader } from '../../../db/cache/memoizing-database-reader.ts'
import type { Database } from '../../../db/database.ts'
import type { Scope } from '../../scope.ts'
import type { TakenSlugs } from '../../texts/assign-free-slugs.ts'
import { insertBulkEvents } from './insert-bulk-events.ts'
import { type BulkEvent, type PlannedBulkEvent, planBulkEvent } from './plan-bulk-event.ts'

/** An event of a bulk load, with a name that identifies it in error messages, e.g. file and line. */
export interface NamedEvent extends BulkEvent {
  name: string
}

/**
 * Thrown when an event of a bulk load is invalid or not permitted, as a create request for it would be. No event of the
 * same transaction is written.
 */
export class RefusedEventError extends Error {
  readonly event: string

  constructor(event: string, cause: CalendarError) {
    super(`${event}: ${cause.message}`, { cause })
    this.event = event
  }
}

/**
 * Runs `work` for one event. A `CalendarError` that it throws is rethrown as a `RefusedEventError` with the event's
 * name.
 */
export function rethrowWithEventName<T>(name: string, work: () => T): T {
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

/** Returns the milliseconds of a clock that never goes backwards. */
export type MonotonicClock = () => number

/** Lifetime of cached lookups of venues, organizers and terms, in milliseconds. */
export const MEMO_MS = 1000

/**
 * Creates a function that validates events of a bulk load and computes the rows to store. Events are checked like
 * create requests, but equal database lookups share one query.
 * @param scope account and site of the load; each event has its own language and time of writing
 */
export function createBulkEventPlanner(
  scope: Scope,
  clock: MonotonicClock,
): (events: readonly NamedEvent[]) => Promise<PlannedBulkEvent[]> {
  const reader = createMemoizingDatabaseReader(scope.db)
  const memoScope = { ...scope, db: reader }
  let sinceMs = clock()
  return (events) => {
    if (clock() - sinceMs > MEMO_MS) {
      reader.clear()
      sinceMs = clock()
    }
    return Promise.all(events.map((event) => rethrowWithEventName(event.name, () => planBulkEvent(memoScope, event))))
  }
}

export interface BulkLoadOptions {
  /** Context of the bulk load: the account that writes, the database and the site settings. */
  scope: Scope<Database>
  /**
   * Returns about `count` of the next events to load, checked and ready to be inserted; an empty list after the last
   * event.
   */
  take(count: number): Promise<PlannedBulkEvent[]>
  clock: MonotonicClock
  /** When aborted, the load stops after the current transaction. */
  signal: AbortSignal
  /** Called after each commit with the events that the transaction stored. */
  onStored(events: readonly PlannedBulkEvent[]): void
}

const EVENTS_PER_TRANSACTION_MAX = 1500
export const EVENTS_IN_FIRST_TRANSACTION = 20
/**
 * Target duration of a transaction in milliseconds. Other writers wait this long, because SQLite allows one writer at a
 * time.
 */
const TRANSACTION_TARGET_MS = 100
/**
 * A load of at least this many events and dates refreshes the statistics of the query planner. Tables that smaller
 * loads create are fast to scan even without statistics.
 */
const STATISTICS_EVENTS_MIN = 1000
/** Pause after each transaction in milliseconds, so that other writers get their turn and signals are handled. */
export const TRANSACTION_PAUSE_MS = 2

/**
 * Writes all events that `take` returns, many in each transaction. Checks and results are the same as for one create
 * request per event.
 * @throws {RefusedEventError} when an event is refused; earlier transactions stay committed
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
    size = chooseEventCountOfNextTransaction(size, planned.length, clock() - begun)
    onStored(planned)
    stored += countEventsAndDatesOfBulkLoad(planned)
    await sleep(TRANSACTION_PAUSE_MS)
  }
  if (stored >= STATISTICS_EVENTS_MIN) await scope.db.transaction((tx) => tx.gatherStatistics())
}

/** Counts events. Each date of a repeated event counts as one event. */
export const countEventsAndDatesOfBulkLoad = (events: readonly PlannedBulkEvent[]): number =>
  events.reduce((sum, { repetition }) => sum + (repetition?.dates.length ?? 1), 0)

async function storeAll(scope: Scope<Database>, planned: PlannedBulkEvent[], takenSlugs: TakenSlugs): Promise<void> {
  let attempts = 0
  await scope.db.transaction(async (db) => {
    // A previous attempt of this transaction was rolled back: the slugs that it added to `takenSlugs` may be free
    // again.
    if (attempts > 0) takenSlugs.clear()
    attempts += 1
    await insertBulkEvents({ ...scope, db }, planned, takenSlugs)
  })
}

/**
 * The number of events for the next transaction: as many as this machine writes in `TRANSACTION_TARGET_MS`, but at most
 * twice as many as in the last transaction, whose speed may have been exceptional.
 */
export function chooseEventCountOfNextTransaction(size: number, written: number, tookMs: number): number {
  const fitting = Math.round((written * TRANSACTION_TARGET_MS) / Math.max(tookMs, 1))
  return Math.max(1, Math.min(fitting, 2 * size, EVENTS_PER_TRANSACTION_MAX))
}
