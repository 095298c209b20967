import { readFile } from 'node:fs/promises'
import library from 'swagger-ui-dist/package.json' with { type: 'json' }
import { type Coding, createCodingCache } from '../response/content-coding.ts'

/** Version of Swagger UI, which renders the reference page in the browser. */
export const LIBRARY_VERSION = library.version

/** The files of Swagger UI that the reference page loads, with their media types. */
export const LIBRARY_FILES = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
} as const

export type LibraryFile = keyof typeof LIBRARY_FILES

/**
 * Returns a file of Swagger UI in a content coding. All files stay in memory, about half a megabyte for each coding.
 */
export const readLibraryFile = (name: LibraryFile, coding: Coding | undefined): Promise<Buffer> => FILES[name](coding)

const readerOf = (name: LibraryFile) =>
  createCodingCache(() => readFile(new URL(import.meta.resolve(`swagger-ui-dist/${name}`))))

const FILES = Object.fromEntries(
  Object.keys(LIBRARY_FILES).map((name) => [name, readerOf(name as LibraryFile)]),
) as Record<LibraryFile, ReturnType<typeof readerOf>>
