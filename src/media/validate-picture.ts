import type { Metadata } from 'sharp'
import { openPicture, PIXELS_MAX, runPictureDecoding } from './image-decoder.ts'

/** The maximum size in bytes of an uploaded or downloaded picture. */
export const ORIGINAL_BYTES_MAX = 20 * 1024 * 1024

/** The format and dimensions of a picture, determined from its content and not from its file name. */
export interface PictureInfo {
  mimeType: string
  /** The file extension without a dot. */
  extension: string
  /** Width in pixels after rotation by the EXIF orientation. `height` is measured in the same way. */
  width: number
  height: number
}

/** The accepted picture formats, which all browsers support, by the names that the library sharp uses. */
const FORMATS = {
  jpeg: { mimeType: 'image/jpeg', extension: 'jpg' },
  png: { mimeType: 'image/png', extension: 'png' },
  webp: { mimeType: 'image/webp', extension: 'webp' },
  gif: { mimeType: 'image/gif', extension: 'gif' },
  avif: { mimeType: 'image/avif', extension: 'avif' },
} satisfies Record<string, Pick<PictureInfo, 'mimeType' | 'extension'>>

export type PictureFormat = keyof typeof FORMATS

/**
 * Checks that `bytes` are a picture that may be stored.
 * @returns undefined when the format is not accepted, or the picture is too large or cannot be decoded
 */
export async function validatePicture(bytes: Buffer): Promise<PictureInfo | undefined> {
  if (bytes.length === 0 || bytes.length > ORIGINAL_BYTES_MAX) return undefined
  try {
    const metadata = await (await openPicture(bytes)).metadata()
    const format = acceptedFormatOfPicture(metadata)
    if (!format) return undefined
    // `metadata` reads only the header of the picture, so the whole picture is decoded once to find damaged data. Code
    // that resizes stored pictures relies on this check.
    await runPictureDecoding(async () => (await openPicture(bytes)).resize(1, 1).raw().toBuffer())
    return { ...FORMATS[format], ...metadata.autoOrient }
  } catch {
    return undefined
  }
}

/**
 * The format of a picture if it is accepted; undefined for other formats, and for pictures with too many pixels. AVIF
 * is a HEIF file with the codec AV1; HEIF files with other codecs are not accepted.
 */
export function acceptedFormatOfPicture({ format, compression, width, height }: Metadata): PictureFormat | undefined {
  if (width * height > PIXELS_MAX) return undefined
  if (format === 'heif') return compression === 'av1' ? 'avif' : undefined
  return Object.hasOwn(FORMATS, format) ? (format as PictureFormat) : undefined
}
