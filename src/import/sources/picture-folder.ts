import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { PictureReader } from './json-source.ts'

/** Name of the folder with the pictures, beside the file of an export. */
export const PICTURE_FOLDER = 'pictures'

/** Reads pictures of a folder by their file names; names of other folders are not accepted. */
export const createPictureFolderReader =
  (folder: string): PictureReader =>
  async (name) => {
    if (name === '' || name !== basename(name)) return undefined
    try {
      return { bytes: await readFile(join(folder, name)), name }
    } catch {
      return undefined
    }
  }
