import { accessibleNameOfPlaceGroup, groupNearbyPlaces, rectangleAroundPlaces } from './group-nearby-places.js'
import { connectPlaceListWithMap } from './list-of-places.js'
import { PlacePopup } from './place-popup.js'

/**
 * Types that this module uses, for the TypeScript compiler.
 * @import { GeoJSONSource, Map as LiveMap, Marker } from 'maplibre-gl'
 * @import { Group } from './group-nearby-places.js'
 * @import { Place } from './read-places.js'
 */

/**
 * From this zoom level on, the pin of a group of places opens a list of the places instead of a closer section of the
 * map.
 */
const GROUP_ZOOM_MAX = 17
/** Zoom level at which the map shows a place that was chosen in the list. */
const PLACE_ZOOM = 15

/**
 * Shows places as pins, which are buttons: one for each place or group of places near each other. A pin opens a popup
 * or, for a group, a closer section of the map.
 * @param {typeof import('maplibre-gl')} library
 * @param {LiveMap} map
 * @param {readonly Place[]} places those with the most events first
 * @param {string} showLabel label of the buttons in the list that show a place on the map
 */
export function showPlacePins(library, map, places, showLabel) {
  const pins = new Pins(library, map, places)
  pins.update()
  map.on('moveend', () => pins.update())
  map.on('style.load', () => pins.update())
  connectPlaceListWithMap(places, showLabel, {
    highlight: (place, isOn) => pins.elementOf(place)?.classList.toggle('highlighted', isOn),
    show: (place, button) => pins.goTo(place, button),
  })
}

class Pins {
  #library
  #map
  #places
  #popup
  /** The pins on the map by the key of their group. @type {Map<string, { marker: Marker, group: Group }>} */
  #pins = new Map()

  /**
   * Creates the pins of a map; `update` draws them.
   * @param {typeof import('maplibre-gl')} library
   * @param {LiveMap} map
   * @param {readonly Place[]} places
   */
  constructor(library, map, places) {
    this.#library = library
    this.#map = map
    this.#places = places
    this.#popup = new PlacePopup(library, map)
  }

  /**
   * Groups the places for the present section of the map, and draws a pin for each group. The pin of an unchanged group
   * is not replaced, so that it does not lose the focus. Pins outside the section cannot get the focus.
   */
  update() {
    const groups = groupNearbyPlaces(this.#map, this.#places)
    const keys = new Set(groups.map(({ key }) => key))
    for (const [key, { marker }] of this.#pins) {
      if (keys.has(key)) continue
      marker.remove()
      this.#pins.delete(key)
    }
    for (const group of groups) if (!this.#pins.has(group.key)) this.#add(group)
    const section = this.#map.getBounds()
    for (const { marker, group } of this.#pins.values()) marker.getElement().inert = !section.contains(group.position)
    const shown = groups.filter(({ position }) => section.contains(position))
    writeNames(this.#map, shown)
  }

  /** The button that is the pin of a place, or of the group that contains the place. @param {Place} place */
  elementOf(place) {
    const pin = [...this.#pins.values()].find(({ group }) => group.places.includes(place))
    return pin?.marker.getElement()
  }

  /**
   * Moves the map to a place and opens its popup.
   * @param {Place} place
   * @param {HTMLElement} button gets the focus when the popup closes
   */
  goTo(place, button) {
    this.#map.once('moveend', () => {
      this.#popup.show({ key: place.id, position: place.position, places: [place] }, () => button.focus())
    })
    this.#map.easeTo({ center: place.position, zoom: Math.max(this.#map.getZoom(), PLACE_ZOOM) })
  }

  /** Adds the pin of a group to the map. @param {Group} group */
  #add(group) {
    const element = pinElement(group)
    element.addEventListener('click', (event) => {
      // A click on the map closes its popups, so the click on a pin must not reach the map.
      event.stopPropagation()
      this.#open(group, element)
    })
    const marker = new this.#library.Marker({ element }).setLngLat(group.position).addTo(this.#map)
    this.#pins.set(group.key, { marker, group })
  }

  /**
   * Opens a popup with the places of a group or, if they can be separated, moves the map closer to them.
   * @param {Group} group
   * @param {HTMLElement} element the pin of the group
   */
  #open(group, element) {
    const bounds = rectangleAroundPlaces(group.places)
    const hasOnePosition = bounds[0] === bounds[2] && bounds[1] === bounds[3]
    if (hasOnePosition || this.#map.getZoom() >= GROUP_ZOOM_MAX) {
      this.#popup.show(group, () => element.focus())
      return
    }
    // The closer section has no pin of the whole group, so the pin of the group's first place gets the focus.
    this.#map.once('moveend', () => group.places[0] && this.elementOf(group.places[0])?.focus())
    this.#map.fitBounds(bounds, { padding: 64, maxZoom: GROUP_ZOOM_MAX })
  }
}

/** Creates the button that is the pin of a group. @param {Group} group */
function pinElement(group) {
  const element = document.createElement('button')
  const { length } = group.places
  element.type = 'button'
  element.className = length > 1 ? 'pin group' : 'pin'
  element.textContent = length > 1 ? String(length) : ''
  element.setAttribute('aria-label', accessibleNameOfPlaceGroup(group))
  return element
}

/** Names of places nearer to the left or right edge of the map than this part of its width are written inwards. */
const EDGE_PART = 0.35

/**
 * The part of the map in which a position is.
 * @param {LiveMap} map
 * @param {[longitude: number, latitude: number]} position
 * @returns {'start' | 'middle' | 'end'}
 */
function sideOf(map, position) {
  const part = map.project(position).x / map.getContainer().clientWidth
  return part < EDGE_PART ? 'start' : part > 1 - EDGE_PART ? 'end' : 'middle'
}

/**
 * Writes the names of places on the map, where there is room beside the pins. Places that share a pin get no name.
 * @param {LiveMap} map
 * @param {Group[]} groups
 */
function writeNames(map, groups) {
  const source = /** @type {GeoJSONSource | undefined} */ (map.getSource('places'))
  source?.setData({
    type: 'FeatureCollection',
    features: groups.map(({ position, places }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: position },
      properties:
        places.length === 1 ? { name: places[0]?.name, events: places[0]?.events, side: sideOf(map, position) } : {},
    })),
  })
}
