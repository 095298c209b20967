import { id, optional, parametersOf, type StaticDecode, Type } from '../../core/schema.ts'
import { termFields } from '../fields.ts'
import { categoryListParameters } from '../term-list.ts'

const categoryBody = Type.Object({ ...termFields, parent: Type.Optional(id()) })

export type CategoryBody = StaticDecode<typeof categoryBody>

export const categoryParameters = {
  list: categoryListParameters,
  create: parametersOf(categoryBody),
  update: optional(categoryBody),
}
