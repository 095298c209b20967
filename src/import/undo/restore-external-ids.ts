import { type Reader, sql, type Transaction } from '../../db/database.ts'
import { TRANSLATION_FINGERPRINT } from '../items/compare-imported-items.ts'
import type { RunWrite } from '../runs/writes-of-import-run.ts'

/** The functions of this file restore the values that rows of `external_id` had before a run that is undone. */

type WrittenRecord = Pick<RunWrite, 'collection' | 'recordId'>

const ofRecord = (source: string, { collection, recordId }: WrittenRecord) =>
  sql`source = ${source} AND collection = ${collection} AND record_id = ${recordId}`

/**
 * SQL condition for the row of `external_id` that has the content of a record, in contrast to the rows of its
 * translations.
 */
const withContentOf = (source: string, record: WrittenRecord) =>
  sql`${ofRecord(source, record)} AND fingerprint <> ${TRANSLATION_FINGERPRINT}`

/** Finds the external ids of a record in a source: first that of the record, then those of its translations. */
export const findExternalIdsOfRecord = async (db: Reader, source: string, record: WrittenRecord): Promise<string[]> => {
  const rows = await db.all<{ external_id: string }>(
    sql`SELECT external_id FROM external_id WHERE ${ofRecord(source, record)}
      ORDER BY CASE fingerprint WHEN ${TRANSLATION_FINGERPRINT} THEN 1 ELSE 0 END, external_id`,
  )
  return rows.map(({ external_id }) => external_id)
}

/** Whether a source other than this one has imported the record too. */
export const isImportedByOtherSource = async (
  db: Reader,
  source: string,
  { collection, recordId }: WrittenRecord,
): Promise<boolean> =>
  (await db.get(sql`SELECT 1 AS one FROM external_id
    WHERE collection = ${collection} AND record_id = ${recordId} AND source <> ${source} LIMIT 1`)) !== undefined

/**
 * Restores the stored item of a record to the one before the undone run, so that the next import compares with it.
 * @param version version that the record had after its last import; if the record has another version, it counts as
 * edited here
 */
export const restoreImportedContentOfRecord = (
  tx: Transaction,
  source: string,
  write: RunWrite,
  { version }: { version: number },
): Promise<number> =>
  tx.run(sql`UPDATE external_id SET content = ${write.content}, fingerprint = '', record_version = ${version}
    WHERE ${withContentOf(source, write)}`)

/** Lets the next import restore a record from the trash, and write all fields of its source. */
export const letNextImportRestoreRecord = (
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
