import { readFile } from 'node:fs/promises'
import library from 'swagger-ui-dist/package.json' with { type: 'json' }
import { type Coding, compress } from './content-coding.ts'

/** The library that draws the reference page, as npm installed it. */
export const LIBRARY_VERSION = library.version

/** Its files that the page needs, and their types. */
export const LIBRARY_FILES = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
} as const

export type LibraryFile = keyof typeof LIBRARY_FILES

const compressed = new Map<string, Promise<Buffer>>()

/** A file as it is, or compressed: that is done once and kept (half a megabyte in all a coding). */
export function libraryFile(name: LibraryFile, coding: Coding | undefined): Promise<Buffer> {
  const read = () => readFile(new URL(import.meta.resolve(`swagger-ui-dist/${name}`)))
  if (coding === undefined) return read()
  const key = `${name} ${coding}`
  const kept = compressed.get(key)
  if (kept) return kept
  const made = read().then((bytes) => compress(bytes, coding, 'once'))
  compressed.set(key, made)
  made.catch(() => compressed.delete(key))
  return made
}
