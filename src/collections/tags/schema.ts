import { optionalParameterSet, parameterSet } from '../../core/schema/parameters.ts'
import { type StaticDecode, Type } from '../../core/schema/schema.ts'
import { termFields } from '../fields.ts'
import { tagListParameters } from '../terms/list.ts'

// `parent` is read only to be refused with the code the contract has for it.
const tagBody = Type.Object({ ...termFields, parent: Type.Optional(Type.Unknown()) })

export type TagBody = StaticDecode<typeof tagBody>

export const tagParameters = {
  list: tagListParameters,
  create: parameterSet(tagBody),
  update: optionalParameterSet(tagBody),
}
