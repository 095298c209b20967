import { type AuditActor, buildAuditEntryInsert } from '../../audit/audit-entry.ts'
import { CalendarError } from '../../core/errors.ts'
import { type Database, type Reader, sql } from '../../db/database.ts'
import { findImportRunWithSourceName, type NamedRunRow, storeEndOfImportRun } from '../runs/import-run-store.ts'

/** Options of the undo of a run, stored as JSON in `import_run.options`. */
export interface UndoOptions {
  /** Whether records that the run created are deleted for good, instead of moved to the trash. */
  force: boolean
}

interface Start {
  /** Id of the account with whose rights a server performs the undo. */
  accountId: number
  actor: AuditActor
  /** Whether a server performs the undo in the background; if not, a command does. */
  isBackground: boolean
}

/**
 * Starts the undo of a run. The undo is itself a run with counts and problems. An interrupted run ends first, so that
 * it is not continued. A run has at most one undo: if it was started before, that one is returned, whether it has ended
 * or not.
 * @throws {CalendarError} `run-not-found`; `run-not-undoable` for a dry run and for an undo
 */
export async function startUndoOfImportRun(
  db: Database,
  runId: number,
  options: UndoOptions,
  { accountId, actor, isBackground }: Start,
): Promise<NamedRunRow> {
  const { now } = actor
  const id = await db.transaction(async (tx) => {
    const run = await findImportRunWithSourceName(tx, runId)
    if (!run) throw new CalendarError('run-not-found')
    if (run.is_dry === 1 || run.undoes !== null) throw new CalendarError('run-not-undoable')
    await tx.lock(`import ${run.name}`)
    const earlier = await findUndoOfImportRun(tx, runId)
    if (earlier) return earlier.id
    if (run.ended_at === null) await storeEndOfImportRun(tx, runId, now, 'interrupted')
    const dueAt = isBackground ? now : null
    const row = await tx.get<{ id: number }>(sql`
      INSERT INTO import_run (source_id, started_at, is_dry, undoes, options, account_id, due_at)
      VALUES (${run.source_id}, ${now}, 0, ${runId}, ${JSON.stringify(options)}, ${accountId}, ${dueAt}) RETURNING id`)
    const title = `${run.type}: ${run.name}, import ${runId}`
    await tx.run(buildAuditEntryInsert(actor, { action: 'reverted', collection: 'events', title }))
    return row?.id as number
  })
  return (await findImportRunWithSourceName(db, id)) as NamedRunRow
}

/**
 * Finds the run by which another run is undone.
 * @param runId id of the run that is undone
 */
export const findUndoOfImportRun = (db: Reader, runId: number): Promise<{ id: number } | undefined> =>
  db.get<{ id: number }>(sql`SELECT id FROM import_run WHERE undoes = ${runId}`)
