import { html, type Markup } from '../../html-template.ts'

/** Number of CSS classes with colours: `ink-1` to `ink-8`. */
const COLORS = 8

/** Number of the colour of a category, 1 to 8; 0 if there is none. @param id of the category */
export const colorNumberOfCategory = (id: number | undefined) => (id === undefined ? 0 : (id % COLORS) + 1)

/** CSS class for the colour of a category; `ink-0` if there is none. @param id of the category */
export const colorClassOfCategory = (id: number | undefined) => `ink-${colorNumberOfCategory(id)}`

const WIDTH = 160
const HEIGHT = 100

/**
 * A generated SVG picture for a record without an image. Colour and motif depend on the category of the record, details
 * on its id, so that a record always has the same picture.
 */
export function renderGeneratedPicture(id: number, category: number | undefined): Markup {
  const motif = MOTIFS[(category ?? id) % MOTIFS.length] as Motif
  const hash = Math.imul(id, 2_654_435_761) >>> 0
  return html`
    <svg
      class="poster ${colorClassOfCategory(category)}"
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <rect class="a" width="${WIDTH}" height="${HEIGHT}"/>
      ${motif(hash)}
    </svg>
  `
}

/** A number from `low` to `high`, computed from the bits of the hash above the lowest `shift` bits. */
const between = (hash: number, shift: number, low: number, high: number) => low + ((hash >>> shift) % (high - low + 1))

/**
 * A function that draws the shapes of a generated picture. Their positions and sizes depend on a hash of the record's
 * id.
 */
type Motif = (hash: number) => Markup

const MOTIFS: readonly Motif[] = [sunrise, waves, arches, rings, hills, bunting, discs]

function sunrise(hash: number): Markup {
  const x = between(hash, 3, 40, 120)
  const rays = Array.from({ length: 13 }, (_, ray) => {
    const angle = (Math.PI * (ray + 0.5)) / 13
    const [one, other] = [angle - 0.06, angle + 0.06].map(
      (side) => `${round(x + 170 * Math.cos(side))} ${round(88 - 170 * Math.sin(side))}`,
    )
    return `M${x} 88L${one}L${other}z`
  })
  return html`
    <path class="b" d="${rays.join('')}"/>
    <circle class="c" cx="${x}" cy="88" r="${between(hash, 9, 22, 34)}"/>
    <rect class="d" y="88" width="160" height="12"/>
  `
}

function waves(hash: number): Markup {
  const shift = between(hash, 4, 0, 30)
  const rows = Array.from({ length: 5 }, (_, row) => {
    const y = 34 + row * 15
    const arcs = Array.from({ length: 7 }, () => 'q15 -16 30 0').join('')
    return html`<path class="${row % 2 === 0 ? 'b' : 'c'}" d="M${-shift - (row % 2) * 15} ${y}${arcs}V100H-40z"/>`
  })
  return html`<circle class="d" cx="${between(hash, 8, 30, 130)}" cy="22" r="11"/>${rows}`
}

function arches(hash: number): Markup {
  const arch = (x: number, width: number, cut: string) =>
    html`<path class="${cut}" d="M${x} 100V${48 + width / 8}a${width / 2} ${width / 2} 0 0 1 ${width} 0V100z"/>`
  const first = between(hash, 5, -14, 0)
  const arches = [0, 1, 2, 3].map((index) => {
    const x = first + index * 46
    return html`${arch(x, 40, 'b')}${arch(x + 8, 24, 'c')}`
  })
  return html`${arches}<rect class="d" y="92" width="160" height="8"/>`
}

function rings(hash: number): Markup {
  const [x, y] = [between(hash, 2, 30, 130), between(hash, 10, 20, 80)]
  const circles = [84, 68, 52, 36, 20].map(
    (radius, index) => html`<circle class="${'bacad'[index] ?? 'b'}" cx="${x}" cy="${y}" r="${radius}"/>`,
  )
  return html`${circles}`
}

function hills(hash: number): Markup {
  const peak = between(hash, 6, 40, 110)
  return html`
    <circle class="d" cx="${160 - peak}" cy="30" r="14"/>
    <path class="b" d="M-10 100L${peak - 20} 38L${peak + 50} 100z"/>
    <path class="c" d="M${peak - 30} 100L${peak + 34} 52L180 100z"/>
  `
}

function bunting(hash: number): Markup {
  const flags = Array.from({ length: 8 }, (_, index) => {
    const x = index * 22 - between(hash, 7, 0, 14)
    const y = 20 + 10 * Math.sin((index / 7) * Math.PI)
    return html`<path class="${'bcd'[index % 3] ?? 'b'}" d="M${x} ${round(y)}h20l-10 30z"/>`
  })
  return html`<path class="b" d="M0 82h160v18H0z"/>${flags}`
}

function discs(hash: number): Markup {
  const shapes = Array.from({ length: 15 }, (_, index) => {
    const [x, y] = [16 + (index % 5) * 32, 18 + Math.floor(index / 5) * 32]
    const half = (hash >>> index) % 4
    const d = [
      'a13 13 0 0 1 0 26z',
      'a13 13 0 0 0 0 26z',
      'a13 13 0 0 1 0 26a13 13 0 0 1 0 -26z',
      'a13 13 0 0 1 0 26z',
    ][half]
    return html`<path class="${'bcdb'[(hash >>> (index + 3)) % 4] ?? 'b'}" d="M${x} ${y - 13}${d ?? ''}"/>`
  })
  return html`${shapes}`
}

const round = (value: number) => Math.round(value * 10) / 10
