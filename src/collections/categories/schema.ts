import { optional, parametersOf } from '../../core/schema/parameters.ts'
import { custom, idIn, isStorable, type StaticDecode, Type } from '../../core/schema/schema.ts'
import { termFields } from '../fields.ts'
import { categoryListParameters } from '../terms/list.ts'

/** An id. Text is looked up, since the contract tells a slug that exists (wrong type) from one that does not. */
const parent = () =>
  custom(
    Type.Union([Type.Integer(), Type.String()]),
    (value) => idIn(value) !== undefined || (typeof value === 'string' && isStorable(value)),
    (value) => idIn(value) ?? String(value),
    { reason: 'reason.id', typed: (value) => value === null },
  )

const categoryBody = Type.Object({ ...termFields, parent: Type.Optional(parent()) })

export type CategoryBody = StaticDecode<typeof categoryBody>

export const categoryParameters = {
  list: categoryListParameters,
  create: parametersOf(categoryBody),
  update: optional(categoryBody),
}
