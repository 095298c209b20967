import { Type } from '../core/schema/field-types.ts'
import { type ComponentSchemas, componentReferenceSchema, urlSchema } from '../core/schema/response-schema.ts'

const pixels = Type.Integer({ minimum: 1 })

/** The schemas of the fields that `presentImage` returns. */
export const imageFields = {
  url: urlSchema(),
  id: Type.Integer({ minimum: 1 }),
  extension: Type.String(),
  width: pixels,
  height: pixels,
  filesize: Type.Integer({ minimum: 0 }),
  sizes: Type.Optional(Type.Record(Type.String(), componentReferenceSchema('ImageSize'))),
}

export const imageSchemas = {
  ImageSize: Type.Object({ width: pixels, height: pixels, 'mime-type': Type.String(), url: urlSchema() }),
  Image: Type.Object(imageFields),
} satisfies ComponentSchemas
