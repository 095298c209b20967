import type { AnyCollection } from '../../collections/collection.ts'
import type { RecordRight } from '../routes/route-right.ts'

/** Whether the path of a route identifies a record by id or by slug. */
export type RecordKey = 'id' | 'slug'

export const keyTypesOfCollection = ({ hasSlugs }: AnyCollection): RecordKey[] => (hasSlugs ? ['id', 'slug'] : ['id'])

export const routePathOfRecord = ({ name }: AnyCollection, key: RecordKey) =>
  key === 'id' ? `/${name}/{id}` : `/${name}/by-slug/{slug}`

/** Suffix of the OpenAPI operation id of routes with a slug, so that it differs from that of routes with an id. */
export const operationIdSuffixOfKey = (key: RecordKey) => (key === 'slug' ? 'BySlug' : '')

export const capitalizeFirstLetter = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** A published record without an author. A user who may edit this record may edit every published record. */
const RECORD_WITHOUT_AUTHOR = { author_id: 0, status: 'publish' }

/** The right to change the record whose id or slug is in the path. */
export const rightToEditRecord = ({ rights: { canEdit } }: AnyCollection, key: RecordKey): RecordRight => ({
  // On routes with an id, before the post has been loaded, `Allow` lists no methods that change it, even for
  // administrators (API contract).
  overEvery: (caller) => (key === 'id' ? canEdit(caller) : canEdit(caller, RECORD_WITHOUT_AUTHOR)),
  overSome: (caller) => canEdit(caller, { author_id: caller.id, status: 'draft' }),
})
