import { optionalParameterSet, parameterSet } from '../../core/schema/parameters.ts'
import { customField, isStorable, parseId, type StaticDecode, Type } from '../../core/schema/schema.ts'
import { termFields } from '../fields.ts'
import { categoryListParameters } from '../terms/list.ts'

/**
 * The id of a category. Other text is looked up as a slug, because the contract reports an existing slug (wrong type) and an
 * unknown one differently.
 */
const parent = () =>
  customField(
    Type.Union([Type.Integer(), Type.String()]),
    (value) => parseId(value) !== undefined || (typeof value === 'string' && isStorable(value)),
    (value) => parseId(value) ?? String(value),
    { reason: 'reason.id', isTypeError: (value) => value === null },
  )

const categoryBody = Type.Object({ ...termFields, parent: Type.Optional(parent()) })

export type CategoryBody = StaticDecode<typeof categoryBody>

export const categoryParameters = {
  list: categoryListParameters,
  create: parameterSet(categoryBody),
  update: optionalParameterSet(categoryBody),
}
