import { readMapColors } from './map-colors.js'
import { createStreetLayers } from './street-layers.js'

/**
 * Types that this module uses, for the TypeScript compiler.
 * @import { SourceSpecification, StyleSpecification, LayerSpecification } from 'maplibre-gl'
 * @import { Colors } from './map-colors.js'
 */

/**
 * Zoom level at which the coasts begin to fade out; they are invisible from the next constant on. They are simplified,
 * so at higher zoom levels they would be drawn across places on land.
 */
const OUTLINE_FULL = 6
const OUTLINE_GONE = 8
/**
 * Number in the header of a PMTiles file (`tileType`) that means vector tiles; all other numbers are formats of
 * pictures.
 */
const VECTOR_TILES = 1

/**
 * GeoJSON without content, for sources that other modules fill later.
 * @type {{ type: 'FeatureCollection', features: [] }}
 */
const NO_FEATURES = { type: 'FeatureCollection', features: [] }

/**
 * The PMTiles file that the library can read; undefined until `addPmtilesFileToMap` has added one.
 * @type {{ address: string, isVector: boolean } | undefined}
 */
let archive

/**
 * If a map has a PMTiles file, loads the library for such files and adds the file to the map library.
 * @param {typeof import('maplibre-gl')} library
 * @param {HTMLElement} figure
 * @param {(name: string) => string} addressOf returns the address of a file beside the script
 */
export async function addPmtilesFileToMap(library, { dataset }, addressOf) {
  if (dataset.archive === undefined || archive !== undefined) return
  const { PMTiles, Protocol } = await import(addressOf('pmtiles.mjs'))
  const address = new URL(dataset.archive, location.href).href
  const file = new PMTiles(address)
  const protocol = new Protocol()
  protocol.add(file)
  library.addProtocol('pmtiles', protocol.tile)
  const isVector = await file.getHeader().then(
    (/** @type {{ tileType: number }} */ { tileType }) => tileType === VECTOR_TILES,
    () => undefined,
  )
  // If the PMTiles file cannot be read, the map shows only coasts and a grid.
  if (isVector !== undefined) archive = { address, isVector }
}

/**
 * Creates the style of a map (MapLibre style specification): the coasts of the world, then the background that the
 * operator configured, then the names of places, in the colours of the page. Text is drawn with the fonts of the
 * browser, because the style has no `glyphs`.
 * @param {HTMLElement} figure
 * @param {(name: string) => string} addressOf returns the address of a file beside the script
 * @returns {Promise<StyleSpecification>}
 */
export async function createMapStyle(figure, addressOf) {
  const colors = readMapColors(figure)
  const background = backgroundOf(figure, colors)
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: await worldOutline(addressOf('world-outline.json')) },
      ...(background ? { background: background.source } : { grid: { type: 'geojson', data: NO_FEATURES } }),
      places: { type: 'geojson', data: NO_FEATURES },
    },
    layers: [...outlineLayers(colors), ...(background?.layers ?? [gridLayer(colors)]), placeNames(colors), PIN_SPACE],
  }
}

/**
 * The source and the layers of the background that the operator configured: tiles from a server, or a PMTiles file.
 * @param {HTMLElement} figure
 * @param {Colors} colors
 * @returns {{ source: SourceSpecification, layers: LayerSpecification[] } | undefined} undefined if none is configured
 *   or readable
 */
function backgroundOf({ dataset }, colors) {
  /** The layers of a background whose tiles are pictures. @type {LayerSpecification[]} */
  const rasterLayers = [{ id: 'background-tiles', type: 'raster', source: 'background' }]
  if (dataset.tiles !== undefined) {
    return { source: { type: 'raster', tiles: [dataset.tiles], tileSize: 256, maxzoom: 19 }, layers: rasterLayers }
  }
  if (archive === undefined) return undefined
  const url = `pmtiles://${archive.address}`
  return archive.isVector
    ? { source: { type: 'vector', url }, layers: createStreetLayers(colors, document.documentElement.lang) }
    : { source: { type: 'raster', url, tileSize: 256 }, layers: rasterLayers }
}

/**
 * The layers of sea, land and coasts, which fade out at higher zoom levels.
 * @param {Colors} colors
 * @returns {LayerSpecification[]}
 */
function outlineLayers({ sea, land, quiet }) {
  /**
   * The opacity of a layer as an expression of MapLibre: `opacity` at low zoom levels, 0 at high ones.
   * @returns {any}
   */
  const faded = (/** @type {number} */ opacity) => {
    return ['interpolate', ['linear'], ['zoom'], OUTLINE_FULL, opacity, OUTLINE_GONE, 0]
  }
  return [
    {
      id: 'sea',
      type: 'background',
      paint: { 'background-color': ['interpolate', ['linear'], ['zoom'], OUTLINE_FULL, sea, OUTLINE_GONE, land] },
    },
    { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': land, 'fill-opacity': faded(1) } },
    { id: 'coasts', type: 'line', source: 'land', paint: { 'line-color': quiet, 'line-opacity': faded(0.7) } },
  ]
}

/**
 * The layer with the meridians and parallels that `map-grid.js` draws.
 * @param {Colors} colors
 * @returns {LayerSpecification}
 */
const gridLayer = ({ line }) => ({ id: 'grid', type: 'line', source: 'grid', paint: { 'line-color': line } })

/**
 * Where the name of a place is written: the edge of the name that is nearest to the pin, and the distance from the pin
 * in the height of letters.
 */
const TO_THE_RIGHT = ['left', [1.4, 0]]
const TO_THE_LEFT = ['right', [-1.4, 0]]
const BELOW_OR_ABOVE = ['top', [0, 1.4], 'bottom', [0, -1.4]]

/** The layer with the names of the places. @param {Colors} colors @returns {LayerSpecification} */
const placeNames = ({ ink, land }) => ({
  id: 'place-names',
  type: 'symbol',
  source: 'places',
  filter: ['has', 'name'],
  layout: {
    'text-field': ['get', 'name'],
    'text-font': ['Almanac semibold', 'system-ui'],
    'text-size': 13,
    // Towards the middle of the map, whose edges would cut off a name; in the middle on all sides of the pin.
    'text-variable-anchor-offset': [
      'match',
      ['get', 'side'],
      'start',
      ['literal', TO_THE_RIGHT],
      'end',
      ['literal', TO_THE_LEFT],
      ['literal', [...TO_THE_RIGHT, ...TO_THE_LEFT, ...BELOW_OR_ABOVE]],
    ],
    'text-justify': 'auto',
    'symbol-sort-key': ['-', 0, ['get', 'events']],
  },
  paint: { 'text-color': ink, 'text-halo-color': land, 'text-halo-width': 2 },
})

/**
 * A layer of invisible letters at the positions and in the size of the pins, so that the library writes no name of a
 * place below a pin. It is the last layer, because the library finds room for the last layer first.
 * @type {LayerSpecification}
 */
const PIN_SPACE = {
  id: 'pin-space',
  type: 'symbol',
  source: 'places',
  layout: { 'text-field': '●', 'text-font': ['system-ui'], 'text-size': 28, 'text-allow-overlap': true },
  paint: { 'text-opacity': 0 },
}

/**
 * Loads the coasts of the world from the file that `build/world-outline.ts` makes.
 * @param {string} address
 * @returns {Promise<import('geojson').MultiPolygon>}
 */
async function worldOutline(address) {
  const { unitsPerDegree, rings } = await (await fetch(address)).json()
  return {
    type: 'MultiPolygon',
    coordinates: rings.map((/** @type {string} */ ring) => [ringCorners(ring, unitsPerDegree)]),
  }
}

/**
 * Decodes a coast: whole numbers, of which each pair is the distance of a corner from the one before, east and north.
 * @param {string} ring
 * @param {number} unitsPerDegree
 * @returns {[number, number][]} corners as longitude and latitude in degrees
 */
function ringCorners(ring, unitsPerDegree) {
  const steps = ring.split(' ').map(Number)
  /** The decoded corners, as longitude and latitude in degrees. @type {[number, number][]} */
  const corners = []
  let [x, y] = [0, 0]
  for (let index = 0; index < steps.length; index += 2) {
    x += steps[index] ?? 0
    y += steps[index + 1] ?? 0
    corners.push([x / unitsPerDegree, y / unitsPerDegree])
  }
  return corners
}
