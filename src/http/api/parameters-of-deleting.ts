import type { AnyCollection } from '../../collections/collection.ts'
import { type Removal, WRITE_SCOPES } from '../../collections/dates-affected-by-write.ts'
import type { Problems } from '../../core/errors.ts'
import type { ByFace } from '../../core/faces.ts'
import { canKindRepeat, isPostKind, type Kind } from '../../core/kinds.ts'
import { attachDocumentationToSchema, enumField, lenientBooleanField, Type } from '../../core/schema/field-types.ts'
import { createOptionalParameterSet, type ParameterSet } from '../../core/schema/parameter-set.ts'

const force = { force: attachDocumentationToSchema(lenientBooleanField(), { default: false }) }
const scope = { scope: attachDocumentationToSchema(enumField(WRITE_SCOPES), { default: 'this' }) }

export const forceParameter = createOptionalParameterSet(Type.Object(force)) as ParameterSet<Removal>

const SCOPE = createOptionalParameterSet(Type.Object(scope)) as ParameterSet<Removal>
const FORCE_AND_SCOPE = createOptionalParameterSet(Type.Object({ ...force, ...scope })) as ParameterSet<Removal>
const NONE = createOptionalParameterSet(Type.Object({})) as ParameterSet<Removal>

/** The parameters of DELETE in the APIs that can delete posts for good: the native one and tec/v1. */
export const parametersOfDeletingPost = (kind: Kind): ParameterSet<Removal> =>
  canKindRepeat(kind) ? FORCE_AND_SCOPE : forceParameter

/**
 * Adds a problem if a request has both `force` and `scope`: `force` deletes one date of a repeated event for good, so a
 * scope with other dates is invalid.
 */
export function refuseScopeParameterWithForce({ force, scope = 'this' }: Removal, problems: Problems): void {
  if (force && scope !== 'this') problems.add('scope', 'reason.choice', { choices: 'this' })
}

/**
 * The parameters of DELETE. In the API tribe/events/v1 `force` is ignored, as in The Events Calendar; categories and
 * tags are always deleted for good.
 */
export const parametersOfDeletingRecord = ({ kind }: AnyCollection): ByFace<ParameterSet<Removal>> => ({
  native: isPostKind(kind) ? parametersOfDeletingPost(kind) : NONE,
  tec: canKindRepeat(kind) ? SCOPE : NONE,
})
