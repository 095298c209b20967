import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { clusterPlacesOnMap, type Point, projectPositionToMapPixels } from './map-geometry.ts'
import { svgPathOfLand } from './world-outline.ts'

const SIZE = { width: 600, height: 420, letter: 7 }

const sectionAround = (...positions: [latitude: number, longitude: number][]) =>
  clusterPlacesOnMap(
    positions.map(([latitude, longitude], id) => ({ id, name: '', latitude, longitude, weight: 1, address: '' })),
    SIZE,
  ).section

const ringsIn = (path: string): Point[][] =>
  path
    .split('M')
    .slice(1)
    .map((ring) => {
      const steps = ring.replace('z', '').split(/[ l]/).map(Number)
      const last = { x: 0, y: 0 }
      return Array.from({ length: steps.length / 2 }, (_, index) => {
        last.x += steps[2 * index] as number
        last.y += steps[2 * index + 1] as number
        return { ...last }
      })
    })

/** Whether a point is inside the rings, by the number of edges to the right of it. */
function isInside(rings: Point[][], { x, y }: Point): boolean {
  const crossed = rings.flatMap((ring) =>
    ring.filter((corner, index) => {
      const before = ring.at(index - 1) as Point
      if (before.y > y === corner.y > y) return false
      return x < before.x + ((y - before.y) / (corner.y - before.y)) * (corner.x - before.x)
    }),
  )
  return crossed.length % 2 === 1
}

for (const [name, section] of [
  ['the world', sectionAround([60, -120], [-40, 150])],
  ['the north Atlantic', sectionAround([41, -74], [48, 2])],
] as const) {
  test(`a map of ${name} has land and sea where they are`, () => {
    const path = svgPathOfLand(section, SIZE)
    ok(path !== undefined)
    for (const [latitude, longitude, isLand] of [
      [40.4, -77.5, true],
      [40.4, -3.7, true],
      [45, -40, false],
      [36, -50, false],
    ] as const) {
      const { x, y } = projectPositionToMapPixels({ latitude, longitude }, section.zoom)
      equal(isInside(ringsIn(path), { x: x - section.left, y: y - section.top }), isLand, `${latitude} ${longitude}`)
    }
  })
}

test('coasts end at the edges of the map', () => {
  const corners = ringsIn(svgPathOfLand(sectionAround([53, 4], [55, 13]), SIZE) ?? '').flat()
  ok(corners.length > 20)
  ok(corners.every(({ x, y }) => x >= -8 && x <= SIZE.width + 8 && y >= -8 && y <= SIZE.height + 8))
})

test('a map without a coast is empty, and a map of a city has none', () => {
  equal(svgPathOfLand(sectionAround([30, -50], [32, -48]), SIZE), '')
  equal(svgPathOfLand(sectionAround([52.5, 13.4], [52.6, 13.5]), SIZE), undefined)
})
