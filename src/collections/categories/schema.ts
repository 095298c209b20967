import { optionalParameterSet, parameterSet } from '../../core/schema/parameters.ts'
import { customField, isStorable, parseId, type StaticDecode, Type } from '../../core/schema/schema.ts'
import { termFields } from '../fields.ts'
import { categoryListParameters } from '../terms/list.ts'

/** An id. Text is looked up, since the contract tells a slug that exists (wrong type) from one that does not. */
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
