import { isPlaceListBesideMap } from './list-of-places.js'
import { copyPlaceDetails } from './read-places.js'

/**
 * Types that this module uses, for the TypeScript compiler.
 * @import { Map as LiveMap, Popup } from 'maplibre-gl'
 * @import { Group } from './group-nearby-places.js'
 */

/** Space between a popup and the edges of the map, in pixels. */
const EDGE = 16

/** Shows popups on a map, one at a time. */
export class PlacePopup {
  #library
  #map
  /** The popup that is open now. @type {Popup | undefined} */
  #open

  /**
   * Prepares the popups of one map, without opening one.
   * @param {typeof import('maplibre-gl')} library
   * @param {LiveMap} map
   */
  constructor(library, map) {
    this.#library = library
    this.#map = map
  }

  /**
   * Opens a popup with the places of a group, and marks these places in the list beside the map.
   * @param {Group} group
   * @param {() => void} returnFocus called when the popup is closed while it has the focus
   */
  show({ position, places }, returnFocus) {
    this.#open?.remove()
    const content = document.createElement('div')
    content.append(...places.map(copyPlaceDetails))
    const { clientWidth } = this.#map.getContainer()
    const maxWidth = `min(18rem, ${clientWidth - 2 * EDGE}px)`
    const popup = new this.#library.Popup({ offset: 18, maxWidth })
    popup.setLngLat(position).setDOMContent(content).addTo(this.#map)
    this.#open = popup
    const element = popup.getElement()
    this.#moveIntoView(element)
    element.setAttribute('role', 'dialog')
    element.setAttribute('aria-label', places.map(({ name }) => name).join(', '))
    element.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') popup.remove()
    })
    for (const { item } of places) item?.classList.add('shown')
    if (isPlaceListBesideMap()) places[0]?.item?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    popup.on('close', () => {
      for (const { item } of places) item?.classList.remove('shown')
      // If no other element has the focus now, it was in the popup.
      if (document.activeElement === document.body) returnFocus()
    })
  }

  /** Moves the map so that all of a popup is visible. @param {HTMLElement} element */
  #moveIntoView(element) {
    const [inner, outer] = [element, this.#map.getContainer()].map((one) => one.getBoundingClientRect())
    if (inner === undefined || outer === undefined) return
    const right = Math.max(0, inner.right + EDGE - outer.right) - Math.max(0, outer.left + EDGE - inner.left)
    const down = Math.max(0, inner.bottom + EDGE - outer.bottom) - Math.max(0, outer.top + EDGE - inner.top)
    if (right !== 0 || down !== 0) this.#map.panBy([right, down])
  }
}
