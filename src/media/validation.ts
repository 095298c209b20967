import type { Metadata } from 'sharp'
import { limitDecoding, openPicture, PIXELS_MAX } from './image-decoder.ts'

/** The most an original may weigh. */
export const ORIGINAL_BYTES_MAX = 20 * 1024 * 1024

/** What a picture is, by its content alone. */
export interface PictureInfo {
  mimeType: string
  /** Without a dot. */
  extension: string
  /** Pixels, as people see it: turned as its EXIF orientation says. */
  width: number
  height: number
}

/** The formats every browser shows. */
const FORMATS: Record<string, Pick<PictureInfo, 'mimeType' | 'extension'>> = {
  jpeg: { mimeType: 'image/jpeg', extension: 'jpg' },
  png: { mimeType: 'image/png', extension: 'png' },
  webp: { mimeType: 'image/webp', extension: 'webp' },
  gif: { mimeType: 'image/gif', extension: 'gif' },
  avif: { mimeType: 'image/avif', extension: 'avif' },
}

/** Undefined when `bytes` are no picture that may be kept: another format, too large, or not to be decoded. */
export async function validatePicture(bytes: Buffer): Promise<PictureInfo | undefined> {
  if (bytes.length === 0 || bytes.length > ORIGINAL_BYTES_MAX) return undefined
  try {
    const metadata = await (await openPicture(bytes)).metadata()
    const format = FORMATS[formatOf(metadata)]
    if (!format || metadata.width * metadata.height > PIXELS_MAX) return undefined
    // The header may promise what the rest does not keep; every size is made from here on without asking again.
    await limitDecoding(async () => (await openPicture(bytes)).resize(1, 1).raw().toBuffer())
    return { ...format, ...metadata.autoOrient }
  } catch {
    return undefined
  }
}

/** AVIF is the container HEIF with the codec AV1; its other codecs are not for the web. */
const formatOf = ({ format, compression }: Metadata): string =>
  format === 'heif' && compression === 'av1' ? 'avif' : format
