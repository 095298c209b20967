import type { Sharp } from 'sharp'
import { createSemaphore } from '../core/semaphore.ts'

/** Larger pictures are refused before they are decoded. */
export const PIXELS_MAX = 50_000_000

const DECODINGS_MAX = 2

type Library = typeof import('sharp').default

let library: Promise<Library> | undefined

/** Loaded with the first picture: it is large, and a server may run long without one. */
async function load(): Promise<Library> {
  const { default: sharp } = await import('sharp')
  // Pictures come from strangers: everything but the five decoders we need is off, and memory is not kept for later.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((decoder) => `VipsForeignLoad${decoder}Buffer`),
  })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/** A picture to look at or to make another from: its first frame, still as the camera held it. */
export async function openPicture(bytes: Buffer): Promise<Sharp> {
  library ??= load()
  // Small flaws are shown, as browsers do; what ends too early is refused.
  return (await library)(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'truncated' })
}

/** Runs a work when it is its turn: decoding needs up to four bytes a pixel, so only a few run at a time. */
export const limitDecoding = createSemaphore({ runningMax: DECODINGS_MAX })
