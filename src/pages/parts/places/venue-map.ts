import { html, type Markup } from '../../html-template.ts'
import type { MapBackground, PageContext } from '../../page-context.ts'
import {
  clusterPlacesOnMap,
  labelOfMapCluster,
  latitudeAtPixel,
  longitudeAtPixel,
  type MapCluster,
  type MapPlace,
  type MapSection,
  type MapSize,
  placeMapLabels,
  projectPositionToMapPixels,
  radiusOfMapPoint,
  roundToTenth,
  TILE,
} from './map-geometry.ts'
import { svgPathOfLand } from './world-outline.ts'

/**
 * A map of venues as SVG. The background is the tiles of the configured tile server, or the coasts and a grid of
 * degrees if there is none.
 * @param label accessible name
 * @param attributes of the figure
 */
export function renderVenueMap(
  { map: { background }, isEmbedded }: Pick<PageContext, 'map' | 'isEmbedded'>,
  places: readonly MapPlace[],
  size: MapSize,
  label: string,
  attributes?: Markup,
): Markup {
  const tiles = background?.type === 'tiles' ? background : undefined
  const used = attributes ? background : tiles
  const { section, clusters } = clusterPlacesOnMap(places, size)
  const labels = placeMapLabels(clusters, size)
  const points = clusters.map((cluster, index) => mapPoint(cluster, labels.get(index), isEmbedded))
  return html`
    <figure class="locator"${attributes}>
      <div class="map-frame">
        <svg viewBox="0 0 ${size.width} ${size.height}" role="group" aria-label="${label}">
          ${tiles ? tileImages(section, size, tiles) : html`${land(section, size)}${degreeGrid(section, size)}`}
          <g class="points">${points}</g>
        </svg>
      </div>
      ${used && html`<figcaption>${attributionOf(used)}</figcaption>`}
    </figure>
  `
}

/** The attribution of a map; OpenStreetMap requires that it is a link. */
const attributionOf = ({ attribution }: MapBackground) =>
  attribution.includes('OpenStreetMap')
    ? html`<a href="https://www.openstreetmap.org/copyright" rel="noopener">${attribution}</a>`
    : attribution

function mapPoint(
  { x, y, weight, places }: MapCluster,
  label: { x: number; isBefore: boolean } | undefined,
  isEmbedded: boolean,
): Markup {
  const name = labelOfMapCluster(places)
  const target = isEmbedded && html` target="_top"`
  const anchor = label?.isBefore && html` text-anchor="end"`
  const text = label && html`<text x="${roundToTenth(label.x)}" y="${roundToTenth(y + 4)}"${anchor}>${name}</text>`
  return html`
    <a href="${places[0]?.address ?? ''}"${target} aria-label="${name}">
      <title>${name}</title>
      <circle cx="${roundToTenth(x)}" cy="${roundToTenth(y)}" r="${radiusOfMapPoint(weight)}"/>
      ${text}
    </a>
  `
}

/** Sea and land of a map; undefined on maps of a small area, for which the outline of the world is too inaccurate. */
function land(section: MapSection, size: MapSize): Markup | undefined {
  const path = svgPathOfLand(section, size)
  if (path === undefined) return undefined
  return html`
    <g class="outline" aria-hidden="true">
      <rect width="${size.width}" height="${size.height}"/>
      <path d="${path}"/>
    </g>
  `
}

/**
 * Height in pixels of the strip at the lower edge of the map that contains the degrees of longitude. No parallel is
 * drawn in it.
 */
const LEGEND_HEIGHT = 28
/** Possible distances between the lines of the map grid, in degrees. */
const GRID_STEPS = [90, 60, 30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001]

/** The background of a map without tiles: meridians and parallels with their degrees, and a compass rose. */
function degreeGrid({ zoom, left, top }: MapSection, { width, height, letter }: MapSize): Markup {
  const [west, east] = [
    Math.max(-180, longitudeAtPixel(left, zoom)),
    Math.min(180, longitudeAtPixel(left + width, zoom)),
  ]
  const step = GRID_STEPS.find((one) => (east - west) / one >= 3) ?? 0.001
  const digits = Math.max(0, Math.ceil(-Math.log10(step)))
  const multiples = (low: number, high: number) => {
    const first = Math.ceil(low / step)
    const count = Math.max(0, Math.floor(high / step) - first + 1)
    return Array.from({ length: count }, (_, index) => (first + index) * step)
  }
  const degreesText = (degrees: number, positive: string, negative: string) =>
    `${Math.abs(degrees).toFixed(digits)}°${degrees < 0 ? negative : positive}`
  const meridians = multiples(west, east).map((degrees) => {
    const x = roundToTenth(projectPositionToMapPixels({ latitude: 0, longitude: degrees }, zoom).x - left)
    const text = degreesText(degrees, 'E', 'W')
    const hasRoom = x + 4 + text.length * letter <= width
    return html`<path d="M${x} 0V${height}"/>${hasRoom && html`<text x="${x + 4}" y="${height - 6}">${text}</text>`}`
  })
  const parallels = multiples(latitudeAtPixel(top + height - LEGEND_HEIGHT, zoom), latitudeAtPixel(top, zoom)).map(
    (degrees) => {
      const y = roundToTenth(projectPositionToMapPixels({ latitude: degrees, longitude: 0 }, zoom).y - top)
      const text = degreesText(degrees, 'N', 'S')
      return html`<path d="M0 ${y}H${width}"/><text x="6" y="${y - 4}">${text}</text>`
    },
  )
  return html`
    <g class="graticule" aria-hidden="true">
      ${meridians}
      ${parallels}
      <path class="rose" d="M${width - 34} 16l5 15 15 5 -15 5 -5 15 -5 -15 -15 -5 15 -5z"/>
    </g>
  `
}

function tileImages({ zoom, left, top }: MapSection, { width, height }: MapSize, { url }: MapBackground): Markup {
  const count = 2 ** zoom
  const [west, north] = [Math.floor(left / TILE), Math.floor(top / TILE)]
  const columns = Math.ceil((left + width) / TILE) - west
  const rows = Math.ceil((top + height) / TILE) - north
  const images = Array.from({ length: columns * rows }, (_, index) => {
    const [x, y] = [west + (index % columns), north + Math.floor(index / columns)]
    if (y < 0 || y >= count) return undefined
    const wrapped = ((x % count) + count) % count
    const address = url.replace('{z}', String(zoom)).replace('{x}', String(wrapped)).replace('{y}', String(y))
    const [tileLeft, tileTop] = [roundToTenth(x * TILE - left), roundToTenth(y * TILE - top)]
    return html`<image href="${address}" x="${tileLeft}" y="${tileTop}" width="${TILE}" height="${TILE}"/>`
  })
  return html`<g class="tiles" aria-hidden="true">${images}</g>`
}
