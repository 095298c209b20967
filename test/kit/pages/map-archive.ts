import { gzipSync } from 'node:zlib'

/** A shape in a tile: corners in tile coordinates, 0 to 4096 from the north-western corner, and properties. */
interface Shape {
  type: 'point' | 'line' | 'polygon'
  corners: [x: number, y: number][]
  properties: Record<string, string>
}

type Layers = Record<string, Shape[]>

const SHAPE_TYPES = { point: 1, line: 2, polygon: 3 }
const EXTENT = 4096

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
const zigzag = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value)

/** A field of a protocol buffer: a number, or bytes with their length. */
const field = (number: number, value: number | number[] | string): number[] => {
  if (typeof value === 'number') return [...varint(number * 8), ...varint(value)]
  const bytes = typeof value === 'string' ? [...Buffer.from(value)] : value
  return [...varint(number * 8 + 2), ...varint(bytes.length), ...bytes]
}

/** Commands of a shape as the specification of vector tiles (2.1, section 4.3) encodes them. */
function geometryOf({ type, corners }: Shape): number[] {
  let last: [number, number] = [0, 0]
  const steps = corners.map(([x, y]) => {
    const step = [zigzag(x - last[0]), zigzag(y - last[1])]
    last = [x, y]
    return step
  })
  const move = [1 + 8, ...(steps[0] ?? [])]
  const lines = type === 'point' ? [] : [2 + 8 * (steps.length - 1), ...steps.slice(1).flat()]
  return [...move, ...lines, ...(type === 'polygon' ? [7 + 8] : [])]
}

/** A vector tile (Mapbox, version 2). */
function vectorTile(layers: Layers): Buffer {
  const bytes = Object.entries(layers).flatMap(([name, shapes]) => {
    const keys = [...new Set(shapes.flatMap(({ properties }) => Object.keys(properties)))]
    const values = [...new Set(shapes.flatMap(({ properties }) => Object.values(properties)))]
    const features = shapes.flatMap((shape) => {
      const tags = Object.entries(shape.properties).flatMap(([key, value]) => [
        keys.indexOf(key),
        values.indexOf(value),
      ])
      const feature = [
        ...field(2, tags.flatMap(varint)),
        ...field(3, SHAPE_TYPES[shape.type]),
        ...field(4, geometryOf(shape).flatMap(varint)),
      ]
      return field(2, feature)
    })
    const layer = [
      ...field(15, 2),
      ...field(1, name),
      ...features,
      ...keys.flatMap((key) => field(3, key)),
      ...values.flatMap((value) => field(4, field(1, value))),
      ...field(5, EXTENT),
    ]
    return field(3, layer)
  })
  return gzipSync(Buffer.from(bytes))
}

/** Number of a tile in the order of PMTiles: all tiles of lower zoom levels, then its position on a Hilbert curve. */
function tileId(zoom: number, column: number, row: number): number {
  let [x, y, distance] = [column, row, 0]
  for (let side = 2 ** (zoom - 1); side >= 1; side /= 2) {
    const [right, down] = [(x & side) > 0 ? 1 : 0, (y & side) > 0 ? 1 : 0]
    distance += side * side * ((3 * right) ^ down)
    if (down === 0) {
      if (right === 1) [x, y] = [side - 1 - x, side - 1 - y]
      ;[x, y] = [y, x]
    }
  }
  return (4 ** zoom - 1) / 3 + distance
}

/** The same street plan in every tile: a river, a park, streets and their names. */
const TOWN: Layers = {
  earth: [
    {
      type: 'polygon',
      corners: [
        [0, 0],
        [EXTENT, 0],
        [EXTENT, EXTENT],
        [0, EXTENT],
      ],
      properties: { kind: 'earth' },
    },
  ],
  landuse: [
    {
      type: 'polygon',
      corners: [
        [300, 300],
        [1500, 400],
        [1400, 1300],
        [400, 1200],
      ],
      properties: { kind: 'park' },
    },
  ],
  water: [
    {
      type: 'polygon',
      corners: [
        [0, 2500],
        [1400, 2300],
        [2800, 2700],
        [EXTENT, 2500],
        [EXTENT, 2900],
        [2800, 3100],
        [1400, 2700],
        [0, 2900],
      ],
      properties: { kind: 'river' },
    },
  ],
  buildings: [
    {
      type: 'polygon',
      corners: [
        [1800, 500],
        [2200, 500],
        [2200, 800],
        [1800, 800],
      ],
      properties: { kind: 'building' },
    },
    {
      type: 'polygon',
      corners: [
        [2500, 1100],
        [2900, 1100],
        [2900, 1500],
        [2500, 1500],
      ],
      properties: { kind: 'building' },
    },
  ],
  roads: [
    {
      type: 'line',
      corners: [
        [0, 2000],
        [2000, 1900],
        [EXTENT, 2000],
      ],
      properties: { kind: 'major_road', name: 'Long Street' },
    },
    {
      type: 'line',
      corners: [
        [2300, 0],
        [2400, 2000],
        [2300, EXTENT],
      ],
      properties: { kind: 'minor_road', name: 'Bridge Lane' },
    },
    {
      type: 'line',
      corners: [
        [0, 900],
        [EXTENT, 1000],
      ],
      properties: { kind: 'minor_road', name: 'Church Walk' },
    },
    {
      type: 'line',
      corners: [
        [0, 3600],
        [EXTENT, 3500],
      ],
      properties: { kind: 'rail' },
    },
  ],
  places: [
    {
      type: 'point',
      corners: [[3200, 600]],
      properties: { kind: 'neighbourhood', name: 'Old Town', 'name:de': 'Altstadt' },
    },
  ],
}

const ZOOMS = [11, 12, 13]

/** Column and row of the tile that contains a position. */
function tileAround(latitude: number, longitude: number, zoom: number): [column: number, row: number] {
  const sine = Math.sin((latitude * Math.PI) / 180)
  const down = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
  return [Math.floor(((longitude + 180) / 360) * 2 ** zoom), Math.floor(down * 2 ** zoom)]
}

/**
 * The bytes of a PMTiles file (version 3) with a town around a position.
 * @see https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
 */
export function townArchive({ latitude, longitude }: { latitude: number; longitude: number }): Buffer {
  const ids = ZOOMS.flatMap((zoom) => {
    const [column, row] = tileAround(latitude, longitude, zoom)
    const near = [-2, -1, 0, 1, 2]
    return near.flatMap((x) => near.map((y) => tileId(zoom, column + x, row + y)))
  }).toSorted((one, other) => one - other)
  const tile = vectorTile(TOWN)
  // All entries of the directory refer to the same tile.
  const directory = gzipSync(
    Buffer.from([
      ...varint(ids.length),
      ...ids.flatMap((id, index) => varint(id - (ids[index - 1] ?? 0))),
      ...ids.flatMap(() => varint(1)),
      ...ids.flatMap(() => varint(tile.length)),
      ...ids.flatMap(() => varint(1)),
    ]),
  )
  const metadata = gzipSync(JSON.stringify({ vector_layers: Object.keys(TOWN).map((id) => ({ id, fields: {} })) }))
  return Buffer.concat([
    archiveHeader(directory.length, metadata.length, tile.length, ids.length),
    directory,
    metadata,
    tile,
  ])
}

const HEADER_LENGTH = 127
const GZIP = 2
const VECTOR = 1

function archiveHeader(directory: number, metadata: number, tiles: number, entries: number): Buffer {
  const header = Buffer.alloc(HEADER_LENGTH)
  header.write('PMTiles')
  header[7] = 3
  const tilesAt = HEADER_LENGTH + directory + metadata
  const numbers = [
    HEADER_LENGTH,
    directory,
    HEADER_LENGTH + directory,
    metadata,
    tilesAt,
    0,
    tilesAt,
    tiles,
    entries,
    entries,
    1,
  ]
  for (const [index, number] of numbers.entries()) header.writeBigUInt64LE(BigInt(number), 8 + 8 * index)
  header.set([0, GZIP, GZIP, VECTOR, Math.min(...ZOOMS), Math.max(...ZOOMS)], 96)
  const bounds = [-180, -85, 180, 85]
  for (const [index, degrees] of bounds.entries()) header.writeInt32LE(degrees * 1e7, 102 + 4 * index)
  return header
}
