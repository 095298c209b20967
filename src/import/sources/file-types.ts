import type { ImportSource } from '../item.ts'
import type { Content } from './content.ts'
import { jsonSource, type PictureReader } from './json.ts'

/** How a file is read, besides its type. */
export interface FileOptions {
  /** Name of the source: files with the same name contain the same records in newer versions. */
  name: string
  readPicture: PictureReader
}

/** The types of files that can be imported, by the name of their command. */
export const FILE_SOURCES = {
  json: (content: Content, { name, readPicture }: FileOptions): ImportSource => jsonSource(content, name, readPicture),
}

export type FileType = keyof typeof FILE_SOURCES
