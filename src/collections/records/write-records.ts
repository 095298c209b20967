import type { Action } from '../../audit/audit-entry.ts'
import { CalendarError, invalidParameterError, Problems } from '../../core/errors.ts'
import { isPostKind, isTermKind, type Kind } from '../../core/kinds.ts'
import { type Database, sql, type Transaction } from '../../db/database.ts'
import { tableOfKind } from '../../db/sql-fragments.ts'
import type { PictureFetcher } from '../../media/fetch-picture.ts'
import { findOrDownloadReferencedImage, type ImageReference, storeImageIfDownloaded } from '../../media/image-field.ts'
import { requireRightToEditRecord, type Writable } from '../collection.ts'
import type { AffectedDates, Removal } from '../dates-affected-by-write.ts'
import { insertAuditEntry } from '../insert-audit-entries.ts'
import { insertRevisions } from '../revisions/store-revisions.ts'
import type { Scope } from '../scope.ts'
import { readReferencesToTerm } from '../terms/read-term-references.ts'
import { type ExpectedVersions, requireExpectedVersion } from './expected-version.ts'
import { repeatWhenReferenceIsDeleted } from './repeat-when-reference-is-deleted.ts'

/** The fields of a record from which its audit entries are made. */
export interface Titled {
  id: number
  version: number
  text: { title: string }
  /** Status of the record; undefined for categories and tags, which have none. */
  status?: string
}

/**
 * The context of a write request, with a database that can open transactions, a function that downloads pictures, and
 * the versions for which the request was made.
 */
export interface WriteScope extends Scope<Database>, ExpectedVersions {
  fetchPicture: PictureFetcher
  leaveQueue?: () => void
}

/**
 * Creates a record: first checks the body and the caller's rights, then downloads the picture, then writes everything
 * in one transaction.
 * @param problems invalid values that were found when the body was parsed
 */
export async function createRecord<Body, Plan, Row extends Titled>(
  collection: Writable<Body, Plan, Row>,
  scope: WriteScope,
  body: Body,
  problems: Problems,
): Promise<{ row: Row; isNew: boolean }> {
  return repeatWhenReferenceIsDeleted(async () => {
    const plan = await collection.check(scope, body, problems)
    problems.throwIfAny()
    collection.permit(scope, plan)
    return writeWithImage(
      scope,
      collection.imageOf?.(plan),
      (inside, imageId) => collection.create(inside, plan, imageId),
      async (inside, { id, isNew }) => ({ row: (await collection.find(inside, { id })) as Row, isNew }),
    )
  })
}

/**
 * Updates a record. After the record is locked, all checks are repeated on its current state, so that concurrent
 * updates of different fields do not overwrite each other.
 * @param checkLocked is called with the locked record; if it throws an error, nothing is written
 */
export async function updateRecord<Body, Plan, Row extends Titled>(
  collection: Writable<Body, Plan, Row>,
  scope: WriteScope,
  row: Row,
  body: Partial<Body>,
  problems: Problems,
  checkLocked: (locked: Row) => void = () => {},
): Promise<Row> {
  const update = async (inside: Scope<Transaction>, imageId: number | null | undefined) => {
    const locked = await lockRecord(collection, inside, row.id, collection.findLocked)
    requireExpectedVersion(scope, locked)
    checkLocked(locked)
    const late = new Problems()
    const plan = await collection.check(inside, body, late, locked)
    late.throwIfAny()
    collection.permit(inside, plan, locked)
    await insertAuditAndRevisionsOfUpdate(collection, inside, locked, body)
    return (await collection.update(inside, locked, plan, imageId)) ?? undefined
  }
  const read = async (inside: Scope, effects: object | undefined) =>
    Object.assign((await collection.find(inside, { id: row.id })) as Row, effects)
  return repeatWhenReferenceIsDeleted(async () => {
    const first = await collection.check(scope, body, problems, row)
    problems.throwIfAny()
    collection.permit(scope, first, row)
    requireExpectedVersion(scope, row)
    return writeWithImage(scope, collection.imageOf?.(first), update, read)
  })
}

/**
 * Moves an event, venue or organizer to the trash; deletes a category or tag.
 * @returns the record for the response: as it is in the trash, or as it was before its deletion
 */
export async function trashOrDeleteRecord<Plan, Row extends Titled>(
  collection: Writable<never, Plan, Row>,
  scope: WriteScope,
  row: Row,
  removal: Removal = {},
): Promise<Row> {
  requireRightToEditRecord(collection.rights, scope.caller, row)
  return scope.db.transaction(
    async (tx) => {
      const inside = { ...scope, db: tx }
      const locked = await lockEditableRecord(collection, inside, row.id)
      refuseTrashedRecord(collection.kind, locked)
      requireExpectedVersion(scope, locked)
      await insertAuditAndRevisionsOfRemoval(collection, inside, locked, removal)
      await collection.remove(inside, locked, removal)
      return locked
    },
    async (tx, locked) => (await collection.find({ ...scope, db: tx }, { id: row.id })) ?? locked,
  )
}

/** @throws {CalendarError} when the record is in the trash */
export function refuseTrashedRecord(kind: Kind, { status }: { status?: string }): void {
  if (isPostKind(kind) && status === 'trash') throw new CalendarError(`${kind}-is-in-trash`)
}

/**
 * Inserts the audit entry of an update, with the names of the changed fields and the new title, and revisions of the
 * records that it changes.
 */
export async function insertAuditAndRevisionsOfUpdate<Body, Row extends Titled>(
  collection: Pick<Writable<Body, never, Row>, 'name' | 'kind' | 'titleField' | 'writtenRows'>,
  scope: Scope<Transaction>,
  row: Row,
  body: Partial<Body>,
): Promise<void> {
  const { name, kind, titleField } = collection
  const fields = Object.keys(body)
  // An update of a category or tag without any field changes nothing and has no audit entry.
  if (isTermKind(kind) && fields.length === 0) return
  const { [titleField]: sent = row.text.title } = body as Record<string, unknown>
  const action: Action = row.status === 'trash' ? 'restored' : 'updated'
  const write = { action, collection: name, language: scope.language, fields }
  insertAuditEntry(scope, { ...write, id: row.id, title: String(sent) })
  insertRevisions(scope, write, await loadRecordsChangedByWrite(collection, scope, row, body))
}

/** Inserts the audit entry of a removal, and revisions of the records that it removes. */
export async function insertAuditAndRevisionsOfRemoval<Row extends Titled>(
  collection: Pick<Writable<never, never, Row>, 'name' | 'kind' | 'writtenRows'>,
  scope: Scope<Transaction>,
  row: Row,
  removal: Removal = {},
): Promise<void> {
  const { name, kind } = collection
  const action: Action = isTermKind(kind) ? 'deleted' : 'trashed'
  insertAuditEntry(scope, { action, collection: name, id: row.id, title: row.text.title })
  const before = await loadRecordsChangedByWrite(collection, scope, row, { ...removal, isRemoval: true })
  const references = isTermKind(kind) ? await readReferencesToTerm(scope.db, kind, row.id) : {}
  insertRevisions(scope, { action, collection: name }, before, references)
}

/** Loads the records that a write will change, in their state before the write. */
export const loadRecordsChangedByWrite = async <Row>(
  { writtenRows: load }: Pick<Writable<never, never, Row & { id: number }>, 'writtenRows'>,
  scope: Scope<Transaction>,
  row: Row & { id: number },
  extent: AffectedDates,
): Promise<readonly (Row & { id: number })[]> => (load ? load(scope, row, extent) : [row])

/**
 * Locks a record until the end of the transaction and returns its current state.
 * @throws {CalendarError} when the caller may not edit the record any more
 */
export async function lockEditableRecord<Row extends { id: number }>(
  collection: Pick<Writable<never, never, Row>, 'kind' | 'find' | 'lockFirst' | 'rowsToLock' | 'lockedWith' | 'rights'>,
  scope: Scope<Transaction>,
  id: number,
): Promise<Row> {
  const row = await lockRecord(collection, scope, id)
  requireRightToEditRecord(collection.rights, scope.caller, row)
  return row
}

/**
 * Locks a record until the end of the transaction.
 * @returns the current state of the record
 * @throws {CalendarError} when another request has deleted the record since it was found
 */
async function lockRecord<Row extends { id: number }>(
  collection: Pick<Writable<never, never, Row>, 'kind' | 'find' | 'lockFirst' | 'rowsToLock' | 'lockedWith'>,
  scope: Scope<Transaction>,
  id: number,
  find = collection.find,
): Promise<Row> {
  const { kind, lockFirst, rowsToLock = (own) => sql`id = ${own}`, lockedWith } = collection
  await lockFirst?.(scope)
  for (;;) {
    const locked = await scope.db.all<{ id: number }>(
      sql`SELECT id FROM ${tableOfKind(kind)} WHERE ${rowsToLock(id)} ${scope.db.dialect.forNoKeyUpdate}`,
    )
    const row = await find(scope, { id })
    if (row === undefined) throw new CalendarError(`${kind}-not-found`)
    const other = lockedWith?.(row) ?? null
    // PostgreSQL chooses the rows before it waits for their locks. The transaction that it waited for may have changed
    // which rows belong together.
    if (other === null || locked.some((one) => one.id === other)) return row
  }
}

/**
 * Downloads the picture of a write if necessary, and then runs the write in a transaction.
 * @param read reads the result after the write, in the same transaction
 */
async function writeWithImage<Written, Result>(
  scope: WriteScope,
  reference: ImageReference | undefined,
  write: (scope: Scope<Transaction>, imageId: number | null | undefined) => Promise<Written>,
  read: (scope: Scope, written: Written) => Promise<Result>,
): Promise<Result> {
  const prepared = reference === undefined ? undefined : await findOrDownloadReferencedImage(scope, reference)
  if (reference !== undefined && prepared === undefined) throw invalidParameterError('image', 'reason.image')
  return scope.db.transaction(
    async (tx) => {
      const inside = { ...scope, db: tx }
      const imageId =
        prepared &&
        (await storeImageIfDownloaded(tx, prepared, scope.caller.id as number, scope.now, ({ id, title }) =>
          insertAuditEntry(inside, { action: 'created', collection: 'media', id, title }),
        ))
      return write(inside, imageId)
    },
    (tx, written) => read({ ...scope, db: tx }, written),
  )
}
