import { isTermKind } from '../../core/kinds.ts'
import type { Transaction } from '../../db/database.ts'
import { type AnyCollection, requireRightToEditRecord } from '../collection.ts'
import { ALL_RESTORABLE_FIELDS, type RestoredFields } from '../dates-affected-by-write.ts'
import { insertAuditEntry } from '../insert-audit-entries.ts'
import { requireExpectedVersion } from '../records/expected-version.ts'
import { loadRecordsChangedByWrite, lockEditableRecord, type WriteScope } from '../records/write-records.ts'
import type { Scope } from '../scope.ts'
import type { TranslatedRecord } from '../texts/record-languages.ts'
import { listChangedFields } from './list-changed-fields.ts'
import { insertRevisions } from './store-revisions.ts'

type Row = TranslatedRecord & Record<string, unknown>

/** The fields of a record that a request restores. @param names names of the fields; undefined for all */
export const chooseFieldsToRestore = (names: readonly string[] | undefined): RestoredFields =>
  names === undefined
    ? ALL_RESTORABLE_FIELDS
    : { areAll: false, has: (...wanted) => wanted.some((name) => names.includes(name)) }

/**
 * Gives a record, or some of its fields, the values of an earlier version in all languages. Like any other write it has
 * an audit entry and a revision, so it can be undone.
 * @returns the record afterwards
 * @throws {CalendarError} when the caller may not edit the record, or the record no longer has the version that the
 *   request expects
 */
export async function restoreVersionOfRecord(
  collection: AnyCollection,
  scope: WriteScope,
  row: TranslatedRecord,
  before: Row,
  fields: RestoredFields,
): Promise<TranslatedRecord> {
  requireRightToEditRecord(collection.rights, scope.caller, row)
  requireExpectedVersion(scope, row)
  return scope.db.transaction(
    async (tx) => {
      const inside = { ...scope, db: tx }
      const locked = await lockEditableRecord(collection, inside, row.id)
      requireExpectedVersion(scope, locked)
      await restoreVersionOfLockedRecord(collection, inside, locked, before, fields)
      return locked
    },
    (tx) => collection.find({ ...scope, db: tx }, { id: row.id }),
  )
}

/** Restores an earlier version of a locked record. Nothing is written if no field differs. */
export async function restoreVersionOfLockedRecord(
  collection: AnyCollection,
  scope: Scope<Transaction>,
  locked: Row,
  before: Row,
  fields: RestoredFields,
): Promise<void> {
  const { kind, name } = collection
  const different = listChangedFields(collection, scope, before, locked).map(({ field }) => field)
  const isToTrash = before.status === 'trash' && locked.status !== 'trash' && fields.has('status')
  const isFromTrash = locked.status === 'trash' && before.status !== 'trash'
  const restored = [...new Set(different)].filter((field) => fields.has(field))
  // A date of a repeated event may have texts of its own that are equal to those of the event.
  const hasOtherOverrides = fields.areAll && before.overrides !== locked.overrides
  if (restored.length === 0 && !isToTrash && !isFromTrash && !hasOtherOverrides) return
  const write = { action: 'reverted', collection: name, fields: restored } as const
  insertAuditEntry(scope, { ...write, id: locked.id, title: before.text.title })
  const changed = Object.fromEntries(restored.map((field) => [field, true]))
  insertRevisions(scope, write, await loadRecordsChangedByWrite(collection, scope, locked, changed))
  if (!isToTrash || isTermKind(kind)) return collection.restore(scope, locked, before, fields)
  if (restored.some((field) => field !== 'status')) {
    await collection.restore(scope, locked, { ...before, status: locked.status }, fields)
  }
  await collection.remove(scope, await collection.find(scope, { id: locked.id }))
}
