import type { AnyCollection } from '../../collections/collection.ts'
import {
  createRecordInOpenTransaction,
  planRecordWrite,
  updateRecordInOpenTransaction,
} from '../../collections/records/write-in-open-transaction.ts'
import { loadRecordsChangedByWrite, lockEditableRecord } from '../../collections/records/write-records.ts'
import { insertRevisions } from '../../collections/revisions/store-revisions.ts'
import type { Scope } from '../../collections/scope.ts'
import { CalendarError, type Problem } from '../../core/errors.ts'
import { isTermKind } from '../../core/kinds.ts'
import type { Sequence, Transaction } from '../../db/database.ts'
import type { RecordItem } from '../import-item-types.ts'
import { collectionOfImportedKind } from './collection-of-imported-kind.ts'
import {
  contentOfImportedItem,
  findChangesOfImportedItem,
  haveDatesOfItemChanged,
  type ItemChange,
  type ItemContent,
} from './compare-imported-items.ts'
import { findIdOfRepeatedEventDate, readContentOfLastImport, storeTimesOfImportedRecord } from './external-ids.ts'
import { keepIdForNextNewRecord } from './keep-record-ids-of-source.ts'
import { findLocallyEditedFields, isEmptyFieldValue, parseFieldsOfImportedItem } from './parse-item-fields.ts'
import type { ReferenceIndex } from './resolve-references.ts'

type WriteScope = Scope<Transaction>

/**
 * Creates a record with its translations and, for a repeated event, the changes of single dates. If a category or tag
 * with that name exists, it is used instead of a new one.
 * @param fields fields of the item, in which references are ids of records here
 * @param wantedId an unused id that the record gets
 */
export async function createRecordFromImportedItem(
  scope: WriteScope,
  item: RecordItem,
  fields: Record<string, unknown>,
  wantedId: number | undefined,
): Promise<number> {
  const collection = collectionOfImportedKind(item.kind)
  const inside = { ...scope, language: item.language ?? scope.language, now: item.modifiedAt ?? scope.now }
  const db = wantedId === undefined ? scope.db : keepIdForNextNewRecord(scope.db, item.kind, wantedId)
  const body = parseFieldsOfImportedItem(collection, 'create', fields)
  const id = await createRecordInOpenTransaction(collection, { ...inside, db }, body).catch(existingTerm)
  for (const { language, fields: texts } of item.texts ?? []) {
    await updateFields(collection, { ...inside, language }, id, texts)
  }
  await writeDates(inside, id, item, (dateId, values) => updateFields(collection, inside, dateId, values))
  if (item.isTrashed) await collection.remove(inside, await collection.find(inside, { id }), {})
  await storeTimesOfImportedRecord(scope.db, item.kind, id, item)
  return id
}

export const idSequenceForImportedItem = ({ kind }: RecordItem): Sequence => (isTermKind(kind) ? 'term' : 'record')

/** Returns the id of the category or tag that already has the name, from the error of the failed creation. */
function existingTerm(error: unknown): number {
  if (error instanceof CalendarError && error.code === 'term_exists') return error.data.term_id as number
  throw error
}

async function updateFields(collection: AnyCollection, scope: WriteScope, id: number, fields: Record<string, unknown>) {
  const row = await collection.find(scope, { id })
  await updateRecordInOpenTransaction(collection, scope, row, parseFieldsOfImportedItem(collection, 'update', fields))
}

/**
 * Writes the changes of single dates of a repeated event. Changes of dates that the recurrence rule does not yield are
 * ignored.
 */
async function writeDates(
  { db }: WriteScope,
  eventId: number,
  { dates = [] }: RecordItem,
  write: (dateId: number, fields: Record<string, unknown>) => Promise<void>,
): Promise<void> {
  for (const { start, fields } of dates) {
    const id = await findIdOfRepeatedEventDate(db, eventId, start)
    if (id !== undefined) await write(id, fields)
  }
}

export interface ItemUpdate {
  isChanged: boolean
  /** Whether somebody has changed the record since the last import. */
  isEdited: boolean
  /**
   * One problem for each field that is not overwritten because somebody has changed it in this calendar since the last
   * import.
   */
  problems: Problem[]
  /** Content of the item in the last run, as JSON; `''` if it is not stored. */
  contentBefore: string
}

/**
 * The functions that an update uses to read and write a record: in a transaction, or in a dry run, which only checks.
 */
export interface RecordUpdater {
  load(collection: AnyCollection, id: number): Promise<{ id: number; version: number; status?: string }>
  write(collection: AnyCollection, scope: Scope, id: number, fields: Record<string, unknown>): Promise<void>
  writeDates(item: RecordItem, eventId: number): Promise<void>
}

export function createRecordUpdater(scope: WriteScope): RecordUpdater {
  const write: RecordUpdater['write'] = async (collection, { language }, id, fields) => {
    const inside = { ...scope, language }
    const row = await collection.find(inside, { id })
    const body = parseFieldsOfImportedItem(collection, 'update', fields)
    const revised = { action: 'updated', collection: collection.name, language, fields: Object.keys(body) } as const
    insertRevisions(inside, revised, await loadRecordsChangedByWrite(collection, inside, row, body))
    await updateRecordInOpenTransaction(collection, inside, row, body)
  }
  return {
    load: (collection, id) => lockEditableRecord(collection, scope, id),
    write,
    writeDates: (item, eventId) =>
      writeDates(scope, eventId, item, (id, fields) => write(collectionOfImportedKind('event'), scope, id, fields)),
  }
}

export const createDryRunRecordUpdater = (scope: Scope): RecordUpdater => ({
  load: (collection, id) => collection.find(scope, { id }),
  async write(collection, inside, id, fields) {
    const row = await collection.find(inside, { id })
    // An import restores a record from the trash before it updates it, so the dry run checks the record as a draft.
    const present = row.status === 'trash' ? { ...row, status: 'draft' } : row
    await planRecordWrite(collection, inside, parseFieldsOfImportedItem(collection, 'update', fields), present)
  },
  writeDates: async () => {},
})

/**
 * Writes the fields of a record that the source has changed since the last run. A record in the trash stays there, and
 * fields that somebody changed in this calendar keep their values.
 * @param source name of the source
 * @param fields fields of the item, in which references are ids of records here
 * @param target the record, the status that it gets if an undone import has moved it to the trash, and its version
 * after the last import; without a version, only empty fields are written, because another source of the same site has
 * imported the record
 */
export async function updateRecordFromImportedItem(
  scope: Scope,
  updater: RecordUpdater,
  source: string,
  item: RecordItem,
  fields: Record<string, unknown>,
  target: { recordId: number; version?: number; restoredStatus?: string },
  index: ReferenceIndex,
): Promise<ItemUpdate> {
  const collection = collectionOfImportedKind(item.kind)
  const text = await readContentOfLastImport(scope.db, source, collection.name, item.externalId)
  const previous: ItemContent | undefined = text === '' ? undefined : JSON.parse(text)
  const content = contentOfImportedItem(item)
  const found = await updater.load(collection, target.recordId)
  const result: ItemUpdate = {
    isChanged: false,
    isEdited: found.version !== target.version,
    problems: [],
    contentBefore: text,
  }
  if (found.status === 'trash') {
    if (!target.restoredStatus || result.isEdited) return result
    await updater.write(collection, scope, target.recordId, { status: target.restoredStatus })
    result.isChanged = true
  }
  const isJoined = target.version === undefined
  for (const [at, change] of findChangesOfImportedItem(previous, content).entries()) {
    const inside = { ...scope, language: change.language ?? scope.language }
    const isFirst = at === 0 && change.language === content.language
    const changed = isFirst ? namedFields(fields, change) : { ...change.fields }
    if (result.isEdited) {
      const row = await collection.find(inside, { id: target.recordId })
      const names = findLocallyEditedFields(
        collection,
        inside,
        row,
        Object.keys(changed),
        before(previous, change, index),
      )
      for (const name of names) {
        delete changed[name]
        if (!isJoined) result.problems.push({ name, reason: 'import.changed-here' })
      }
    }
    for (const name of isJoined ? Object.keys(changed) : []) {
      // The value true of a boolean field is not written either: false in the record is a value, not an empty field.
      if (isEmptyFieldValue(changed[name]) || changed[name] === true) delete changed[name]
    }
    if (Object.keys(changed).length === 0) continue
    await updater.write(collection, inside, target.recordId, changed)
    result.isChanged = true
  }
  if (!isJoined && haveDatesOfItemChanged(previous, content)) {
    await updater.writeDates(item, target.recordId)
    result.isChanged = true
  }
  return result
}

/**
 * Picks from the fields of a record those that differ according to a change. A picture that could not be downloaded is
 * not in `fields`, so it stays unchanged.
 */
const namedFields = (fields: Record<string, unknown>, { fields: own, references }: ItemChange) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name in own || name in references))

/**
 * The fields of a record as the last import wrote them, in the language of a change, with references replaced by ids of
 * records here.
 */
function before(previous: ItemContent | undefined, { language }: ItemChange, index: ReferenceIndex) {
  if (previous === undefined) return undefined
  const texts = previous.texts?.find((one) => one.language === language)
  if (texts) return texts.fields
  return language === previous.language ? index.resolve(previous.fields, previous.references ?? {}).fields : {}
}
