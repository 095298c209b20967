import { type Reader, sql, type Transaction } from '../../db/database.ts'
import { TRANSLATION_FINGERPRINT } from '../items/compare-imported-items.ts'
import type { RunWrite } from '../runs/writes-of-import-run.ts'

/** The functions of this file give rows of `external_id` the values that they had before a run. */

type WrittenRecord = Pick<RunWrite, 'collection' | 'recordId'>

const ofRecord = (source: string, { collection, recordId }: WrittenRecord) =>
  sql`source = ${source} AND collection = ${collection} AND record_id = ${recordId}`

/** Matches the row of the id with the content of a record, not those of its translations. */
const withContentOf = (source: string, record: WrittenRecord) =>
  sql`${ofRecord(source, record)} AND fingerprint <> ${TRANSLATION_FINGERPRINT}`

/** The ids that a record has in a source: first its own, then those of its translations. */
export const findExternalIds = async (db: Reader, source: string, record: WrittenRecord): Promise<string[]> => {
  const rows = await db.all<{ external_id: string }>(
    sql`SELECT external_id FROM external_id WHERE ${ofRecord(source, record)}
      ORDER BY CASE fingerprint WHEN ${TRANSLATION_FINGERPRINT} THEN 1 ELSE 0 END, external_id`,
  )
  return rows.map(({ external_id }) => external_id)
}

/** Whether another source has imported the record too. */
export const isImportedByOtherSource = async (
  db: Reader,
  source: string,
  { collection, recordId }: WrittenRecord,
): Promise<boolean> =>
  (await db.get(sql`SELECT 1 AS one FROM external_id
    WHERE collection = ${collection} AND record_id = ${recordId} AND source <> ${source} LIMIT 1`)) !== undefined

/**
 * Makes the next import compare a record with its content before the undone run.
 * @param version of the record after its last import; another one than it has means that somebody has changed it here
 */
export const restoreExternalId = (
  tx: Transaction,
  source: string,
  write: RunWrite,
  { version }: { version: number },
): Promise<number> =>
  tx.run(sql`UPDATE external_id SET content = ${write.content}, fingerprint = '', record_version = ${version}
    WHERE ${withContentOf(source, write)}`)

/** Makes the next import bring a record back from the trash, with all fields of its source. */
export const restoreWithNextImport = (
  tx: Transaction,
  source: string,
  record: WrittenRecord,
  { version, status }: { version: number; status: string },
): Promise<number> =>
  tx.run(sql`UPDATE external_id
    SET content = '', fingerprint = '', record_version = ${version}, removed_from = ${status}
    WHERE ${withContentOf(source, record)}`)

export const deleteExternalIds = (
  tx: Transaction,
  { source, collection, externalIds }: { source: string; collection: string; externalIds: readonly string[] },
): Promise<number> =>
  tx.run(sql`DELETE FROM external_id
    WHERE source = ${source} AND collection = ${collection} AND ${tx.dialect.inList(sql`external_id`, externalIds)}`)
