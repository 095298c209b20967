import { findAccountByLogin } from '../../accounts/account-store.ts'
import type { Problem } from '../../core/errors.ts'
import { objectKeys } from '../../core/generic/object-keys.ts'
import type { Reader } from '../../db/database.ts'
import { type ItemKind, REFERENCE_FIELDS, type ReferenceField } from '../import-item-types.ts'
import { collectionNameOfImportedKind } from './collection-of-imported-kind.ts'
import { findImportedRecords } from './external-ids.ts'

/** The records to which an item refers: their external ids, by the name of the field. */
type References = Partial<Record<ReferenceField, readonly string[]>>

/** Finds the records here to which items of a source refer by external id. */
export interface ReferenceIndex {
  /** Looks up all records that these references name, with one statement for each kind. */
  load(db: Reader, references: readonly References[]): Promise<void>
  /** Makes references to a record valid in a dry run, in which the record is not created. */
  expect(kind: ItemKind, externalId: string): void
  /** Finds the account with a login. `isFirst`: this login was not looked up before. */
  findAuthor(db: Reader, login: string): Promise<{ id: number | undefined; isFirst: boolean }>
  /**
   * Adds the ids of the referenced records to the fields of an item. References to records that the source does not
   * contain are omitted and reported.
   */
  resolve(fields: Record<string, unknown>, references: References): ResolvedFields
}

export interface ResolvedFields {
  fields: Record<string, unknown>
  problems: Problem[]
}

const REFERENCES = objectKeys(REFERENCE_FIELDS)

/** Maximum number of external ids whose records are cached. */
const CACHED_IDS_MAX = 50_000

export function createIndexOfReferencedRecords(source: string): ReferenceIndex {
  const ids = new Map<string, number>()
  const expected = new Set<string>()
  // Promises are cached instead of ids, because the items of a batch look up their authors at the same time.
  const accounts = new Map<string, Promise<number | undefined>>()
  const keyOf = (kind: ItemKind, externalId: string) => `${kind} ${externalId}`
  return {
    async load(db, references) {
      if (ids.size > CACHED_IDS_MAX) ids.clear()
      const wanted = new Map<ItemKind, Set<string>>()
      for (const [kind, externalId] of references.flatMap(listReferences)) {
        if (ids.has(keyOf(kind, externalId))) continue
        if (!wanted.has(kind)) wanted.set(kind, new Set())
        wanted.get(kind)?.add(externalId)
      }
      for (const [kind, externalIds] of wanted) {
        const collection = collectionNameOfImportedKind(kind)
        for (const [externalId, { record_id }] of await findImportedRecords(db, source, collection, [...externalIds])) {
          if (record_id !== null) ids.set(keyOf(kind, externalId), record_id)
        }
      }
    },
    async findAuthor(db, login) {
      const found = accounts.get(login)
      const account = found ?? findAccountByLogin(db, login).then((row) => row?.id)
      accounts.set(login, account)
      return { id: await account, isFirst: found === undefined }
    },
    expect: (kind, externalId) => void expected.add(keyOf(kind, externalId)),
    resolve(fields, references) {
      const resolved = { ...fields }
      const problems: Problem[] = []
      for (const field of REFERENCES) {
        if (references[field] === undefined) continue
        const kind = REFERENCE_FIELDS[field]
        const found: number[] = []
        for (const externalId of references[field]) {
          const id = ids.get(keyOf(kind, externalId))
          if (id !== undefined) found.push(id)
          else if (!expected.has(keyOf(kind, externalId))) {
            problems.push({ name: field, reason: 'import.reference', placeholders: { value: externalId } })
          }
        }
        const value = withIds(field, fields[field], found, references[field].length === 0)
        if (value !== undefined) resolved[field] = value
      }
      return { fields: resolved, problems }
    },
  }
}

const listReferences = (references: References): [ItemKind, string][] =>
  REFERENCES.flatMap((field) =>
    (references[field] ?? []).map((externalId): [ItemKind, string] => [REFERENCE_FIELDS[field], externalId]),
  )

/**
 * The value of a reference field in a request: one id for `parent` and `image`, else a list of ids.
 * @param isNone whether the item says explicitly that it refers to no record
 */
function withIds(field: ReferenceField, value: unknown, ids: readonly number[], isNone: boolean): unknown {
  if (field === 'parent') return ids[0] ?? value ?? (isNone ? null : undefined)
  if (field === 'image') return ids[0] ?? value ?? (isNone ? false : undefined)
  return [...(value === undefined ? [] : [value].flat()), ...ids]
}
