/**
 * Types that this module uses, for the TypeScript compiler.
 * @import { Map as LiveMap, GeoJSONSource } from 'maplibre-gl'
 */

/** Possible distances between two neighbouring meridians or parallels of the grid, in degrees. */
const GRID_STEPS = [30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001]
/** Latitude in degrees, north and south, at which the world map ends (Web Mercator). */
const GRID_EDGE = 85

/**
 * Draws the meridians and parallels of the visible section, if the map has no streets. On a map that shows only sea or
 * only land, they make its movement visible.
 * @param {LiveMap} map
 */
export function drawMapGrid(map) {
  const source = /** @type {GeoJSONSource | undefined} */ (map.getSource('grid'))
  if (source === undefined) return
  const bounds = map.getBounds()
  const [west, east] = [bounds.getWest(), bounds.getEast()]
  const [south, north] = [Math.max(bounds.getSouth(), -GRID_EDGE), Math.min(bounds.getNorth(), GRID_EDGE)]
  const step = GRID_STEPS.find((one) => (east - west) / one >= 3) ?? 0.001
  source.setData({
    type: 'MultiLineString',
    coordinates: [
      ...multiplesOf(step, west, east).map((longitude) => [
        [longitude, south],
        [longitude, north],
      ]),
      ...multiplesOf(step, south, north).map((latitude) => [
        [west, latitude],
        [east, latitude],
      ]),
    ],
  })
}

/**
 * All multiples of `step` from `low` to `high`.
 * @param {number} step
 * @param {number} low
 * @param {number} high
 * @returns {number[]}
 */
function multiplesOf(step, low, high) {
  const first = Math.ceil(low / step)
  const count = Math.max(0, Math.floor(high / step) - first + 1)
  return Array.from({ length: count }, (_, index) => (first + index) * step)
}
