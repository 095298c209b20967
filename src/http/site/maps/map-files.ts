import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { joinEsModules } from '../../../pages/embed/join-modules.ts'
import type { PageMap } from '../../../pages/page-context.ts'
import { WORLD_OUTLINE_FILE } from '../../../pages/parts/places/world-outline.ts'
import { hashFileContents, registerStaticFileAtPath } from '../static-files.ts'
import { registerMapArchive } from './map-archive.ts'
import { findMapLibrary, readMapLibraryFile } from './map-library.ts'

const ownFile = (name: string) => new URL(`../../../pages/assets/map/${name}`, import.meta.url)

const TYPES = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

/**
 * The background of maps that the operator configured: the URL template of tiles, or the path or address of a PMTiles
 * file.
 */
export interface MapSource {
  type: 'tiles' | 'archive'
  source: string
  attribution: string
}

/** Serves the files of maps. Returns what pages need to show maps. */
export function registerMapFiles(app: FastifyInstance, configured: MapSource | undefined): PageMap {
  const script = registerMapScript(app)
  if (configured === undefined) return { script, background: undefined }
  const { type, source, attribution } = configured
  const isFile = type === 'archive' && !/^https?:/.test(source)
  const url = isFile ? registerMapArchive(app, source) : source
  return { script, background: url === undefined ? undefined : { type, url, attribution } }
}

/**
 * Serves the script of maps that readers can move, with its library. All files are in one folder, because the script
 * loads the others by their names.
 * @returns the path of the script; undefined if the library is not installed
 */
function registerMapScript(app: FastifyInstance): string | undefined {
  const library = findMapLibrary()
  if (library === undefined) return undefined
  // Each file is read when it is requested, because the library is too large to be held in memory uncompressed.
  const files = [
    { name: 'map.js', read: () => Buffer.from(joinEsModules(ownFile('map.js'))) },
    { name: 'map.css', read: () => readFileSync(ownFile('map.css')) },
    { name: 'world-outline.json', read: () => readFileSync(WORLD_OUTLINE_FILE) },
    ...library.map((file) => ({ name: file.name, read: () => readMapLibraryFile(file) })),
  ]
  const folder = `/assets/${hashFileContents(files.map(({ read }) => read()))}/map`
  for (const { name, read } of files) {
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1) as keyof typeof TYPES]
    registerStaticFileAtPath(app, `${folder}/${name}`, type, async () => read())
  }
  return `${folder}/map.js`
}
