/**
 * The layers of a street map whose data have the schema of Protomaps, version 4
 * (https://docs.protomaps.com/basemaps/layers): `water`, `landuse`, `buildings`, `roads`, `boundaries`, `places`.
 * @import { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl'
 * @import { Colors } from './map-colors.js'
 */

const SOURCE = 'background'

/** Kinds of roads: their first zoom level, and their widths in pixels at zoom levels 10, 14 and 18. */
const ROADS = /** @type {const} */ ([
  ['path', 14, [0, 0.6, 3]],
  ['rail', 11, [0.4, 0.8, 2]],
  ['minor_road', 12, [0, 1.6, 14]],
  ['major_road', 8, [0.9, 3.6, 20]],
  ['highway', 5, [1.6, 4.6, 24]],
])

const GREEN = [
  ...['park', 'forest', 'wood', 'grass', 'grassland', 'garden', 'meadow', 'nature_reserve', 'national_park'],
  ...['cemetery', 'golf_course', 'pitch', 'playground', 'recreation_ground', 'village_green', 'zoo', 'scrub'],
]

/**
 * The layers of the street map, from the lowest to the highest: areas, rivers, buildings, roads, boundaries, names.
 * @param {Colors} colors
 * @param {string} language of names, where the map contains them in this language
 * @returns {LayerSpecification[]}
 */
export function createStreetLayers(colors, language) {
  const { sea, ground, line, park, building } = colors
  return [
    area('earth', 'earth', ground),
    area('green', 'landuse', park, ['in', ['get', 'kind'], ['literal', GREEN]]),
    area('water', 'water', sea, ['==', ['geometry-type'], 'Polygon']),
    {
      id: 'rivers',
      type: 'line',
      source: SOURCE,
      'source-layer': 'water',
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: { 'line-color': sea, 'line-width': ['interpolate', ['linear'], ['zoom'], 9, 1, 18, 6] },
    },
    { ...area('buildings', 'buildings', building), minzoom: 14 },
    ...ROADS.map(([kind, minzoom, widths]) => road(`${kind}-edges`, kind, minzoom, widths, 2, line)),
    ...ROADS.map(([kind, minzoom, widths]) =>
      road(kind, kind, minzoom, widths, 0, kind === 'rail' || kind === 'path' ? line : colors.road),
    ),
    {
      id: 'boundaries',
      type: 'line',
      source: SOURCE,
      'source-layer': 'boundaries',
      paint: { 'line-color': line, 'line-dasharray': [3, 2] },
    },
    ...nameLayers(colors, ['coalesce', ['get', `name:${language}`], ['get', 'name']]),
  ]
}

/**
 * A layer of areas in one colour.
 * @param {string} id of the new layer
 * @param {string} layer of the map data that contains the areas
 * @param {string} color
 * @param {FilterSpecification} filter selects the areas; by default all
 * @returns {LayerSpecification & { type: 'fill' }}
 */
const area = (id, layer, color, filter = ['==', ['geometry-type'], 'Polygon']) => ({
  id,
  type: 'fill',
  source: SOURCE,
  'source-layer': layer,
  filter,
  paint: { 'fill-color': color },
})

/**
 * A layer of roads of one kind.
 * @param {string} id of the new layer
 * @param {string} kind
 * @param {number} minzoom first zoom level at which the roads are drawn
 * @param {readonly [number, number, number]} widths in pixels at zoom levels 10, 14 and 18
 * @param {number} edge added to each width, in pixels
 * @param {string} color
 * @returns {LayerSpecification}
 */
const road = (id, kind, minzoom, [far, middle, near], edge, color) => ({
  id,
  type: 'line',
  source: SOURCE,
  'source-layer': 'roads',
  minzoom,
  filter: ['==', ['get', 'kind'], kind],
  layout: { 'line-cap': 'round', 'line-join': 'round' },
  paint: {
    'line-color': color,
    'line-width': /** @type {any} */ ([
      ...['interpolate', ['exponential', 1.6], ['zoom']],
      ...[10, far, 14, middle + edge / 2, 18, near + edge],
    ]),
  },
})

/**
 * The layers with the names of waters, roads and settlements.
 * @param {Colors} colors
 * @param {ExpressionSpecification} name expression for the name in the language of the page
 * @returns {LayerSpecification[]}
 */
function nameLayers({ ink, quiet, land }, name) {
  const halo = { 'text-halo-color': land, 'text-halo-width': 1.5 }
  const common = { type: /** @type {const} */ ('symbol'), source: SOURCE }
  return [
    {
      ...common,
      id: 'water-names',
      'source-layer': 'water',
      filter: ['==', ['geometry-type'], 'Point'],
      layout: { 'text-field': name, 'text-font': ['Almanac italic', 'system-ui'], 'text-size': 12 },
      paint: { 'text-color': quiet, ...halo },
    },
    {
      ...common,
      id: 'road-names',
      'source-layer': 'roads',
      minzoom: 13,
      layout: { 'text-field': name, 'text-font': ['system-ui'], 'text-size': 11.5, 'symbol-placement': 'line' },
      paint: { 'text-color': quiet, ...halo },
    },
    {
      ...common,
      id: 'settlement-names',
      'source-layer': 'places',
      layout: {
        'text-field': name,
        'text-font': ['system-ui'],
        'text-size': ['match', ['get', 'kind'], ['country', 'region'], 14, 'locality', 15, 11.5],
        'text-transform': ['match', ['get', 'kind'], ['country', 'neighbourhood'], 'uppercase', 'none'],
        'text-max-width': 8,
      },
      paint: { 'text-color': ['match', ['get', 'kind'], 'locality', ink, quiet], ...halo },
    },
  ]
}
