import type { Metadata } from 'sharp'
import { limitDecoding, openPicture, PIXELS_MAX } from './image-decoder.ts'

/** The maximum size of an uploaded or fetched picture. */
export const ORIGINAL_BYTES_MAX = 20 * 1024 * 1024

/** Format and dimensions of a picture, determined from its content. */
export interface PictureInfo {
  mimeType: string
  /** Without a dot. */
  extension: string
  /** In pixels, like `height`, after rotation by the EXIF orientation. */
  width: number
  height: number
}

/** The accepted formats, which all browsers support, by the name that sharp uses. */
const FORMATS: Record<string, Pick<PictureInfo, 'mimeType' | 'extension'>> = {
  jpeg: { mimeType: 'image/jpeg', extension: 'jpg' },
  png: { mimeType: 'image/png', extension: 'png' },
  webp: { mimeType: 'image/webp', extension: 'webp' },
  gif: { mimeType: 'image/gif', extension: 'gif' },
  avif: { mimeType: 'image/avif', extension: 'avif' },
}

/** Checks that `bytes` are a picture that may be stored. @returns undefined when the format is not accepted, the picture is too large or cannot be decoded */
export async function validatePicture(bytes: Buffer): Promise<PictureInfo | undefined> {
  if (bytes.length === 0 || bytes.length > ORIGINAL_BYTES_MAX) return undefined
  try {
    const metadata = await (await openPicture(bytes)).metadata()
    const format = FORMATS[formatName(metadata)]
    if (!format || metadata.width * metadata.height > PIXELS_MAX) return undefined
    // Decodes the whole picture, because only its header was read so far. Sizes are made later without another check.
    await limitDecoding(async () => (await openPicture(bytes)).resize(1, 1).raw().toBuffer())
    return { ...format, ...metadata.autoOrient }
  } catch {
    return undefined
  }
}

/** The key in `FORMATS`. AVIF is a HEIF file with the codec AV1; HEIF files with other codecs are not accepted. */
const formatName = ({ format, compression }: Metadata): string =>
  format === 'heif' && compression === 'av1' ? 'avif' : format
