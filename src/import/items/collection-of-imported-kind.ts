import { type AnyCollection, collectionThatAllowsDuplicateRecords } from '../../collections/collection.ts'
import { COLLECTION_BY_KIND } from '../../collections/collection-by-kind.ts'
import { type CollectionName, KIND_PROPERTIES, type Kind } from '../../core/kinds.ts'
import type { ItemKind } from '../import-item-types.ts'

/**
 * The collection to which imports write records of a kind. A create request reuses a record with the same name; an
 * import does not, because records with different external ids are different records.
 */
export const collectionOfImportedKind = (kind: Kind): AnyCollection =>
  collectionThatAllowsDuplicateRecords(COLLECTION_BY_KIND[kind])

/**
 * Name of the collection for records of a kind; `media` for pictures. Used in reports and in the table `external_id`.
 */
export const collectionNameOfImportedKind = (kind: ItemKind): CollectionName | 'media' =>
  kind === 'picture' ? 'media' : KIND_PROPERTIES[kind].collection
