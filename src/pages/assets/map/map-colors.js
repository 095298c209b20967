/**
 * The colours of a map by name, as `#rrggbb`: the library of the map parses no other notation of CSS reliably. They
 * come from the style sheet of the page, and so from the settings of the site's appearance.
 * @typedef {Record<'sea' | 'land' | 'ink' | 'quiet' | 'line' | 'ground' | 'building' | 'road' | 'park', string>} Colors
 */

/**
 * For each colour of a map, the custom property that contains it in the style sheets `styles/0-base.css` and `map.css`.
 */
const PROPERTIES = {
  sea: '--sea',
  land: '--sheet',
  ink: '--ink',
  quiet: '--quiet',
  line: '--line',
  ground: '--ground',
  building: '--building',
  road: '--road',
  park: '--park',
}

/**
 * Reads the colours of a map from the style sheet.
 * @param {HTMLElement} element of the page whose colours apply
 * @returns {Colors}
 */
export function readMapColors(element) {
  const style = getComputedStyle(element)
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const entries = Object.entries(PROPERTIES).map(([name, property]) => [
    name,
    hexColor(context, style.getPropertyValue(property)),
  ])
  return /** @type {Colors} */ (Object.fromEntries(entries))
}

/**
 * Converts a colour in any notation of CSS to `#rrggbb`, by drawing one pixel in this colour.
 * @param {CanvasRenderingContext2D | null} context
 * @param {string} color
 */
function hexColor(context, color) {
  if (context === null) return '#808080'
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
