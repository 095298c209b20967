import type { Subject } from '../../audit/audit-entry.ts'
import { type Reader, sql, type Transaction } from '../../db/database.ts'

/**
 * The functions of this file read and write the table `import_write`: the records that a run has written, so that the
 * run can be undone.
 */

/** A record that a run created or changed. */
export interface RunWrite {
  collection: Subject
  recordId: number
  isNew: boolean
  /** `external_id.record_version` before the run; 0 if the source had not imported this record before. */
  version: number
  /** `external_id.content` before the run. */
  content: string
}

export const importWriteOfNewRecord = (collection: Subject, recordId: number): RunWrite => ({
  collection,
  recordId,
  isNew: true,
  version: 0,
  content: '',
})

/**
 * Stores the writes of a run. If the run writes a record several times, only the first write is stored, because it has
 * the earlier values.
 */
export async function insertWritesOfImportRun(
  tx: Transaction,
  runId: number,
  writes: readonly RunWrite[],
): Promise<void> {
  const [created, changed] = [writes.filter(({ isNew }) => isNew), writes.filter(({ isNew }) => !isNew)]
  const columns = ['run_id', 'collection', 'record_id', 'is_new', 'version', 'content']
  const rows = created.map(({ collection, recordId }) => [runId, collection, recordId, 1, 0, ''])
  if (rows.length > 0) await tx.insert('import_write', columns, rows)
  if (changed.length === 0) return
  await tx.runAll(
    changed.map(
      ({ collection, recordId, version, content }) => sql`
        INSERT INTO import_write (run_id, collection, record_id, is_new, version, content)
        VALUES (${runId}, ${collection}, ${recordId}, 0, ${version}, ${content}) ON CONFLICT DO NOTHING`,
    ),
  )
}

interface RunWriteRow {
  collection: Subject
  record_id: number
  is_new: number
  version: number
  content: string
}

/** Lists the writes of a run in one collection, those of the record created last first. */
export async function listWritesOfImportRun(
  db: Reader,
  runId: number,
  collection: Subject,
  limit: number,
): Promise<RunWrite[]> {
  const rows = await db.all<RunWriteRow>(sql`SELECT collection, record_id, is_new, version, content FROM import_write
    WHERE run_id = ${runId} AND collection = ${collection} ORDER BY record_id DESC LIMIT ${limit}`)
  return rows.map(({ record_id, is_new, ...row }) => ({ ...row, recordId: record_id, isNew: is_new === 1 }))
}

export const deleteRunWrites = (
  tx: Transaction,
  runId: number,
  collection: Subject,
  recordIds: readonly number[],
): Promise<number> =>
  tx.run(sql`DELETE FROM import_write WHERE run_id = ${runId} AND collection = ${collection}
    AND ${tx.dialect.inList(sql`record_id`, recordIds)}`)
