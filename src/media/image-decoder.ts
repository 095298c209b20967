import type { Sharp } from 'sharp'
import { createSemaphore } from '../core/generic/semaphore.ts'
import { PNG_END } from './metadata/png-without-metadata.ts'

/** The maximum number of pixels (width × height). Larger pictures are rejected before they are decoded. */
export const PIXELS_MAX = 50_000_000

/**
 * Maximum number of pictures that are decoded at the same time, because decoding needs up to four bytes of memory for
 * each pixel.
 */
const DECODINGS_MAX = 2

type SharpLibrary = typeof import('sharp').default

let library: Promise<SharpLibrary> | undefined

/** Loads the image library sharp on first use, because sharp is large and many servers rarely decode a picture. */
async function loadSharp(): Promise<SharpLibrary> {
  const { default: sharp } = await import('sharp')
  // Pictures come from untrusted sources, so only the decoders of the five accepted formats are enabled, and that of SVG
  // for `drawSvgAsPng`; `openPicture` refuses SVG. The cache of sharp is turned off to save memory.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Svg'].map((decoder) => `VipsForeignLoad${decoder}Buffer`),
  })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/** Matches the first bytes, as Latin-1, of the five accepted formats: JPEG, PNG, GIF, WebP and AVIF. */
const ACCEPTED_START = /^(\xff\xd8\xff|\x89PNG\r\n|GIF8|RIFF.{4}WEBP|.{4}ftyp)/s

/**
 * Opens the first frame of a picture, to read its metadata or to resize it. The EXIF orientation is not applied.
 * @throws {Error} for formats that are not accepted, above all SVG, which can refer to files and take long to draw
 */
export async function openPicture(bytes: Buffer): Promise<Sharp> {
  if (!ACCEPTED_START.test(bytes.toString('latin1', 0, 12))) throw new Error('not a picture of an accepted format')
  library ??= loadSharp()
  // Accepts pictures with errors in the data, as browsers do, but rejects truncated files. For the library sharp, every
  // error in a PNG means a truncated file, so the end of the file is checked instead.
  const failOn = bytes.subarray(-PNG_END.length).equals(PNG_END) ? 'none' : 'truncated'
  return (await library)(bytes, { limitInputPixels: PIXELS_MAX, failOn })
}

/** Draws SVG markup that this program has created as PNG. Markup of other origin must not be passed. */
export async function drawSvgAsPng(svg: string): Promise<Buffer> {
  library ??= loadSharp()
  const picture = (await library)(Buffer.from(svg))
  return runPictureDecoding(() => picture.png({ palette: true, colours: 64, dither: 0, effort: 1 }).toBuffer())
}

/** Runs a function that decodes a picture. At most `DECODINGS_MAX` such functions run at the same time; others wait. */
export const runPictureDecoding = createSemaphore({ runningMax: DECODINGS_MAX })
