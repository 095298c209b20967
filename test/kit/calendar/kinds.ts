import { isPostKind, KIND_PROPERTIES, KINDS } from '../../../src/core/kinds.ts'
import { requiredFieldsOf } from './makers.ts'

/** Venues and organizers have the same routes and rules. The field that contains the name is called like the kind. */
export const LINKED_KINDS = [
  { kind: 'venue', path: '/venues' },
  { kind: 'organizer', path: '/organizers' },
] as const

/** Categories and tags have the same routes and rules, except that only categories have parents. */
export const TERM_KINDS = [
  { kind: 'category', path: '/categories' },
  { kind: 'tag', path: '/tags' },
] as const

/** For each collection: the field that contains the title, and the fields required to create a record. */
export const TRANSLATED_KINDS = KINDS.map((kind) => ({
  kind,
  name: KIND_PROPERTIES[kind].collection,
  title: KIND_PROPERTIES[kind].titleField,
  hasSlugs: isPostKind(kind),
  needed: requiredFieldsOf(kind),
}))
