import type { FailureCode } from '../../core/errors.ts'
import type { Face } from '../../core/faces.ts'
import { isPostKind, KIND_PROPERTIES, type Kind } from '../../core/kinds.ts'
import type { RecordKey } from './paths-and-rights-of-record-routes.ts'

/** The functions of this file return the error codes that record routes can respond with, for the OpenAPI document. */

export function errorCodesOfReadingRecord(kind: Kind, key: RecordKey, face: Face): FailureCode[] {
  const isTecEvent = face.name === 'tec' && kind === 'event' && key === 'id'
  return [
    ...errorCodesOfUnknownRecord(kind, face),
    ...(isPostKind(kind) ? [`${kind}-not-accessible` as const] : []),
    ...(isTecEvent ? (['rest-event-not-found', 'event-no-longer-available'] as const) : []),
  ]
}

/**
 * Error codes for an unknown id or slug. None in The Events Calendar API, which reports an invalid parameter instead.
 */
export const errorCodesOfUnknownRecord = (kind: Kind, { unknownIsNotFound }: Face): FailureCode[] =>
  unknownIsNotFound ? [`${kind}-not-found`] : []

/**
 * Error codes of updates and deletions: a post in the trash cannot be changed. None for categories and tags, which have
 * no trash.
 */
export const errorCodesOfTrashedRecord = (kind: Kind): FailureCode[] =>
  isPostKind(kind) ? [`${kind}-is-in-trash`] : []

/**
 * Error codes of creating or updating a category or tag: its name exists already, or a parent is given for a tag,
 * although only categories have parents.
 */
export function errorCodesOfWritingTerm(kind: Kind): FailureCode[] {
  if (isPostKind(kind)) return []
  return KIND_PROPERTIES[kind].isHierarchical ? ['term_exists'] : ['term_exists', 'rest_taxonomy_not_hierarchical']
}
