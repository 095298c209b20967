import { readFile } from 'node:fs/promises'
import library from 'swagger-ui-dist/package.json' with { type: 'json' }
import { type Coding, createCodingCache } from '../response/content-coding.ts'

/** The library that draws the reference page, as npm installed it. */
export const LIBRARY_VERSION = library.version

/** Its files that the page needs, and their types. */
export const LIBRARY_FILES = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
} as const

export type LibraryFile = keyof typeof LIBRARY_FILES

/** A file as it is, or compressed (half a megabyte in all a coding). */
export const readLibraryFile = (name: LibraryFile, coding: Coding | undefined): Promise<Buffer> => FILES[name](coding)

const readerOf = (name: LibraryFile) =>
  createCodingCache(() => readFile(new URL(import.meta.resolve(`swagger-ui-dist/${name}`))))

const FILES = Object.fromEntries(
  Object.keys(LIBRARY_FILES).map((name) => [name, readerOf(name as LibraryFile)]),
) as Record<LibraryFile, ReturnType<typeof readerOf>>
