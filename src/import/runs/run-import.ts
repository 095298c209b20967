import { type AuditActor, buildAuditEntryInsert } from '../../audit/audit-entry.ts'
import { MEMO_MS, type MonotonicClock } from '../../collections/events/bulk-load/bulk-load-events.ts'
import type { WriteScope } from '../../collections/records/write-records.ts'
import { batchIdOfImportRun } from '../../collections/revisions/store-revisions.ts'
import { createMemoizingDatabaseReader } from '../../db/cache/memoizing-database-reader.ts'
import { UnreadableSourceError } from '../import-errors.ts'
import type { ImportSource } from '../import-item-types.ts'
import type { ImportOptions } from '../import-options.ts'
import type { RunContext } from '../import-run-context.ts'
import { createCompactTextSet } from '../items/compact-text-set.ts'
import { createPictureLoaderForSlowHosts } from '../items/limit-time-for-slow-picture-hosts.ts'
import { makeTextsAndIdsOfEntriesStorable } from '../items/make-texts-and-ids-storable.ts'
import { createIndexOfReferencedRecords } from '../items/resolve-references.ts'
import { type BatchWriterOptions, createBatchWriter } from './batch-writer.ts'
import { groupEntriesIntoBatches } from './group-entries-into-batches.ts'
import { prepareImportBatch } from './import-batch.ts'
import {
  ensureImportSource,
  findInterruptedImportRun,
  insertImportRun,
  listProblemsOfImportRun,
  type RunCounts,
  type RunRow,
  storeEndOfImportRun,
} from './import-run-store.ts'

export interface RunOptions extends BatchWriterOptions {
  /** Account, site, language and time of the run. It has no request id. */
  scope: WriteScope
  source: ImportSource
  options: ImportOptions
  isDry: boolean
  clock: MonotonicClock
  /** When it is aborted, the run stops after the current transaction; the next run of the source continues it. */
  signal: AbortSignal
}

/** A run that `runImport` performs: a new one, or an interrupted one to be continued. */
export interface StartedRun {
  run: RunRow
  isContinued: boolean
}

/**
 * Starts a run of a source, or continues its last run if that was interrupted. A new run inserts one audit entry for
 * all its writes.
 */
export async function startOrContinueImportRun(
  { scope, source, options, isDry }: Pick<RunOptions, 'scope' | 'source' | 'options' | 'isDry'>,
  actor: AuditActor,
): Promise<StartedRun> {
  const { db, caller, now } = scope
  const { name, type, digest = '' } = source
  // If this request for the name of the site fails, the requests of the run fail too and are reported.
  const site = (await source.findSite?.().catch(() => undefined)) ?? ''
  return db.transaction(async (tx) => {
    const sourceId = await ensureImportSource(tx, { ...source, site }, options, caller.id, now)
    const interrupted = isDry ? undefined : await findInterruptedImportRun(tx, sourceId)
    if (interrupted?.digest === digest) return { run: interrupted, isContinued: true }
    if (interrupted) await storeEndOfImportRun(tx, interrupted.id, now, 'interrupted')
    const run = await insertImportRun(tx, { sourceId, isDry, digest, now })
    const entry = { action: 'imported', collection: 'events', title: `${type}: ${name}` } as const
    if (!isDry) await tx.run(buildAuditEntryInsert(actor, entry))
    return { run, isContinued: false }
  })
}

/**
 * After a run that created at least this many records, the database recomputes the statistics for its query planner.
 */
const STATISTICS_RECORDS_MIN = 1000

/**
 * Imports the items of a source that a started run has not imported yet.
 * @returns whether the run has ended; false if `signal` stopped it
 * @throws {UnreadableSourceError} when the source cannot be read: the run has then failed
 * @throws {RunTakenOverError} when another process has gone on with the run
 */
export async function runImport(started: StartedRun, parameters: RunOptions): Promise<boolean> {
  const { scope, source, signal } = parameters
  const { run } = started
  try {
    const { isComplete, counts } = await importAll(run, parameters)
    if (!isComplete) return false
    const created = Object.values(counts).reduce((sum, outcomes) => sum + (outcomes.created ?? 0), 0)
    await scope.db.transaction(async (tx) => {
      await storeEndOfImportRun(tx, run.id, scope.now)
      if (created >= STATISTICS_RECORDS_MIN) await tx.gatherStatistics()
    })
    return true
  } catch (error) {
    if (signal.aborted) return false
    if (error instanceof UnreadableSourceError) {
      await scope.db.transaction((tx) => storeEndOfImportRun(tx, run.id, scope.now, `${source.name}: ${error.message}`))
    }
    throw error
  }
}

async function importAll(
  run: RunRow,
  { scope, source, options, isDry, clock, signal, ...writing }: RunOptions,
): Promise<{ isComplete: boolean; counts: RunCounts }> {
  const index = createIndexOfReferencedRecords(source.name)
  const inside = { ...scope, batchId: batchIdOfImportRun(run.id) }
  const context: RunContext = {
    scope: inside,
    source,
    options,
    runId: run.id,
    isDry,
    index,
    takenSlugs: new Set(),
    unchangedItems: createCompactTextSet(),
    clock,
    loadPicture: createPictureLoaderForSlowHosts(clock),
  }
  const reader = createMemoizingDatabaseReader(scope.db)
  const problems = (await listProblemsOfImportRun(scope.db, run.id)).length
  const start = { cursor: run.cursor, counts: JSON.parse(run.counts), problems }
  const writer = createBatchWriter(context, start, writing)
  const entries = makeTextsAndIdsOfEntriesStorable(source.read(run.cursor))
  let readSince = clock()
  try {
    for await (const batch of groupEntriesIntoBatches(entries, writer.size)) {
      if (signal.aborted) return { isComplete: false, counts: (await writer.progress()).counts }
      await writer.waitUntilPreparable(batch)
      if (batch[0]?.kind !== 'event' || clock() - readSince > MEMO_MS) {
        reader.clear()
        readSince = clock()
      }
      await writer.write(await prepareImportBatch(context, batch, reader))
    }
    return { isComplete: true, counts: (await writer.progress()).counts }
  } finally {
    await writer.close()
  }
}
