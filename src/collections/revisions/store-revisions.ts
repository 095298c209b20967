import type { Action, AuditedWrite } from '../../audit/audit-entry.ts'
import type { CollectionName } from '../../core/kinds.ts'
import { type Database, empty, type Reader, type Sql, sql, type Transaction } from '../../db/database.ts'
import { auditActorOfRequest } from '../insert-audit-entries.ts'
import type { Scope } from '../scope.ts'
import {
  decodeRevisionSnapshot,
  encodeRevisionSnapshot,
  pickStoredValuesOfRecord,
  type RevisionSnapshot,
} from './revision-snapshot.ts'

/** Maximum number of revisions of one record; a further revision replaces the oldest. */
const REVISIONS_A_RECORD = 50

/** The state of a record before one write, with the author and the time of the write. */
export interface Revision {
  id: number
  collection: CollectionName
  record_id: number
  /** When the write was made: Unix time in seconds. */
  at: number
  account_id: number | null
  login: string
  /** Id of the request, or of the run of an import (`import 41`); empty for other writes from the command line. */
  batch_id: string
  action: Action
  /** Language of the written texts. */
  language: string
  /** Names of the written fields, separated by commas. */
  fields: string
  snapshot: RevisionSnapshot
}

interface RevisedWrite extends Pick<AuditedWrite, 'action' | 'fields' | 'language'> {
  collection: CollectionName
}

/**
 * Inserts a revision of each record that a write is about to change or remove, in the same transaction. The INSERT is
 * sent to the database together with the next statement of the transaction.
 * @param before the locked records, loaded before the write. The last of them is the first that an undo restores
 */
export function insertRevisions(
  scope: Scope<Transaction>,
  write: RevisedWrite,
  before: readonly { id: number; version: number }[],
  more: Omit<RevisionSnapshot, 'row'> = {},
): void {
  // One by one: PostgreSQL runs the statements of one call in any order, and a write is undone in the order of its revisions.
  for (const row of before) {
    void scope.db.runAll(
      buildRevisionInserts(scope, write, { row: pickStoredValuesOfRecord(row), ...more }, row.version),
    )
  }
}

function buildRevisionInserts(scope: Scope, write: RevisedWrite, snapshot: RevisionSnapshot, version: number): Sql[] {
  const { accountId, login, requestId, now } = auditActorOfRequest(scope)
  const { action, collection, language = '', fields = [] } = write
  const { id } = snapshot.row
  const deleteOldest = sql`DELETE FROM revision WHERE collection = ${collection} AND record_id = ${id} AND id <= (
    SELECT r.id FROM revision r WHERE r.collection = ${collection} AND r.record_id = ${id}
    ORDER BY r.id DESC LIMIT 1 OFFSET ${REVISIONS_A_RECORD - 1})`
  return [
    // Each write raises the version of its record, so a record has fewer revisions than its version says.
    ...(version > REVISIONS_A_RECORD ? [deleteOldest] : []),
    sql`INSERT INTO revision
        (collection, record_id, at, account_id, login, batch_id, action, language, fields, before)
      VALUES (${collection}, ${id}, ${now}, ${accountId}, ${login}, ${scope.batchId ?? requestId}, ${action}, ${language},
        ${fields.join()}, ${encodeRevisionSnapshot(snapshot)})`,
  ]
}

type RevisionRow = Omit<Revision, 'snapshot'> & { before: Uint8Array }

/** Reads the revisions that meet a condition on the table `revision`, newest first. */
async function readRevisions(db: Reader, where: Sql): Promise<Revision[]> {
  const rows = await db.all<RevisionRow>(sql`
    SELECT id, collection, record_id, at, account_id, login, batch_id, action, language, fields, before
    FROM revision WHERE ${where} ORDER BY id DESC`)
  return rows.map(({ before, ...revision }) => ({ ...revision, snapshot: decodeRevisionSnapshot(before) }))
}

export const readRevisionsOfRecord = (db: Reader, collection: CollectionName, id: number): Promise<Revision[]> =>
  readRevisions(db, sql`collection = ${collection} AND record_id = ${id}`)

/**
 * The revisions of a batch that belong to one record or, if the record is a repeated event, to its dates; newest first.
 */
export const readRevisionsInBatch = (
  db: Reader,
  batch: string,
  collection: CollectionName,
  id: number,
): Promise<Revision[]> => {
  const dates = collection === 'events' ? sql`OR record_id IN (SELECT id FROM event WHERE repeat_id = ${id})` : empty
  return readRevisions(db, sql`collection = ${collection} AND batch_id = ${batch} AND (record_id = ${id} ${dates})`)
}

/**
 * Whether a record was changed by another batch since its last revision in a batch or, if the record has no revision in
 * that batch, by another batch at any time.
 */
export const isRecordChangedSinceBatch = async (
  db: Reader,
  batch: string,
  collection: CollectionName,
  id: number,
): Promise<boolean> =>
  (await db.get(sql`SELECT 1 AS one FROM revision r
    WHERE r.collection = ${collection} AND r.record_id = ${id} AND r.batch_id <> ${batch} AND r.id > coalesce((
      SELECT max(o.id) FROM revision o
      WHERE o.collection = ${collection} AND o.record_id = ${id} AND o.batch_id = ${batch}), 0) LIMIT 1`)) !== undefined

/**
 * The id of the batch to which all revisions of an import run belong. `import/undo` undoes such batches, because they
 * can be of any size.
 */
export const batchIdOfImportRun = (runId: number) => `import ${runId}`

export const isBatchOfImportRun = (batch: string) => batch.startsWith('import ')

export const readRevisionsOfBatch = (db: Reader, batch: string): Promise<Revision[]> =>
  readRevisions(db, sql`batch_id = ${batch} AND batch_id <> ''`)

/** The revisions of a record that are newer than a given revision and belong to another batch, newest first. */
export const readLaterRevisions = (
  db: Reader,
  { id, collection, record_id, batch_id }: Revision,
): Promise<Revision[]> =>
  readRevisions(
    db,
    sql`collection = ${collection} AND record_id = ${record_id} AND id > ${id} AND batch_id <> ${batch_id}`,
  )

/** Deletes all revisions of a record, so that its earlier values can no longer be read. */
export const deleteRevisionsOfRecord = (tx: Transaction, collection: CollectionName, id: number): Promise<number> =>
  tx.run(sql`DELETE FROM revision WHERE collection = ${collection} AND record_id = ${id}`)

/** How many revisions are deleted in one transaction. Limited, so that other writers wait only briefly. */
const REVISIONS_A_TRANSACTION = 1000

/**
 * Deletes revisions older than a time, beginning with the oldest.
 * @param before Unix time in seconds; revisions of this time or later are not deleted
 */
export async function deleteRevisionsBefore(db: Database, before: number): Promise<void> {
  const isOldestBefore = async () => {
    const oldest = await db.get<{ at: number }>(sql`SELECT at FROM revision ORDER BY id LIMIT 1`)
    return oldest !== undefined && oldest.at < before
  }
  while (await isOldestBefore()) {
    await db.transaction((tx) =>
      tx.run(sql`DELETE FROM revision
        WHERE id IN (SELECT id FROM revision ORDER BY id LIMIT ${REVISIONS_A_TRANSACTION}) AND at < ${before}`),
    )
  }
}
