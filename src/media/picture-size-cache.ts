import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FormatEnum } from 'sharp'
import { createCoalescerOfSimultaneousCalls } from '../core/generic/coalesce-calls.ts'
import { openPicture, runPictureDecoding } from './image-decoder.ts'
import { allResizedCopiesOfPicture, isCroppedPictureSize, type PictureSize } from './picture-sizes.ts'
import type { PictureRow } from './picture-store.ts'

/**
 * A cache of resized copies of pictures, in a folder. A copy is created when it is first requested, so the folder may
 * be emptied at any time.
 */
export interface PictureSizeCache {
  /**
   * Reads the resized copy of a picture from the folder, or creates it.
   * @param original loads the original picture; called only when the copy must be created
   * @returns undefined when the original no longer exists
   */
  read(picture: PictureRow, size: PictureSize, original: () => Promise<Buffer | undefined>): Promise<Buffer | undefined>
  /** Deletes the cached copies of a deleted picture. */
  remove(picture: PictureRow): Promise<void>
}

/** The folder of the cache, in the configured folder for data. */
export const pictureSizesFolder = (dataDir: string) => join(dataDir, 'picture-sizes')

/**
 * Creates a cache of resized pictures.
 * @param folder created on first use
 * @param onFailure called with the error when a file of the cache could not be written or deleted; `read` returns the
 * picture nevertheless
 */
export function createPictureSizeCache(
  folder: string,
  onFailure: (error: unknown) => void = () => {},
): PictureSizeCache {
  const readOnce = createCoalescerOfSimultaneousCalls<Buffer | undefined>()

  const readOrCreate = async (file: string, create: () => Promise<Buffer | undefined>) => {
    const cached = await readCached(file)
    if (cached) return cached
    const created = await runPictureDecoding(create)
    if (created) await writeFileAtomically(folder, file, created).catch(onFailure)
    return created
  }
  return {
    read(picture, size, original) {
      const file = fileOf(folder, picture, size)
      const create = async () => {
        const bytes = await original()
        return bytes && resized(bytes, picture, size)
      }
      return readOnce(file, () => readOrCreate(file, create))
    },
    async remove(picture) {
      for (const size of allResizedCopiesOfPicture(picture))
        await rm(fileOf(folder, picture, size), { force: true }).catch(onFailure)
    },
  }
}

/**
 * Writes a temporary file and renames it, because other processes read the same folder and must not read half a file.
 */
async function writeFileAtomically(folder: string, file: string, bytes: Buffer): Promise<void> {
  const temporary = join(folder, `${randomUUID()}.tmp`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(temporary, bytes)
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw error
  }
}

/**
 * The path of a resized copy. The path contains the creation time and size of the original, because a new database that
 * uses the same folder may have other pictures with the same ids.
 */
const fileOf = (folder: string, { created_at, size_bytes }: PictureRow, { fileName }: PictureSize) =>
  join(folder, `${created_at}-${size_bytes}-${fileName}`)

async function readCached(file: string): Promise<Buffer | undefined> {
  const bytes = await readFile(file).catch(() => undefined)
  // An empty file counts as missing, because after a power failure a file may be empty.
  return bytes && bytes.length > 0 ? bytes : undefined
}

async function resized(
  original: Buffer,
  { mime_type }: PictureRow,
  { name, width, height, focus, format }: PictureSize,
): Promise<Buffer> {
  const copy = (await openPicture(original))
    .autoOrient()
    .resize(width, height, { fit: isCroppedPictureSize(name) ? 'cover' : 'fill', position: focus.replace('-', ' ') })
  // At the lowest effort, AVIF takes as long as WebP, and is smaller (decision 0089).
  if (format === 'avif') return copy.avif({ effort: 0 }).toBuffer()
  // AVIF is encoded with low effort, because the default effort takes seconds for a large picture.
  if (mime_type === 'image/avif') return copy.avif({ effort: 2 }).toBuffer()
  return copy.toFormat(mime_type.replace('image/', '') as keyof FormatEnum).toBuffer()
}
