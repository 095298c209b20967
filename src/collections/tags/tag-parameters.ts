import { createValueForEachFace, type Face } from '../../core/faces.ts'
import { type StaticDecode, Type } from '../../core/schema/field-types.ts'
import { createOptionalParameterSet, createParameterSet } from '../../core/schema/parameter-set.ts'
import { termBodyFields } from '../shared-fields.ts'
import { tagListParameters } from '../terms/list-terms.ts'

// A tag cannot have a parent. The schema accepts `parent`, so that the request fails with a more specific error code.
const tagBody = (face: Face) => Type.Object({ ...termBodyFields(face), parent: Type.Optional(Type.Unknown()) })

export type TagBody = StaticDecode<ReturnType<typeof tagBody>>

export const tagParameters = createValueForEachFace((face) => ({
  list: tagListParameters(face),
  create: createParameterSet(tagBody(face)),
  update: createOptionalParameterSet(tagBody(face)),
}))
