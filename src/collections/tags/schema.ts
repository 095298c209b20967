import { createForEachFace, type Face } from '../../core/faces.ts'
import { optionalParameterSet, parameterSet } from '../../core/schema/parameters.ts'
import { type StaticDecode, Type } from '../../core/schema/schema.ts'
import { termFields } from '../fields.ts'
import { tagListParameters } from '../terms/list.ts'

// A tag cannot have a parent. The schema accepts `parent`, so that the request fails with a more specific error code.
const tagBody = (face: Face) => Type.Object({ ...termFields(face), parent: Type.Optional(Type.Unknown()) })

export type TagBody = StaticDecode<ReturnType<typeof tagBody>>

export const tagParameters = createForEachFace((face) => ({
  list: tagListParameters(face),
  create: parameterSet(tagBody(face)),
  update: optionalParameterSet(tagBody(face)),
}))
