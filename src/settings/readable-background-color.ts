import { COLOR, type ColorScheme, contrastBetweenColors } from './readable-link-color.ts'

/**
 * The smallest contrast of a background to black (light pages) or white (dark pages). Then all backgrounds derived from
 * the colour have at least as much contrast to texts, links and categories as the built-in backgrounds; a test compares
 * them.
 */
const CONTRASTS_MIN = { light: 18.3, dark: 17.6 }
const OPPOSITES = { light: '#000000', dark: '#ffffff' }

/** Whether a text is a colour such as `#f4f7fa` on which everything in a colour scheme is readable. */
export const isReadableBackgroundColor = (color: string, scheme: ColorScheme): boolean =>
  COLOR.test(color) && contrastBetweenColors(color, OPPOSITES[scheme]) >= CONTRASTS_MIN[scheme]

/** The contrast of a background to black or white, and the smallest allowed contrast, e.g. `17.2` and `18.3`. */
export function measureBackgroundContrast(color: unknown, scheme: ColorScheme): { ratio: string; min: string } {
  const min = CONTRASTS_MIN[scheme].toFixed(1)
  if (typeof color !== 'string' || !COLOR.test(color)) return { ratio: '–', min }
  return { ratio: (Math.floor(contrastBetweenColors(color, OPPOSITES[scheme]) * 10) / 10).toFixed(1), min }
}

/**
 * Computes the colours of pages with a background colour: of the page, of sheets on it, of tinted areas, and of lines.
 */
export function deriveBackgroundColors(color: string, scheme: ColorScheme) {
  const mixed = (other: string, share: number) => mixColors(color, other, share)
  return scheme === 'light'
    ? { paper: color, sheet: mixed('#ffffff', 0.6), tint: mixed('#000000', 0.03), line: mixed('#000000', 0.14) }
    : { paper: color, sheet: mixed('#ffffff', 0.03), tint: mixed('#ffffff', 0.06), line: mixed('#ffffff', 0.14) }
}

/** Mixes two colours. @param share share of the second colour, 0 to 1 */
export function mixColors(one: string, other: string, share: number): string {
  const channel = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16)
  const mixed = [1, 3, 5].map((at) => Math.round(channel(one, at) * (1 - share) + channel(other, at) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
