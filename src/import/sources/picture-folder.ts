import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { PictureReader } from './json-source.ts'

/** Name of the folder with exported pictures, which is next to the exported file. */
export const PICTURE_FOLDER = 'pictures'

/** Creates a function that reads pictures of a folder by file name. Names that lead to other folders are refused. */
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
