import type { FailureCode } from '../../core/errors.ts'
import type { Face } from '../../core/faces.ts'
import { isPost, KIND_PROPERTIES, type Kind } from '../../core/kinds.ts'
import type { RecordKey } from './record-address.ts'

/** Error codes of the routes of records, for the OpenAPI document. */

export function readFailures(kind: Kind, key: RecordKey, face: Face): FailureCode[] {
  const isTecEvent = face.name === 'tec' && kind === 'event' && key === 'id'
  return [
    ...notFoundFailures(kind, face),
    ...(isPost(kind) ? [`${kind}-not-accessible` as const] : []),
    ...(isTecEvent ? (['rest-event-not-found', 'event-no-longer-available'] as const) : []),
  ]
}

/** On a face without these codes an unknown id or slug is an invalid parameter. */
export const notFoundFailures = (kind: Kind, { unknownIsNotFound }: Face): FailureCode[] =>
  unknownIsNotFound ? [`${kind}-not-found`] : []

/** Changing a post in the trash fails. Terms have no trash. */
export const trashFailures = (kind: Kind): FailureCode[] => (isPost(kind) ? [`${kind}-is-in-trash`] : [])

/** Failures of a write that names a term: another term has the name, or it is given a parent where terms have none. */
export function termFailures(kind: Kind): FailureCode[] {
  if (isPost(kind)) return []
  return KIND_PROPERTIES[kind].isHierarchical ? ['term_exists'] : ['term_exists', 'rest_taxonomy_not_hierarchical']
}
