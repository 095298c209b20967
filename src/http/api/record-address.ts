import type { AnyCollection } from '../../collections/collection.ts'
import type { RecordRight } from '../routes/right.ts'

/** What a path names a record by. */
export type RecordKey = 'id' | 'slug'

export const recordKeysOf = ({ hasSlugs }: AnyCollection): RecordKey[] => (hasSlugs ? ['id', 'slug'] : ['id'])

export const recordPath = ({ name }: AnyCollection, key: RecordKey) =>
  key === 'id' ? `/${name}/{id}` : `/${name}/by-slug/{slug}`

/** End of the operation ids of the routes by slug. */
export const operationIdSuffix = (key: RecordKey) => (key === 'slug' ? 'BySlug' : '')

export const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** A record whose author is nobody and which everybody can read. */
const RECORD_OF_NOBODY = { author_id: 0, status: 'publish' }

/** The right to change the record that a path names. */
export const rightToEdit = ({ rights: { canEdit } }: AnyCollection, key: RecordKey): RecordRight => ({
  // An id that names no post grants nothing, not even to administrators (contract).
  overEvery: (caller) => (key === 'id' ? canEdit(caller) : canEdit(caller, RECORD_OF_NOBODY)),
  overSome: (caller) => canEdit(caller, { author_id: caller.id, status: 'draft' }),
})
