import type { Metadata } from 'sharp'
import { openPicture, runPictureDecoding } from '../image-decoder.ts'
import {
  acceptedFormatOfPicture,
  ORIGINAL_BYTES_MAX,
  type PictureFormat,
  type PictureInfo,
  validatePicture,
} from '../validate-picture.ts'
import { buildExifWithCredit, type Credit } from './exif-credit.ts'
import { copyGifWithoutMetadata } from './gif-without-metadata.ts'
import { copyJpegWithoutMetadata } from './jpeg-without-metadata.ts'
import { copyPngWithoutMetadata, isPngWithExcessiveMetadata } from './png-without-metadata.ts'
import { readPictureCredit } from './read-picture-credit.ts'
import { copyWebpWithoutMetadata } from './webp-without-metadata.ts'
import { buildXmpWithCredit } from './xmp-credit.ts'

export interface SanitizedPicture extends PictureInfo {
  bytes: Buffer
}

/**
 * Prepares a picture for storage: checks it, removes its metadata, such as place, camera and previews, and rotates it
 * by its EXIF orientation. The colour profile stays. Pictures are copied without loss, except AVIF and pictures that
 * must be rotated, which are encoded again.
 * @param options.withCredit whether author and copyright stay in the file, as EXIF data or, in an AVIF, as XMP; a GIF
 * cannot contain them
 * @returns undefined if the format is not accepted, or the picture is too large or cannot be decoded
 */
export async function sanitizePicture(
  bytes: Buffer,
  { withCredit }: { withCredit: boolean },
): Promise<SanitizedPicture | undefined> {
  if (bytes.length === 0 || bytes.length > ORIGINAL_BYTES_MAX) return undefined
  try {
    if (isPngWithExcessiveMetadata(bytes)) return undefined
    const metadata = await (await openPicture(bytes)).metadata()
    const format = acceptedFormatOfPicture(metadata)
    if (!format) return undefined
    const credit = withCredit ? readPictureCredit(metadata) : {}
    const sanitized = await withoutMetadata(bytes, format, metadata, credit)
    // The sanitized picture is validated, because it is stored instead of the upload.
    const info = await validatePicture(sanitized)
    return info && { ...info, bytes: sanitized }
  } catch {
    return undefined
  }
}

async function withoutMetadata(
  bytes: Buffer,
  format: PictureFormat,
  metadata: Metadata,
  credit: Credit,
): Promise<Buffer> {
  // An AVIF is encoded again. Copying it without metadata would be complicated, because metadata may be in any of its
  // items.
  if (format === 'avif') return runPictureDecoding(() => encodeAvif(bytes, credit))
  const copy = COPIERS[format]
  const exif = buildExifWithCredit(credit)
  if (!isToBeRotated(metadata)) return copy(bytes, exif)
  // Copying finds files with an invalid structure, which are thereby refused before they are decoded. The copy is not
  // used.
  copy(bytes, undefined)
  return copy(await runPictureDecoding(() => encodeUpright(bytes, format, metadata)), exif)
}

type CopiedFormat = Exclude<PictureFormat, 'avif'>

const COPIERS: Record<CopiedFormat, (bytes: Buffer, exif: Buffer | undefined) => Buffer> = {
  jpeg: copyJpegWithoutMetadata,
  png: copyPngWithoutMetadata,
  webp: copyWebpWithoutMetadata,
  gif: copyGifWithoutMetadata,
}

/**
 * Whether a picture must be rotated by its EXIF orientation. Animations are not rotated, because all their frames would
 * have to be encoded again.
 */
const isToBeRotated = ({ orientation = 1, pages = 1 }: Metadata) => orientation !== 1 && pages === 1

/** Encoding qualities at which the loss by encoding a picture a second time is hardly visible. */
const QUALITY = { jpeg: 90, webp: 90, avif: 75 }

async function encodeUpright(bytes: Buffer, format: CopiedFormat, { space }: Metadata): Promise<Buffer> {
  const rotated = (await openPicture(bytes)).autoOrient()
  // Pictures in CMYK are converted to sRGB, so their colour profile does not apply any more and is omitted.
  const coloured = space === 'cmyk' ? rotated : rotated.keepIccProfile()
  const quality = format === 'jpeg' || format === 'webp' ? QUALITY[format] : undefined
  return coloured.toFormat(format, { quality }).toBuffer()
}

async function encodeAvif(bytes: Buffer, credit: Credit): Promise<Buffer> {
  const rotated = (await openPicture(bytes)).autoOrient().keepIccProfile()
  const xmp = buildXmpWithCredit(credit)
  return (xmp ? rotated.withXmp(xmp) : rotated).avif({ effort: 1, quality: QUALITY.avif }).toBuffer()
}
