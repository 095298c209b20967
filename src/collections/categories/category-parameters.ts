import { createValueForEachFace, type Face } from '../../core/faces.ts'
import {
  attachDocumentationToSchema,
  fieldWithCheckAndConversion,
  isStorableText,
  parseId,
  type StaticDecode,
  Type,
} from '../../core/schema/field-types.ts'
import { createOptionalParameterSet, createParameterSet } from '../../core/schema/parameter-set.ts'
import { termBodyFields } from '../shared-fields.ts'
import { categoryListParameters } from '../terms/list-terms.ts'

/**
 * Whether a value of `parent` makes a category top-level in the native API. Responses contain 0 for a top-level
 * category.
 */
const isTop = (value: unknown) => value === 0 || value === '0' || value === '' || value === null

/**
 * Schema of the field `parent`: the id of the parent category; null for a top-level category. Text that is not an id is
 * looked up as a slug after parsing, because the API contract has different errors for a slug that exists (wrong type)
 * and for one that does not.
 */
const parent = ({ imitatesTec }: Face) =>
  attachDocumentationToSchema(
    fieldWithCheckAndConversion(
      Type.Union([Type.Integer(), Type.String(), Type.Null()]),
      (value) =>
        (!imitatesTec && isTop(value)) ||
        parseId(value) !== undefined ||
        (typeof value === 'string' && isStorableText(value)),
      (value) => (!imitatesTec && isTop(value) ? null : (parseId(value) ?? String(value))),
      { reason: 'reason.id', isTypeError: (value) => value === null },
    ),
    { published: imitatesTec ? { type: 'integer', minimum: 1 } : { type: ['integer', 'null'], minimum: 0 } },
  )

const categoryBody = (face: Face) => Type.Object({ ...termBodyFields(face), parent: Type.Optional(parent(face)) })

export type CategoryBody = StaticDecode<ReturnType<typeof categoryBody>>

export const categoryParameters = createValueForEachFace((face) => ({
  list: categoryListParameters(face),
  create: createParameterSet(categoryBody(face)),
  update: createOptionalParameterSet(categoryBody(face)),
}))
