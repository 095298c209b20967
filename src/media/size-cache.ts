import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FormatEnum } from 'sharp'
import { limitDecoding, openPicture } from './image-decoder.ts'
import { isCropped, type PictureSize, pictureSizes } from './sizes.ts'
import type { PictureRow } from './store.ts'

/** Smaller copies, made when first asked for and kept as files. The folder may be emptied at any time. */
export interface PictureSizeCache {
  /**
   * @param original asked only when the copy must be made
   * @returns undefined when there is no original any more
   */
  read(picture: PictureRow, size: PictureSize, original: () => Promise<Buffer | undefined>): Promise<Buffer | undefined>
  /** Deletes what is kept of a picture that was removed. */
  remove(picture: PictureRow): Promise<void>
}

/**
 * @param folder made when first needed
 * @param onFailure hears of copies that could not be kept; they are answered all the same
 */
export function createPictureSizeCache(
  folder: string,
  onFailure: (error: unknown) => void = () => {},
): PictureSizeCache {
  const underway = new Map<string, Promise<Buffer | undefined>>()

  const readOrMake = async (file: string, make: () => Promise<Buffer | undefined>) => {
    const kept = await readKept(file)
    if (kept) return kept
    const made = await limitDecoding(make)
    if (made) await keep(folder, file, made).catch(onFailure)
    return made
  }
  return {
    read(picture, size, original) {
      const file = fileOf(folder, picture, size)
      const already = underway.get(file)
      if (already) return already
      const make = async () => {
        const bytes = await original()
        return bytes && resized(bytes, picture, size)
      }
      const reading = readOrMake(file, make).finally(() => underway.delete(file))
      underway.set(file, reading)
      return reading
    },
    async remove(picture) {
      for (const size of pictureSizes(picture))
        await rm(fileOf(folder, picture, size), { force: true }).catch(onFailure)
    },
  }
}

/** Whole or not there: other processes read the same folder. */
async function keep(folder: string, file: string, bytes: Buffer): Promise<void> {
  const unfinished = join(folder, `${randomUUID()}.tmp`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(unfinished, bytes)
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {})
    throw error
  }
}

/** Time and weight are in the name because a database begun anew counts its ids from one again. */
const fileOf = (folder: string, { created_at, size_bytes }: PictureRow, { fileName }: PictureSize) =>
  join(folder, `${created_at}-${size_bytes}-${fileName}`)

async function readKept(file: string): Promise<Buffer | undefined> {
  const bytes = await readFile(file).catch(() => undefined)
  // A power cut may leave the name without the content.
  return bytes && bytes.length > 0 ? bytes : undefined
}

async function resized(
  original: Buffer,
  { mime_type }: PictureRow,
  { name, width, height }: PictureSize,
): Promise<Buffer> {
  const copy = (await openPicture(original))
    .autoOrient()
    .resize(width, height, { fit: isCropped(name) ? 'cover' : 'fill' })
  // AVIF's own default takes seconds for a large picture.
  if (mime_type === 'image/avif') return copy.avif({ effort: 2 }).toBuffer()
  return copy.toFormat(mime_type.replace('image/', '') as keyof FormatEnum).toBuffer()
}
