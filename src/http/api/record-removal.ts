import type { AnyCollection } from '../../collections/collection.ts'
import type { ByFace } from '../../core/faces.ts'
import { isPost } from '../../core/kinds.ts'
import { optionalParameterSet, type ParameterSet } from '../../core/schema/parameters.ts'
import { lenientBoolean, Type, withDocumentation } from '../../core/schema/schema.ts'

export interface Removal {
  /** Whether to delete the record for good instead of moving it to the trash. */
  force?: boolean
}

export const forceParameter = optionalParameterSet(
  Type.Object({ force: withDocumentation(lenientBoolean(), { default: false }) }),
) as ParameterSet<Removal>

const NONE = optionalParameterSet(Type.Object({})) as ParameterSet<Removal>

/**
 * The parameters of DELETE. In the API tribe/events/v1 `force` is ignored, as in The Events Calendar; categories and
 * tags are always deleted for good.
 */
export const removalParameters = ({ kind }: AnyCollection): ByFace<ParameterSet<Removal>> => ({
  native: isPost(kind) ? forceParameter : NONE,
  tec: NONE,
})
