import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import library from 'swagger-ui-dist/package.json' with { type: 'json' }

/** The library that draws the reference page, as npm installed it. */
export const LIBRARY_VERSION = library.version

/** Its files that the page needs, and their types. */
export const LIBRARY_FILES = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
} as const

export type LibraryFile = keyof typeof LIBRARY_FILES

const compressed = new Map<LibraryFile, Promise<Buffer>>()

/** A file as it is, or compressed: that is done once and kept (half a megabyte in all). */
export function libraryFile(name: LibraryFile, encoding: 'gzip' | undefined): Promise<Buffer> {
  const read = () => readFile(new URL(import.meta.resolve(`swagger-ui-dist/${name}`)))
  if (encoding === undefined) return read()
  const kept = compressed.get(name)
  if (kept) return kept
  const made = read().then((bytes) => promisify(gzip)(bytes, { level: 9 }))
  compressed.set(name, made)
  made.catch(() => compressed.delete(name))
  return made
}
