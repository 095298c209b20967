import { Type } from '../core/schema.ts'
import { address, component, localTime, type Views } from '../core/view.ts'

const size = Type.Integer({ minimum: 1 })

const image = {
  url: address(),
  id: Type.Integer(),
  extension: Type.String(),
  width: size,
  height: size,
  filesize: Type.Integer({ minimum: 0 }),
  sizes: Type.Optional(Type.Record(Type.String(), component('ImageSize'))),
}

/** What `present.ts` makes, and the record of a picture at its own route. */
export const imageViews = {
  ImageSize: Type.Object({ width: size, height: size, 'mime-type': Type.String(), url: address() }),
  Image: Type.Object(image),
} satisfies Views

export const pictureView = Type.Object({
  ...image,
  author: Type.String({ pattern: '^\\d+$' }),
  date: localTime(),
  date_utc: localTime(),
  title: Type.String(),
  alt: Type.String(),
  mime_type: Type.String(),
  rest_url: address(),
})
