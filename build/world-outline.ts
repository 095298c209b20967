/**
 * Writes `src/pages/parts/places/world-outline.json`: the coasts of the world, simplified, from the package `world-atlas`
 * (Natural Earth, public domain). The file is in the repository; run this only to change it:
 *
 *     node build/world-outline.ts
 */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

// The packages contain no types.
const load = createRequire(import.meta.url)
const atlas = load('world-atlas/land-50m.json')
const { feature } = load('topojson-client')
const { presimplify, simplify } = load('topojson-simplify')

const FILE = new URL('../src/pages/parts/places/world-outline.json', import.meta.url)
/** Coordinates are whole numbers of this part of a degree: 2.2 km at the equator. */
const UNITS_PER_DEGREE = 50
/** Corners that span a triangle smaller than this are removed, in square degrees. */
const TRIANGLE_MIN = 0.01
/** Islands that are smaller than this in both directions are left out, in degrees. */
const ISLAND_MIN = 0.15

type Corner = [longitude: number, latitude: number]

const extent = (values: number[]) => Math.max(...values) - Math.min(...values)

/** Rings may cross 180°: divides such a ring there, and closes the one around the South Pole along the lower edge. */
function withinWorld(ring: readonly Corner[]): Corner[][] {
  let last = 0
  const connected = ring.map(([longitude, latitude], index): Corner => {
    last = index === 0 ? longitude : longitude + 360 * Math.round((last - longitude) / 360)
    return [last, latitude]
  })
  const [start, end] = [connected[0] as Corner, connected.at(-1) as Corner]
  if (Math.abs(end[0] - start[0]) > 180) connected.push([end[0], -90], [start[0], -90])
  const longitudes = connected.map(([longitude]) => longitude)
  const worlds = [-360, 0, 360].filter(
    (shift) => Math.min(...longitudes) < shift + 180 && Math.max(...longitudes) > shift - 180,
  )
  return worlds.map((shift) => {
    const shifted = connected.map(([longitude, latitude]): Corner => [longitude - shift, latitude])
    return cutAt(cutAt(shifted, 1), -1)
  })
}

/** Removes what is beyond 180° in the east (`side` 1) or west (-1). */
const cutAt = (ring: readonly Corner[], side: 1 | -1): Corner[] =>
  ring.flatMap((corner, index) => {
    const before = ring.at(index - 1) as Corner
    const [from, to] = [180 - side * before[0], 180 - side * corner[0]]
    const crossing: Corner = [side * 180, before[1] + (from / (from - to)) * (corner[1] - before[1])]
    return [...(from < 0 === to < 0 ? [] : [crossing]), ...(to < 0 ? [] : [corner])]
  })

/** The corners of a ring as text: the first absolute, each other as its distance from the one before. */
function ringText(ring: readonly Corner[]): string {
  let [lastX, lastY] = [0, 0]
  const corners = ring.flatMap(([longitude, latitude], index) => {
    const [x, y] = [Math.round(longitude * UNITS_PER_DEGREE), Math.round(latitude * UNITS_PER_DEGREE)]
    const corner = `${x - lastX} ${y - lastY}`
    ;[lastX, lastY] = [x, y]
    return index > 0 && corner === '0 0' ? [] : [corner]
  })
  return corners.length < 4 ? '' : corners.join(' ')
}

const simplified = simplify(presimplify(atlas), TRIANGLE_MIN)
const polygons = feature(simplified, simplified.objects.land).features.flatMap(
  ({ geometry }: { geometry: { coordinates: Corner[][][] } }) => geometry.coordinates,
)
const rings = (polygons.flat() as Corner[][])
  .flatMap(withinWorld)
  .filter((ring) => [0, 1].some((axis) => extent(ring.map((corner) => corner[axis] as number)) >= ISLAND_MIN))
  .map(ringText)
  .filter((text) => text !== '')
writeFileSync(FILE, `${JSON.stringify({ unitsPerDegree: UNITS_PER_DEGREE, rings }, null, 2)}\n`)
