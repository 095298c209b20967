/**
 * Places that the map shows as one pin, because separate pins would overlap.
 * @import { Map } from 'maplibre-gl'
 * @import { Place } from './read-places.js'
 * @typedef {object} Group
 * @property {string} key differs between groups
 * @property {[longitude: number, latitude: number]} position
 * @property {Place[]} places
 */

/** Places at a smaller distance from each other, in pixels, share one pin. */
const DISTANCE = 36

/**
 * Groups the places that are close to each other at the present zoom level. The pin of a group is at its place with the
 * most events.
 * @param {Map} map
 * @param {readonly Place[]} places those with the most events first
 * @returns {Group[]}
 */
export function groupNearbyPlaces(map, places) {
  /** Groups with the positions of their pins in pixels. @type {{ x: number, y: number, places: Place[] }[]} */
  const groups = []
  for (const place of places) {
    const { x, y } = map.project(place.position)
    const near = groups.find((group) => Math.hypot(group.x - x, group.y - y) < DISTANCE)
    if (near) near.places.push(place)
    else groups.push({ x, y, places: [place] })
  }
  return groups.map((group) => ({
    key: group.places.map(({ id }) => id).join(' '),
    position: /** @type {Place} */ (group.places[0]).position,
    places: group.places,
  }))
}

/** Maximum number of places that the name of a group lists. */
const NAMED_MAX = 3

/**
 * The accessible name of a pin: the names of its places, for several places after their number: `2: Old harbour, Mill`.
 * @param {Group} group
 */
export function accessibleNameOfPlaceGroup({ places }) {
  const names = places.slice(0, NAMED_MAX).map(({ name }) => name)
  if (places.length > NAMED_MAX) names.push('…')
  return `${places.length > 1 ? `${places.length}: ` : ''}${names.join(', ')}`
}

/**
 * The smallest rectangle that contains the places: west, south, east, north in degrees.
 * @param {readonly Place[]} places
 * @returns {[number, number, number, number]}
 */
export function rectangleAroundPlaces(places) {
  const longitudes = places.map(({ position }) => position[0])
  const latitudes = places.map(({ position }) => position[1])
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)]
}
