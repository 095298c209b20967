import { resolve } from 'node:path'
import type { Config } from './config-types.ts'
import type { EnvReader } from './env-reader.ts'

/**
 * Attribution of a PMTiles file, unless the operator states another: extracts of Protomaps contain data of
 * OpenStreetMap.
 */
const OPENSTREETMAP = '© OpenStreetMap'

/** Reads the background of maps: MAP_TILES or MAP_PMTILES, and MAP_ATTRIBUTION. */
export function readMapConfig(reader: EnvReader): Config['map'] {
  const { value, reject } = reader
  const [tiles, archive] = [value('mapTiles'), value('mapPmtiles')]
  if (tiles && archive) reject('mapPmtiles', 'must be empty when MAP_TILES is set')
  if (archive) return readArchive(reader, archive)
  if (!tiles) return undefined
  if (!isTileAddress(tiles)) reject('mapTiles', 'must be an http(s) address with {z}, {x} and {y}')
  if (!value('mapAttribution')) reject('mapAttribution', 'must be set when MAP_TILES is set')
  return { type: 'tiles', source: tiles, attribution: value('mapAttribution') }
}

function readArchive({ value, reject }: EnvReader, archive: string): Config['map'] {
  const attribution = value('mapAttribution') || OPENSTREETMAP
  if (!/^https?:/.test(archive)) return { type: 'archive', source: resolve(archive), attribution }
  // The address becomes part of the header Content-Security-Policy, where these characters would end it.
  if (!URL.canParse(archive) || /[\s;,'"]/.test(archive)) {
    reject('mapPmtiles', 'must be a file or an http(s) address such as https://maps.example/town.pmtiles')
  }
  return { type: 'archive', source: archive, attribution }
}

function isTileAddress(text: string): boolean {
  const isHttp = /^https?:\/\//.test(text) && URL.canParse(text.replace(/[{}]/g, ''))
  return isHttp && ['{z}', '{x}', '{y}'].every((part) => text.includes(part))
}
