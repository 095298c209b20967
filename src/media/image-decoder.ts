import type { Sharp } from 'sharp'
import { createSemaphore } from '../core/semaphore.ts'

/** The maximum number of pixels (width × height). Larger pictures are rejected before they are decoded. */
export const PIXELS_MAX = 50_000_000

/** How many pictures are decoded at the same time; decoding one needs up to four bytes of memory per pixel. */
const DECODINGS_MAX = 2

type SharpLibrary = typeof import('sharp').default

let library: Promise<SharpLibrary> | undefined

/** Loads sharp on first use, because it is large and a server may run for long without decoding a picture. */
async function loadSharp(): Promise<SharpLibrary> {
  const { default: sharp } = await import('sharp')
  // Pictures come from untrusted sources, so only the five necessary decoders are enabled. The cache is off to free memory.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((decoder) => `VipsForeignLoad${decoder}Buffer`),
  })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/** Opens the first frame of a picture for reading metadata or resizing. It is not yet rotated by its EXIF orientation. */
export async function openPicture(bytes: Buffer): Promise<Sharp> {
  library ??= loadSharp()
  // Like browsers, accepts minor errors in the data; truncated files are rejected.
  return (await library)(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'truncated' })
}

/** Runs a function that decodes a picture, after waiting while `DECODINGS_MAX` others run. */
export const limitDecoding = createSemaphore({ runningMax: DECODINGS_MAX })
