import { readFileSync } from 'node:fs'
import { type MapSection, type MapSize, type Point, projectPositionToMapPixels } from './map-geometry.ts'

/** File with the coasts of the world, made by `build/world-outline.ts`; browsers load it too. */
export const WORLD_OUTLINE_FILE = new URL('./world-outline.json', import.meta.url)

/**
 * Highest zoom level at which coasts are drawn. They are simplified, so at higher zoom levels they would be drawn
 * across places on land.
 */
const ZOOM_MAX = 7
/** Number of pixels by which coasts extend beyond the visible section, so that their cut edges are not visible. */
const BLEED = 8

/**
 * A corner of a coast is omitted if its distance from the previous corner is less than this many pixels in both
 * directions; so are smaller islands.
 */
const STEP_MIN = 3

/** A coast: corners in degrees, and the rectangle around them. */
interface Ring {
  corners: { longitude: number; latitude: number }[]
  west: number
  east: number
  south: number
  north: number
}

let rings: Ring[] | undefined

/** Reads the file with the coasts at the first call only, because most servers rarely draw a map. */
function readRings(): Ring[] {
  const file = JSON.parse(readFileSync(WORLD_OUTLINE_FILE, 'utf8')) as { unitsPerDegree: number; rings: string[] }
  return file.rings.map((text) => {
    const steps = text.split(' ').map(Number)
    let [x, y] = [0, 0]
    const corners = Array.from({ length: steps.length / 2 }, (_, index) => {
      x += steps[2 * index] as number
      y += steps[2 * index + 1] as number
      return { longitude: x / file.unitsPerDegree, latitude: y / file.unitsPerDegree }
    })
    const [longitudes, latitudes] = [corners.map((one) => one.longitude), corners.map((one) => one.latitude)]
    return {
      corners,
      ...{ west: Math.min(...longitudes), east: Math.max(...longitudes) },
      ...{ south: Math.min(...latitudes), north: Math.max(...latitudes) },
    }
  })
}

/**
 * SVG path data of the land in a section of the world map, in pixels; undefined if the section is too small for the
 * simplified coasts, and empty if there is only sea.
 */
export function svgPathOfLand(section: MapSection, size: MapSize): string | undefined {
  if (section.zoom > ZOOM_MAX) return undefined
  rings ??= readRings()
  return rings.map((ring) => ringPath(ring, section, size)).join('')
}

function ringPath({ corners, west, east, south, north }: Ring, section: MapSection, size: MapSize): string {
  const first = pixelsIn(section, { longitude: west, latitude: north })
  const last = pixelsIn(section, { longitude: east, latitude: south })
  if (last.x < 0 || first.x > size.width || last.y < 0 || first.y > size.height) return ''
  if (last.x - first.x < STEP_MIN && last.y - first.y < STEP_MIN) return ''
  const isInside = first.x >= 0 && last.x <= size.width && first.y >= 0 && last.y <= size.height
  const visible = withoutShortSteps(corners.map((corner) => pixelsIn(section, corner)))
  return pathThrough(isInside ? visible : clipped(visible, size))
}

function pixelsIn({ zoom, left, top }: MapSection, position: { latitude: number; longitude: number }): Point {
  const { x, y } = projectPositionToMapPixels(position, zoom)
  return { x: x - left, y: y - top }
}

/**
 * Cuts off the part of a coast that is outside the visible section, one edge after the other (algorithm of Sutherland
 * and Hodgman, 1974).
 */
function clipped(ring: readonly Point[], { width, height }: MapSize): Point[] {
  const edges: [axis: 'x' | 'y', sign: 1 | -1, limit: number][] = [
    ['x', 1, -BLEED],
    ['x', -1, -width - BLEED],
    ['y', 1, -BLEED],
    ['y', -1, -height - BLEED],
  ]
  return edges.reduce<readonly Point[]>((corners, [axis, sign, limit]) => {
    const inside = (point: Point) => sign * point[axis] - limit
    return corners.flatMap((corner, index) => {
      const before = corners.at(index - 1) as Point
      const [from, to] = [inside(before), inside(corner)]
      const share = from / (from - to)
      const crossing = { x: before.x + share * (corner.x - before.x), y: before.y + share * (corner.y - before.y) }
      return [...(from < 0 === to < 0 ? [] : [crossing]), ...(to < 0 ? [] : [corner])]
    })
  }, ring) as Point[]
}

/** Rounds the corners of a coast to whole pixels, and omits corners that are close to the previous one. */
function withoutShortSteps(corners: readonly Point[]): Point[] {
  const distant: Point[] = []
  let last = { x: Number.POSITIVE_INFINITY, y: 0 }
  for (const corner of corners) {
    if (Math.abs(corner.x - last.x) < STEP_MIN && Math.abs(corner.y - last.y) < STEP_MIN) continue
    last = { x: Math.round(corner.x), y: Math.round(corner.y) }
    distant.push(last)
  }
  return distant
}

function pathThrough(corners: readonly Point[]): string {
  if (corners.length < 3) return ''
  const rounded = corners.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }))
  const [start = { x: 0, y: 0 }, ...others] = rounded
  const steps = others.map(({ x, y }, index) => `${x - (rounded[index]?.x ?? 0)} ${y - (rounded[index]?.y ?? 0)}`)
  return `M${start.x} ${start.y}l${steps.join(' ')}z`
}
