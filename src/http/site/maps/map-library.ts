import { existsSync, readFileSync } from 'node:fs'

/** Folder of the files of the map library in a package of this program (`build/compile.ts`). */
const PACKAGED = new URL('../../../pages/assets/map-library/', import.meta.url)

/**
 * The files of the map library by name. They are copied into a package of this program instead of being dependencies of
 * it, because the packages that contain them are twenty times as large (docs/decisions/0085).
 */
const FILES: Readonly<Record<string, () => URL>> = {
  'maplibre-gl.mjs': () => new URL(import.meta.resolve('maplibre-gl/dist/maplibre-gl.mjs')),
  'maplibre-gl-worker.mjs': () => new URL(import.meta.resolve('maplibre-gl/dist/maplibre-gl-worker.mjs')),
  'maplibre-gl.css': () => new URL(import.meta.resolve('maplibre-gl/dist/maplibre-gl.css')),
  'pmtiles.mjs': () => new URL('../pmtiles.js', import.meta.resolve('pmtiles')),
}
const LICENCES: Readonly<Record<string, () => URL>> = {
  'maplibre-gl.LICENSE.txt': () => new URL('../LICENSE.txt', import.meta.resolve('maplibre-gl')),
  // The package `pmtiles` does not contain the text of its licence, so the text is in this repository.
  'pmtiles.LICENSE.txt': () => new URL('../../../../build/pmtiles.LICENSE.txt', import.meta.url),
}

export interface MapLibraryFile {
  name: string
  url: URL
}

/** The files of the map library that browsers load; undefined if it is not installed. */
export function findMapLibrary(): MapLibraryFile[] | undefined {
  try {
    return Object.entries(FILES).map(([name, locate]) => {
      const packaged = new URL(name, PACKAGED)
      return { name, url: existsSync(packaged) ? packaged : locate() }
    })
  } catch {
    return undefined
  }
}

/** All files of the map library that belong into a package of this program, with licences. */
export const listMapLibraryFilesToPackage = (): MapLibraryFile[] =>
  Object.entries({ ...FILES, ...LICENCES }).map(([name, locate]) => ({ name, url: locate() }))

/**
 * Reads a file of the map library as browsers load it: without references to source maps, which are not served, and as
 * a module. The package `pmtiles` has a script that defines a global variable; its modules import packages by name,
 * which browsers cannot resolve.
 */
export function readMapLibraryFile({ name, url }: MapLibraryFile): Buffer {
  const text = readFileSync(url, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '')
  return Buffer.from(name === 'pmtiles.mjs' ? `${text}\nexport const { PMTiles, Protocol } = pmtiles\n` : text)
}
