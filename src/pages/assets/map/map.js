/**
 * The map that readers can move, instead of the drawn one: MapLibre GL JS with the coasts of the world and, if the
 * operator configured one, a street map below the places. Loaded by `almanac.js` on pages with such a map only.
 */
import { drawMapGrid } from './map-grid.js'
import { showPlacePins } from './map-pins.js'
import { addPmtilesFileToMap, createMapStyle } from './map-style.js'
import { readPlacesOfMap } from './read-places.js'

/** Types that this module uses, for the TypeScript compiler. @import { LngLatBoundsLike, Map } from 'maplibre-gl' */

/**
 * Space between the outermost places and the edges of the map, in pixels. The space at the sides is larger, because the
 * names of places are written beside their pins.
 */
const MARGIN = { top: 48, bottom: 48, left: 64, right: 64 }
/** The largest zoom level at which a map is first shown: that of a map with a single place. */
const FIRST_ZOOM_MAX = 15

/**
 * The address of a file of the map library, which the server offers in the folder of this module.
 * @param {string} name
 */
const besideThis = (name) => new URL(name, import.meta.url).href

/**
 * Replaces the drawn map of a page by one that readers can move. The drawn map stays until the new one has loaded, and
 * in browsers that have no WebGL or are set to save data.
 * @param {HTMLElement} figure with the drawn map, and the attributes that `movable-map-attributes.ts` writes
 */
export async function replaceDrawnMap(figure) {
  if (!hasWebgl() || savesData()) return
  const library = await import(besideThis('maplibre-gl.mjs'))
  await Promise.all([
    loadStyleSheet(besideThis('maplibre-gl.css')),
    loadStyleSheet(besideThis('map.css')),
    addPmtilesFileToMap(library, figure, besideThis),
  ])
  const frame = document.createElement('div')
  frame.className = 'live'
  figure.querySelector('.map-frame')?.prepend(frame)
  try {
    const map = await createMap(library, figure, frame)
    map.once('load', () => {
      drawMapGrid(map)
      map.on('moveend', () => drawMapGrid(map))
      map.on('style.load', () => drawMapGrid(map))
      showPlacePins(library, map, readPlacesOfMap(figure), figure.dataset.show ?? '')
      figure.classList.add('moves')
    })
    removeWithFigure(map, figure)
  } catch (error) {
    frame.remove()
    throw error
  }
}

/**
 * Creates the map that readers can move, with buttons for zooming and a scale.
 * @param {typeof import('maplibre-gl')} library
 * @param {HTMLElement} figure with the attributes that `movable-map-attributes.ts` writes
 * @param {HTMLElement} container element for the map
 * @returns {Promise<Map>}
 */
async function createMap(library, figure, container) {
  const { bounds = '', words = '{}' } = figure.dataset
  const style = () => createMapStyle(figure, besideThis)
  const map = new library.Map({
    container,
    style: await style(),
    bounds: /** @type {LngLatBoundsLike} */ (bounds.split(' ').map(Number)),
    fitBoundsOptions: { padding: MARGIN, maxZoom: FIRST_ZOOM_MAX },
    maxZoom: 19,
    locale: JSON.parse(words),
    // With cooperative gestures, a mouse wheel or one finger scrolls the page instead of moving the map.
    cooperativeGestures: true,
    dragRotate: false,
    pitchWithRotate: false,
    attributionControl: false,
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new library.NavigationControl({ showCompass: false }))
  map.addControl(new library.ScaleControl())
  // Without a listener for errors, the library writes them to the console. They are no problem: where a tile cannot be
  // loaded, the map stays empty.
  map.on('error', () => {})
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', async () => map.setStyle(await style()))
  return map
}

/**
 * Frees the memory of a map when its figure is no longer in the document, because another page is shown.
 * @param {Map} map
 * @param {HTMLElement} figure
 */
function removeWithFigure(map, figure) {
  const observer = new ResizeObserver(() => {
    if (figure.isConnected) return
    observer.disconnect()
    map.remove()
  })
  observer.observe(figure)
}

const hasWebgl = () => document.createElement('canvas').getContext('webgl2') !== null

const savesData = () => 'connection' in navigator && Object(navigator.connection).saveData === true

/**
 * Adds a style sheet to the document, unless it has that already.
 * @param {string} href
 * @returns {Promise<void>} resolves when the style sheet has been loaded
 */
const loadStyleSheet = (href) =>
  new Promise((resolve, reject) => {
    if (document.querySelector(`link[href="${href}"]`)) return resolve()
    const link = document.createElement('link')
    Object.assign(link, { rel: 'stylesheet', href, onload: () => resolve(), onerror: reject })
    document.head.append(link)
  })
