import { optionalParameterSet, parameterSet } from '../../core/schema/parameters.ts'
import { type StaticDecode, Type } from '../../core/schema/schema.ts'
import { termFields } from '../fields.ts'
import { tagListParameters } from '../terms/list.ts'

// A tag cannot have a parent; `parent` is accepted by the schema so that it can be refused with its own failure code.
const tagBody = Type.Object({ ...termFields, parent: Type.Optional(Type.Unknown()) })

export type TagBody = StaticDecode<typeof tagBody>

export const tagParameters = {
  list: tagListParameters,
  create: parameterSet(tagBody),
  update: optionalParameterSet(tagBody),
}
