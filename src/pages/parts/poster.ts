import { html, type Markup } from '../markup.ts'

/** How many colours of ink the style sheet has. */
const INKS = 8

/** The ink of a category: the same everywhere. */
export const categoryColorClass = (id: number | undefined) => `ink-${id === undefined ? 0 : (id % INKS) + 1}`

const WIDTH = 160
const HEIGHT = 100

/** What stands for a picture where there is none: a print in the ink of the category, always the same for one event. */
export function poster(id: number, category: number | undefined): Markup {
  const draw = MOTIFS[(category ?? id) % MOTIFS.length] as (turn: number) => Markup
  return html`<svg class="poster ${categoryColorClass(category)}" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><rect class="a" width="${WIDTH}" height="${HEIGHT}"/>${draw(Math.imul(id, 2_654_435_761) >>> 0)}</svg>`
}

const between = (turn: number, shift: number, low: number, high: number) => low + ((turn >>> shift) % (high - low + 1))

const MOTIFS: readonly ((turn: number) => Markup)[] = [sunrise, waves, arches, rings, hills, bunting, discs]

function sunrise(turn: number): Markup {
  const x = between(turn, 3, 40, 120)
  const rays = Array.from({ length: 13 }, (_, ray) => {
    const angle = (Math.PI * (ray + 0.5)) / 13
    const [one, other] = [angle - 0.06, angle + 0.06].map(
      (side) => `${round(x + 170 * Math.cos(side))} ${round(88 - 170 * Math.sin(side))}`,
    )
    return `M${x} 88L${one}L${other}z`
  })
  return html`<path class="b" d="${rays.join('')}"/><circle class="c" cx="${x}" cy="88" r="${between(turn, 9, 22, 34)}"/><rect class="d" y="88" width="160" height="12"/>`
}

function waves(turn: number): Markup {
  const shift = between(turn, 4, 0, 30)
  const rows = Array.from({ length: 5 }, (_, row) => {
    const y = 34 + row * 15
    const arcs = Array.from({ length: 7 }, () => 'q15 -16 30 0').join('')
    return html`<path class="${row % 2 === 0 ? 'b' : 'c'}" d="M${-shift - (row % 2) * 15} ${y}${arcs}V100H-40z"/>`
  })
  return html`<circle class="d" cx="${between(turn, 8, 30, 130)}" cy="22" r="11"/>${rows}`
}

function arches(turn: number): Markup {
  const arch = (x: number, width: number, cut: string) =>
    html`<path class="${cut}" d="M${x} 100V${48 + width / 8}a${width / 2} ${width / 2} 0 0 1 ${width} 0V100z"/>`
  const first = between(turn, 5, -14, 0)
  return html`${[0, 1, 2, 3].map((index) => {
    const x = first + index * 46
    return html`${arch(x, 40, 'b')}${arch(x + 8, 24, 'c')}`
  })}<rect class="d" y="92" width="160" height="8"/>`
}

function rings(turn: number): Markup {
  const [x, y] = [between(turn, 2, 30, 130), between(turn, 10, 20, 80)]
  return html`${[84, 68, 52, 36, 20].map((radius, index) => html`<circle class="${'bacad'[index] ?? 'b'}" cx="${x}" cy="${y}" r="${radius}"/>`)}`
}

function hills(turn: number): Markup {
  const peak = between(turn, 6, 40, 110)
  return html`<circle class="d" cx="${160 - peak}" cy="30" r="14"/><path class="b" d="M-10 100L${peak - 20} 38L${peak + 50} 100z"/><path class="c" d="M${peak - 30} 100L${peak + 34} 52L180 100z"/>`
}

function bunting(turn: number): Markup {
  const flags = Array.from({ length: 8 }, (_, index) => {
    const x = index * 22 - between(turn, 7, 0, 14)
    const y = 20 + 10 * Math.sin((index / 7) * Math.PI)
    return html`<path class="${'bcd'[index % 3] ?? 'b'}" d="M${x} ${round(y)}h20l-10 30z"/>`
  })
  return html`<path class="b" d="M0 82h160v18H0z"/>${flags}`
}

function discs(turn: number): Markup {
  return html`${Array.from({ length: 15 }, (_, index) => {
    const [x, y] = [16 + (index % 5) * 32, 18 + Math.floor(index / 5) * 32]
    const half = (turn >>> index) % 4
    const d = [
      'a13 13 0 0 1 0 26z',
      'a13 13 0 0 0 0 26z',
      'a13 13 0 0 1 0 26a13 13 0 0 1 0 -26z',
      'a13 13 0 0 1 0 26z',
    ][half]
    return html`<path class="${'bcdb'[(turn >>> (index + 3)) % 4] ?? 'b'}" d="M${x} ${y - 13}${d ?? ''}"/>`
  })}`
}

const round = (value: number) => Math.round(value * 10) / 10
