import type { Urls } from '../core/urls.ts'
import { pictureSizes, type SizeName } from './picture-sizes.ts'
import type { PictureRow } from './picture-store.ts'

export interface ImageSizeView {
  width: number
  height: number
  'mime-type': string
  url: string
}

/**
 * The field `image` of a record in responses of the API. `sizes` is missing if the picture is smaller than all sizes.
 */
export interface ImageView {
  url: string
  id: number
  extension: string
  width: number
  height: number
  /** Size of the file in bytes. */
  filesize: number
  sizes?: Partial<Record<SizeName, ImageSizeView>>
}

export function presentImage(picture: PictureRow, urls: Urls): ImageView {
  const sizes = pictureSizes(picture).map(({ name, width, height, fileName }) => [
    name,
    { width, height, 'mime-type': picture.mime_type, url: urls.picture(fileName) },
  ])
  return {
    url: urls.picture(picture.file_name),
    id: picture.id,
    extension: picture.extension,
    width: picture.width,
    height: picture.height,
    filesize: picture.size_bytes,
    ...(sizes.length > 0 && { sizes: Object.fromEntries(sizes) }),
  }
}
