import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { CalendarError } from '../../../core/errors.ts'
import { computeOnce } from '../../../core/generic/compute-once.ts'
import { joinEsModules } from '../../../pages/embed/join-modules.ts'
import type { PageMap } from '../../../pages/page-context.ts'
import { WORLD_OUTLINE_FILE } from '../../../pages/parts/places/world-outline.ts'
import { SITE_PREFIX } from '../../request/parse-request-url.ts'
import { createStaticFileSender, hashFileContents } from '../static-files.ts'
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
  const files = computeOnce(prepareMapScript)
  app.get(`${SITE_PREFIX}/assets/:hash/map/:file`, async (request, reply) => {
    const { hash, file } = request.params as { hash: string; file: string }
    const send = hash === files()?.hash ? files()?.senders.get(file) : undefined
    if (send === undefined) throw new CalendarError('rest_no_route')
    return send(request, reply)
  })
  const map = {
    get script() {
      const prepared = files()
      return prepared && `/assets/${prepared.hash}/map/map.js`
    },
  }
  if (configured === undefined) return Object.assign(map, { background: undefined })
  const { type, source, attribution } = configured
  const isFile = type === 'archive' && !/^https?:/.test(source)
  const url = isFile ? registerMapArchive(app, source) : source
  return Object.assign(map, { background: url === undefined ? undefined : { type, url, attribution } })
}

/**
 * Prepares the script of maps that readers can move, with its library, when the first page shows such a map. All files
 * are in one folder, because the script loads the others by their names.
 * @returns a hash of all files, and functions that send them; undefined if the library is not installed
 */
function prepareMapScript() {
  const library = findMapLibrary()
  if (library === undefined) return undefined
  // Each file is read when it is requested, because the library is too large to be held in memory uncompressed.
  const files = [
    { name: 'map.js', read: () => Buffer.from(joinEsModules(ownFile('map.js'))) },
    { name: 'map.css', read: () => readFileSync(ownFile('map.css')) },
    { name: 'world-outline.json', read: () => readFileSync(WORLD_OUTLINE_FILE) },
    ...library.map((file) => ({ name: file.name, read: () => readMapLibraryFile(file) })),
  ]
  const senders = files.map(({ name, read }) => {
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1) as keyof typeof TYPES]
    return [name, createStaticFileSender(type, async () => read())] as const
  })
  return { hash: hashFileContents(files.map(({ read }) => read())), senders: new Map(senders) }
}
