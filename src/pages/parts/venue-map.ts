import { html, type Markup } from '../markup.ts'
import type { MapTiles, PageContext } from '../page.ts'

/** A drawn map: Web Mercator, a grid of degrees below the points, or tiles of a server if the operator has one. */

export interface MapPlace {
  id: number
  name: string
  latitude: number
  longitude: number
  /** How large its point is. */
  weight: number
  address: string
}

const TILE = 256
const ZOOM_MAX = 16
/** Beyond, Mercator has no end. */
const LATITUDE_MAX = 85

interface Point {
  x: number
  y: number
}

/** Pixels from the north-west corner of the world, which is `TILE` wide at zoom 0. */
function project({ latitude, longitude }: Pick<MapPlace, 'latitude' | 'longitude'>, zoom: number): Point {
  const scale = TILE * 2 ** zoom
  const sine = Math.sin((Math.max(-LATITUDE_MAX, Math.min(LATITUDE_MAX, latitude)) * Math.PI) / 180)
  return { x: ((longitude + 180) / 360) * scale, y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * scale }
}

function longitudeAt(x: number, zoom: number): number {
  return (x / (TILE * 2 ** zoom)) * 360 - 180
}

function latitudeAt(y: number, zoom: number): number {
  const angle = Math.PI * (1 - (2 * y) / (TILE * 2 ** zoom))
  return (Math.atan(Math.sinh(angle)) * 180) / Math.PI
}

interface Frame {
  width: number
  height: number
}

/** Where most of the weight is: places many times as far away as the others would make those one point. */
export function withoutOutliers(places: readonly MapPlace[]): MapPlace[] {
  const middle = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
  const spread = (of: (place: MapPlace) => number) =>
    places.flatMap((place) => Array(Math.min(place.weight, 20)).fill(of(place)))
  const center = {
    latitude: middle(spread((place) => place.latitude)),
    longitude: middle(spread((place) => place.longitude)),
  }
  const from = project(center, 0)
  const distance = (place: MapPlace) => {
    const { x, y } = project(place, 0)
    return Math.hypot(x - from.x, y - from.y)
  }
  const reach = Math.max(
    FAR_TIMES * middle(places.map(distance)),
    project({ latitude: 0, longitude: NEAR_DEGREES }, 0).x - TILE / 2,
  )
  return places.filter((place) => distance(place) <= reach)
}

const FAR_TIMES = 12
/** A city is never cut. */
const NEAR_DEGREES = 0.2

/** The window on the world that holds all places, as large as they allow. */
function windowFor(places: readonly MapPlace[], { width, height }: Frame) {
  const margin = 48
  for (let zoom = ZOOM_MAX; ; zoom -= 1) {
    const points = places.map((place) => project(place, zoom))
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
    const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
    if ((east - west <= width - 2 * margin && south - north <= height - 2 * margin) || zoom === 0) {
      return { zoom, left: (west + east - width) / 2, top: (north + south - height) / 2, points }
    }
  }
}

const MERGED_PIXELS = 16

/** Places so near each other that their points would cover each other are one. */
export function clusterPlaces(places: readonly MapPlace[], frame: Frame) {
  const view = windowFor(places, frame)
  const clusters: { x: number; y: number; weight: number; places: MapPlace[] }[] = []
  for (const [index, place] of places.entries()) {
    const point = view.points[index] as Point
    const [x, y] = [point.x - view.left, point.y - view.top]
    const near = clusters.find((one) => Math.hypot(one.x - x, one.y - y) < MERGED_PIXELS)
    if (near) {
      near.weight += place.weight
      near.places.push(place)
    } else clusters.push({ x, y, weight: place.weight, places: [place] })
  }
  return { ...view, clusters }
}

/** The lower edge belongs to the meridians' names. */
const LEGEND = 28
const GRID_LINES = [90, 60, 30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001]

/** @param label what the map shows, for those who do not see it */
export function venueMap(
  { tiles, isEmbedded }: Pick<PageContext, 'tiles' | 'isEmbedded'>,
  places: readonly MapPlace[],
  frame: Frame,
  label: string,
): Markup {
  const view = clusterPlaces(places, frame)
  const labels = labelled(view.clusters, frame)
  const points = view.clusters.map(({ x, y, weight, places: merged }, index) => {
    const name = nameOf(merged)
    const label = labels.get(index)
    return html`<a href="${merged[0]?.address ?? ''}"${isEmbedded && html` target="_top"`} aria-label="${name}"><title>${name}</title><circle cx="${round(x)}" cy="${round(y)}" r="${radiusOf(weight)}"/>${label && html`<text x="${round(label.x)}" y="${round(y + 4)}"${label.isBefore && html` text-anchor="end"`}>${name}</text>`}</a>`
  })
  return html`<figure class="locator"><svg viewBox="0 0 ${frame.width} ${frame.height}" role="group" aria-label="${label}">${tiles ? tileImages(view, frame, tiles) : grid(view, frame)}<g class="points">${points}</g></svg>${tiles && html`<figcaption>${tiles.attribution}</figcaption>`}</figure>`
}

interface Cluster extends Point {
  weight: number
  places: MapPlace[]
}

const radiusOf = (weight: number) => round(6 + 3 * Math.log2(1 + weight))

const nameOf = ([first, ...others]: readonly MapPlace[]) =>
  `${first?.name ?? ''}${others.length > 0 ? ` +${others.length}` : ''}`

/** About how much room a name takes, in pixels. */
const LETTER = 7.6
const LINE = 18

/** Where names fit beside their points, those of the heaviest first: none covers another, nor a point. */
function labelled(clusters: readonly Cluster[], { width }: Frame): Map<number, { x: number; isBefore: boolean }> {
  const taken = clusters.map(({ x, y, weight }) =>
    boxAround(x - radiusOf(weight), y - radiusOf(weight), 2 * radiusOf(weight), 2 * radiusOf(weight)),
  )
  const labels = new Map<number, { x: number; isBefore: boolean }>()
  const heaviest = [...clusters.entries()].toSorted(([, one], [, other]) => other.weight - one.weight)
  for (const [index, { x, y, weight, places }] of heaviest) {
    const length = nameOf(places).length * LETTER
    const gap = radiusOf(weight) + 5
    for (const left of [x + gap, x - gap - length]) {
      const box = boxAround(left, y - LINE / 2, length, LINE)
      if (length === 0 || left < 0 || left + length > width || taken.some((other) => overlap(box, other))) continue
      taken.push(box)
      labels.set(index, { x: left < x ? x - gap : left, isBefore: left < x })
      break
    }
  }
  return labels
}

const boxAround = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

type Box = ReturnType<typeof boxAround>

const overlap = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

interface View {
  zoom: number
  left: number
  top: number
}

function grid({ zoom, left, top }: View, { width, height }: Frame): Markup {
  const [west, east] = [Math.max(-180, longitudeAt(left, zoom)), Math.min(180, longitudeAt(left + width, zoom))]
  const span = east - west
  const step = GRID_LINES.find((one) => span / one >= 3) ?? 0.001
  const digits = Math.max(0, Math.ceil(-Math.log10(step)))
  const multiples = (low: number, high: number) => {
    const first = Math.ceil(low / step)
    return Array.from(
      { length: Math.max(0, Math.floor(high / step) - first + 1) },
      (_, index) => (first + index) * step,
    )
  }
  const meridians = multiples(west, east).map((degrees) => {
    const x = round(project({ latitude: 0, longitude: degrees }, zoom).x - left)
    return html`<path d="M${x} 0V${height}"/><text x="${x + 4}" y="${height - 6}">${Math.abs(degrees).toFixed(digits)}°${degrees < 0 ? 'W' : 'E'}</text>`
  })
  const parallels = multiples(latitudeAt(top + height - LEGEND, zoom), latitudeAt(top, zoom)).map((degrees) => {
    const y = round(project({ latitude: degrees, longitude: 0 }, zoom).y - top)
    return html`<path d="M0 ${y}H${width}"/><text x="6" y="${y - 4}">${Math.abs(degrees).toFixed(digits)}°${degrees < 0 ? 'S' : 'N'}</text>`
  })
  const [x, y] = [width - 34, 36]
  return html`<g class="graticule" aria-hidden="true">${meridians}${parallels}<path class="rose" d="M${x} ${y - 20}l5 15 15 5 -15 5 -5 15 -5 -15 -15 -5 15 -5z"/></g>`
}

function tileImages({ zoom, left, top }: View, { width, height }: Frame, { url }: MapTiles): Markup {
  const count = 2 ** zoom
  const [west, north] = [Math.floor(left / TILE), Math.floor(top / TILE)]
  const columns = Math.ceil((left + width) / TILE) - west
  const rows = Math.ceil((top + height) / TILE) - north
  const images = Array.from({ length: columns * rows }, (_, index) => {
    const [x, y] = [west + (index % columns), north + Math.floor(index / columns)]
    if (y < 0 || y >= count) return html``
    const wrapped = ((x % count) + count) % count
    const address = url.replace('{z}', String(zoom)).replace('{x}', String(wrapped)).replace('{y}', String(y))
    return html`<image href="${address}" x="${round(x * TILE - left)}" y="${round(y * TILE - top)}" width="${TILE}" height="${TILE}"/>`
  })
  return html`<g class="tiles" aria-hidden="true">${images}</g>`
}

const round = (value: number) => Math.round(value * 10) / 10
