import { drawSvgAsPng } from '../../media/image-decoder.ts'
import { CATEGORIES, type CategoryKey } from '../demo-event-kinds.ts'
import { PICTURE_SYMBOLS } from './picture-symbols.ts'

/** Number of pictures of each category. */
export const PICTURES_PER_CATEGORY = 3

/** Colours of pictures: background, and those of the classes `a`, `b` and `c` of a symbol. */
const PALETTES = [
  ['#f4e3c1', '#b8351f', '#fff8ea', '#1d3b53'],
  ['#1d3b53', '#e8a13a', '#f4e3c1', '#d9583b'],
  ['#dfe8d8', '#2e6b45', '#fbf7e8', '#d98a2b'],
  ['#5b2a4a', '#f2b5a7', '#fdf0e6', '#e0a93b'],
  ['#cfe3ea', '#1f5f8b', '#ffffff', '#d9583b'],
  ['#e9a23b', '#3d2b1f', '#fff4dc', '#b8351f'],
  ['#24423a', '#f0c75e', '#eef3e2', '#e2795b'],
] as const

type Palette = (typeof PALETTES)[number]

/**
 * The compositions of a picture, one for each variant: the symbol in front of a disc, several symbols in rows, and a
 * large symbol on a poster.
 */
const COMPOSITIONS = [alone, inRows, asPoster] as const

/** Draws one of the pictures of a category. @param variant 0 to 2 */
export function drawDemoPicture(category: CategoryKey, variant: number): Promise<Buffer> {
  const position = Object.keys(CATEGORIES).indexOf(category)
  const palette = PALETTES[(position + variant * 2) % PALETTES.length] as Palette
  const compose = COMPOSITIONS[variant % COMPOSITIONS.length] as (typeof COMPOSITIONS)[number]
  return drawSvgAsPng(compose(PICTURE_SYMBOLS[category], palette))
}

function sheet(width: number, height: number, [ground, a, b, c]: Palette, content: string): string {
  const lines = 'fill:none;stroke-width:5;stroke-linecap:round'
  const style = `.a{fill:${a}}.b{fill:${b}}.c{fill:${c}}.l{${lines};stroke:${b}}.k{${lines};stroke:${a}}`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><style>${style}</style>
    <rect width="${width}" height="${height}" fill="${ground}"/>${content}</svg>`
}

/** Markup of a symbol whose centre is at a position. */
const at = (symbol: string, x: number, y: number, scale: number, turn = 0) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${symbol}</g>`

function alone(symbol: string, palette: Palette): string {
  const disc = `<circle cx="480" cy="320" r="272" fill="${palette[2]}" opacity="0.35"/>`
  const rays = Array.from({ length: 24 }, (_, ray) => {
    const angle = (ray * 15 * Math.PI) / 180
    const [x, y] = [480 + 520 * Math.cos(angle), 320 + 520 * Math.sin(angle)]
    return `<path d="M480 320L${x.toFixed(0)} ${y.toFixed(0)}" stroke="${palette[3]}" stroke-width="3" opacity="0.25"/>`
  })
  return sheet(960, 640, palette, `${rays.join('')}${disc}${at(symbol, 480, 320, 2)}`)
}

function inRows(symbol: string, palette: Palette): string {
  const cells = Array.from({ length: 15 }, (_, index) => {
    const [column, row] = [index % 5, Math.floor(index / 5)]
    return at(symbol, 96 + column * 192, 107 + row * 213, 0.72, (index % 2 === 0 ? 1 : -1) * 8)
  })
  const tiles = Array.from({ length: 15 }, (_, index) =>
    index % 2 === 0
      ? `<rect x="${(index % 5) * 192}" y="${Math.floor(index / 5) * 213.4}" width="192" height="213.4" fill="${palette[3]}" opacity="0.18"/>`
      : '',
  )
  return sheet(960, 640, palette, tiles.join('') + cells.join(''))
}

function asPoster(symbol: string, palette: Palette): string {
  const bands = [0, 1, 2].map(
    (band) =>
      `<path d="M0 ${640 + band * 90}Q320 ${560 + band * 90} 640 ${640 + band * 90}V960H0z" fill="${palette[band + 1]}" opacity="0.5"/>`,
  )
  return sheet(640, 960, palette, `${bands.join('')}${at(symbol, 320, 380, 2.6, -6)}`)
}
