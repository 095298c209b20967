import { setTimeout as sleep } from 'node:timers/promises'
import type { MonotonicClock } from '../../collections/events/bulk-load/bulk-load-events.ts'
import {
  chooseEventCountOfNextTransaction,
  TRANSACTION_PAUSE_MS,
} from '../../collections/events/bulk-load/bulk-load-events.ts'
import type { WriteScope } from '../../collections/records/write-records.ts'
import { batchIdOfImportRun } from '../../collections/revisions/store-revisions.ts'
import { CalendarError } from '../../core/errors.ts'
import { COLLECTION_NAMES } from '../../core/kinds.ts'
import { sql, type Transaction } from '../../db/database.ts'
import { addToCountsOfImportRun, type BatchResult, createEmptyBatchResult } from '../import-run-context.ts'
import { extendClaimOfImportRun } from '../runs/claim-due-run.ts'
import {
  findImportRun,
  insertProblemsOfImportRun,
  type NamedRunRow,
  type RunCounts,
  storeEndOfImportRun,
  storeImportRunCounts,
} from '../runs/import-run-store.ts'
import { deleteRunWrites, listWritesOfImportRun, type RunWrite } from '../runs/writes-of-import-run.ts'
import type { UndoOptions } from './start-undo-of-import.ts'
import type { UndoContext } from './undo-of-import-context.ts'
import { reportFailedUndo, undoWriteOfImport } from './undo-write-of-import.ts'

/** The collections in the order in which an undo changes their records: a record comes after those that refer to it. */
const ORDER = [...COLLECTION_NAMES, 'media'] as const

/**
 * Number of records that the first transaction of an undo changes. The number for the next ones depends on the duration
 * of the last.
 */
const FIRST_SIZE = 20

interface UndoRun {
  /** Account with whose rights records are changed, site and time of the undo. It has no request id. */
  scope: WriteScope
  undo: NamedRunRow
  clock: MonotonicClock
  /** Returns the current Unix time in seconds. */
  now(): number
  /** When it is aborted, the undo stops after the current transaction. */
  signal: AbortSignal
}

/**
 * Undoes the writes of a run in transactions of about 100 ms. Each transaction deletes the rows of `import_write` that
 * it has undone, so an undo whose process was killed can be continued.
 * @returns whether the undo has ended; false if `signal` stopped it
 */
export async function performUndoOfImportRun({ scope, undo, clock, now, signal }: UndoRun): Promise<boolean> {
  if (undo.ended_at !== null) return true
  const context = await createUndoContext(scope, undo)
  for (const collection of ORDER) {
    for (let size = FIRST_SIZE, done = size; done > 0; ) {
      if (signal.aborted) return false
      const begun = clock()
      done = await undoBatch(context, undo, collection, size, now)
      size = chooseEventCountOfNextTransaction(size, done, clock() - begun)
      if (done > 0) await sleep(TRANSACTION_PAUSE_MS)
    }
  }
  await scope.db.transaction((tx) => storeEndOfImportRun(tx, undo.id, now()))
  return true
}

async function createUndoContext(scope: WriteScope, undo: NamedRunRow): Promise<UndoContext> {
  const { id, undoes, source_id, name, options } = undo
  const isFollowed = await scope.db.get(sql`SELECT 1 AS one FROM subscription WHERE source_id = ${source_id}`)
  return {
    scope: { ...scope, batchId: batchIdOfImportRun(id) },
    undoneBatch: batchIdOfImportRun(undoes as number),
    source: name,
    isFollowed: isFollowed !== undefined,
    force: (JSON.parse(options) as UndoOptions).force,
  }
}

/**
 * Undoes the next writes of a run in one transaction. If a write cannot be undone, the transaction is repeated without
 * it.
 * @returns the number of writes
 */
async function undoBatch(
  context: UndoContext,
  { id, undoes }: NamedRunRow,
  collection: (typeof ORDER)[number],
  size: number,
  now: () => number,
): Promise<number> {
  const refused = new Map<number, CalendarError>()
  for (;;) {
    try {
      return await context.scope.db.transaction(async (tx) => {
        await tx.lock(`import ${context.source}`)
        const writes = await listWritesOfImportRun(tx, undoes as number, collection, size)
        const result = await undoAll(context, tx, writes, refused)
        await deleteRunWrites(
          tx,
          undoes as number,
          collection,
          writes.map(({ recordId }) => recordId),
        )
        await insertProblemsOfImportRun(tx, id, result.problems)
        const counts: RunCounts = JSON.parse((await findImportRun(tx, id))?.counts ?? '{}')
        addToCountsOfImportRun(counts, result.counts)
        await storeImportRunCounts(tx, id, counts)
        await extendClaimOfImportRun(tx, id, now())
        return writes.length
      })
    } catch (error) {
      if (!(error instanceof RefusedUndoError)) throw error
      refused.set(error.recordId, error.cause as CalendarError)
    }
  }
}

/** Thrown in a transaction for a record whose earlier version cannot be restored. */
class RefusedUndoError extends Error {
  readonly recordId: number

  constructor(recordId: number, cause: CalendarError) {
    super(cause.message, { cause })
    this.recordId = recordId
  }
}

async function undoAll(
  context: UndoContext,
  tx: Transaction,
  writes: readonly RunWrite[],
  refused: ReadonlyMap<number, CalendarError>,
): Promise<BatchResult> {
  const result = createEmptyBatchResult()
  for (const write of writes) {
    const error = refused.get(write.recordId)
    if (error) {
      await reportFailedUndo(context, tx, write, error, result)
      continue
    }
    try {
      await undoWriteOfImport(context, tx, write, result)
    } catch (thrown) {
      if (!(thrown instanceof CalendarError) || thrown.status >= 500) throw thrown
      throw new RefusedUndoError(write.recordId, thrown)
    }
  }
  return result
}
