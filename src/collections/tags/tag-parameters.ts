import { createValueForEachFace, type Face } from '../../core/faces.ts'
import { type StaticDecode, Type } from '../../core/schema/field-types.ts'
import { optionalParameterSet, parameterSet } from '../../core/schema/parameter-set.ts'
import { termFields } from '../shared-fields.ts'
import { tagListParameters } from '../terms/list-terms.ts'

// A tag cannot have a parent. The schema accepts `parent`, so that the request fails with a more specific error code.
const tagBody = (face: Face) => Type.Object({ ...termFields(face), parent: Type.Optional(Type.Unknown()) })

export type TagBody = StaticDecode<ReturnType<typeof tagBody>>

export const tagParameters = createValueForEachFace((face) => ({
  list: tagListParameters(face),
  create: parameterSet(tagBody(face)),
  update: optionalParameterSet(tagBody(face)),
}))
