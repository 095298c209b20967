import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { MAP_WITHOUT_SCRIPT } from '../../page-context.ts'
import { renderVenueMap } from './venue-map.ts'

const FRAME = { width: 1000, height: 620, letter: 7.6 }

const placed = (...points: [latitude: number, longitude: number][]) =>
  points.map(([latitude, longitude], id) => ({ id, name: `Place ${id}`, latitude, longitude, weight: 1, address: '/' }))

for (const [what, points] of [
  [
    'all over the world',
    [
      [90, 180],
      [-90, -180],
      [0, 0],
    ],
  ],
  [
    'both sides of the Pacific',
    [
      [37.8, -122.4],
      [35.7, 139.7],
    ],
  ],
  [
    'one city',
    [
      [52.5, 13.4],
      [52.52, 13.41],
    ],
  ],
  [
    'one point',
    [
      [52.5, 13.4],
      [52.5, 13.4],
      [52.5, 13.4],
    ],
  ],
] as const) {
  test(`the grid of a map of ${what} has 3 to 10 meridians, none beyond 180°`, () => {
    const map = renderVenueMap(
      { map: MAP_WITHOUT_SCRIPT, isEmbedded: false },
      placed(...(points as unknown as [number, number][])),
      FRAME,
      '',
    ).text
    const meridians = [...map.matchAll(/>([\d.]+)°[EW]</g)].map(([, degrees]) => Number(degrees))
    ok(meridians.length >= 3 && meridians.length <= 10, `${meridians.length} meridians`)
    deepEqual(
      meridians.filter((degrees) => degrees > 180),
      [],
    )
    ok(!/NaN|Infinity/.test(map))
    const ends = [...map.matchAll(/<text x="([\d.]+)" y="[\d.]+">([\d.]+°[EW])</g)].map(
      ([, x, text = '']) => Number(x) + text.length * FRAME.letter,
    )
    ok(Math.max(...ends) <= FRAME.width, 'no label of a meridian is cut off')
  })
}
