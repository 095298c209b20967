/**
 * The functions of this file compute drawn maps in Web Mercator: positions of places, visible section of the world map,
 * clusters and labels.
 */

/** A place on a map with a link to a page. */
export interface MapPlace {
  id: number
  name: string
  latitude: number
  longitude: number
  /** Number of events at the place, which determines the size of its point on the map. */
  weight: number
  address: string
}

/** Width and height of a map tile in pixels. At zoom 0 one tile shows the whole world. */
export const TILE = 256
const ZOOM_MAX = 16
/**
 * Largest latitude in degrees, north and south, that Web Mercator can show. Places nearer to a pole are drawn at this
 * latitude.
 */
const LATITUDE_MAX = 85

export interface Point {
  x: number
  y: number
}

/** Projects a position to pixels of the world map at a zoom level, counted from the north-western corner. */
export function projectPositionToMapPixels(
  { latitude, longitude }: Pick<MapPlace, 'latitude' | 'longitude'>,
  zoom: number,
): Point {
  const scale = TILE * 2 ** zoom
  const sine = Math.sin((Math.max(-LATITUDE_MAX, Math.min(LATITUDE_MAX, latitude)) * Math.PI) / 180)
  return { x: ((longitude + 180) / 360) * scale, y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * scale }
}

export function longitudeAtPixel(x: number, zoom: number): number {
  return (x / (TILE * 2 ** zoom)) * 360 - 180
}

export function latitudeAtPixel(y: number, zoom: number): number {
  const angle = Math.PI * (1 - (2 * y) / (TILE * 2 ** zoom))
  return (Math.atan(Math.sinh(angle)) * 180) / Math.PI
}

/** Size of a map in pixels, and the estimated width of a letter of its labels. */
export interface MapSize {
  width: number
  height: number
  letter: number
}

/** A place is an outlier if its distance from the centre is more than this many times the median distance. */
const FAR_TIMES = 12
/**
 * Places within this distance of the centre, in degrees of longitude, are never outliers, so that all places of one
 * city stay on the map.
 */
const NEAR_DEGREES = 0.2
const WEIGHT_MAX = 20

/**
 * Removes places so far from the centre that all others would merge into one point. The centre is the median position,
 * weighted by the number of events.
 */
export function removeOutlyingPlaces(places: readonly MapPlace[]): MapPlace[] {
  const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
  const weighted = (numberOf: (place: MapPlace) => number) =>
    places.flatMap((place) => Array(Math.min(place.weight, WEIGHT_MAX)).fill(numberOf(place)))
  const center = projectPositionToMapPixels(
    { latitude: median(weighted((place) => place.latitude)), longitude: median(weighted((place) => place.longitude)) },
    0,
  )
  const distance = (place: MapPlace) => {
    const { x, y } = projectPositionToMapPixels(place, 0)
    return Math.hypot(x - center.x, y - center.y)
  }
  const near = projectPositionToMapPixels({ latitude: 0, longitude: NEAR_DEGREES }, 0).x - TILE / 2
  const reach = Math.max(FAR_TIMES * median(places.map(distance)), near)
  return places.filter((place) => distance(place) <= reach)
}

/** The visible section of the world map: its zoom level, and its left and top edge in pixels of the world map. */
export interface MapSection {
  zoom: number
  left: number
  top: number
}

const MARGIN = 48

/**
 * Finds the section of the world map with the highest zoom level that contains all places, and the positions of the
 * places in pixels of the world map.
 */
function sectionFor(places: readonly MapPlace[], { width, height }: MapSize): MapSection & { points: Point[] } {
  for (let zoom = ZOOM_MAX; ; zoom -= 1) {
    const points = places.map((place) => projectPositionToMapPixels(place, zoom))
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
    const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
    if ((east - west <= width - 2 * MARGIN && south - north <= height - 2 * MARGIN) || zoom === 0) {
      return { zoom, left: (west + east - width) / 2, top: (north + south - height) / 2, points }
    }
  }
}

/** One or more places that the map shows as one point, at a position in pixels of the visible section. */
export interface MapCluster extends Point {
  weight: number
  places: MapPlace[]
}

const MERGED_PIXELS = 16

/** Groups places whose points on the map would overlap. */
export function clusterPlacesOnMap(
  places: readonly MapPlace[],
  size: MapSize,
): { section: MapSection; clusters: MapCluster[] } {
  const { points, ...section } = sectionFor(places, size)
  const clusters: MapCluster[] = []
  for (const [index, place] of places.entries()) {
    const point = points[index] as Point
    const [x, y] = [point.x - section.left, point.y - section.top]
    const near = clusters.find((one) => Math.hypot(one.x - x, one.y - y) < MERGED_PIXELS)
    if (near) {
      near.weight += place.weight
      near.places.push(place)
    } else clusters.push({ x, y, weight: place.weight, places: [place] })
  }
  return { section, clusters }
}

/** Radius of the point of a place or cluster, in pixels. */
export const radiusOfMapPoint = (weight: number) => roundToTenth(6 + 3 * Math.log2(1 + weight))

/** Label of a cluster: the name of its first place and the number of its other places, as in `Old harbour +2`. */
export const labelOfMapCluster = ([first, ...others]: readonly MapPlace[]) =>
  `${first?.name ?? ''}${others.length > 0 ? ` +${others.length}` : ''}`

/** Height of a line of map labels in relation to the width of a letter. */
const LINE_IN_LETTERS = 2.4

interface MapLabel {
  x: number
  /** Whether the label is on the left of its point, so that `x` is the right end of the label. */
  isBefore: boolean
}

/**
 * Positions for the labels of clusters, beside their points, by index of the cluster. A label that would cover another
 * label or point is left out; the clusters with the most events get their labels first.
 */
export function placeMapLabels(clusters: readonly MapCluster[], { width, letter }: MapSize): Map<number, MapLabel> {
  const taken = clusters.map(({ x, y, weight }) => {
    const radius = radiusOfMapPoint(weight)
    return boxAt(x - radius, y - radius, 2 * radius, 2 * radius)
  })
  const labels = new Map<number, MapLabel>()
  const line = LINE_IN_LETTERS * letter
  const heaviest = [...clusters.entries()].toSorted(([, one], [, other]) => other.weight - one.weight)
  for (const [index, { x, y, weight, places }] of heaviest) {
    const length = labelOfMapCluster(places).length * letter
    const gap = radiusOfMapPoint(weight) + 5
    for (const left of [x + gap, x - gap - length]) {
      const box = boxAt(left, y - line / 2, length, line)
      if (length === 0 || left < 0 || left + length > width || taken.some((other) => overlap(box, other))) continue
      taken.push(box)
      labels.set(index, { x: left < x ? x - gap : left, isBefore: left < x })
      break
    }
  }
  return labels
}

const boxAt = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

type Box = ReturnType<typeof boxAt>

const overlap = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** Rounds to one decimal, for coordinates in SVG. */
export const roundToTenth = (value: number) => Math.round(value * 10) / 10
