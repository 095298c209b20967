import { Type } from '../core/schema/schema.ts'
import { address, component, type Views } from '../core/schema/view.ts'

const pixels = Type.Integer({ minimum: 1 })

/** What `presentImage` makes. */
export const imageFields = {
  url: address(),
  id: Type.Integer({ minimum: 1 }),
  extension: Type.String(),
  width: pixels,
  height: pixels,
  filesize: Type.Integer({ minimum: 0 }),
  sizes: Type.Optional(Type.Record(Type.String(), component('ImageSize'))),
}

export const imageViews = {
  ImageSize: Type.Object({ width: pixels, height: pixels, 'mime-type': Type.String(), url: address() }),
  Image: Type.Object(imageFields),
} satisfies Views
