import type { AnyCollection } from '../../collections/collection.ts'
import type { RecordRight } from '../routes/right.ts'

/** The key in the path of a record. */
export type RecordKey = 'id' | 'slug'

export const recordKeysOf = ({ hasSlugs }: AnyCollection): RecordKey[] => (hasSlugs ? ['id', 'slug'] : ['id'])

export const recordPath = ({ name }: AnyCollection, key: RecordKey) =>
  key === 'id' ? `/${name}/{id}` : `/${name}/by-slug/{slug}`

/** Distinguishes the operation ids of the routes by slug from those by id. */
export const operationIdSuffix = (key: RecordKey) => (key === 'slug' ? 'BySlug' : '')

export const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** A published record without an author: only callers who may edit all records may edit it. */
const RECORD_OF_NOBODY = { author_id: 0, status: 'publish' }

/** The right to change the record that a path names. */
export const rightToEdit = ({ rights: { canEdit } }: AnyCollection, key: RecordKey): RecordRight => ({
  // By id, `Allow` names no changes of posts until the post is found, not even for administrators (contract).
  overEvery: (caller) => (key === 'id' ? canEdit(caller) : canEdit(caller, RECORD_OF_NOBODY)),
  overSome: (caller) => canEdit(caller, { author_id: caller.id, status: 'draft' }),
})
