/** Smallest contrast of text to its background (WCAG 2.2, success criterion 1.4.3). */
const CONTRAST_MIN = 4.5

/**
 * The colours of the backgrounds on which text has the accent colour, by colour scheme. They are equal to the colours
 * in `pages/assets/styles/0-base.css`; a test compares both.
 */
export const COLOR_SCHEME_BACKGROUNDS = {
  light: ['#f7f2e8', '#fffdf7', '#efe6d4'],
  dark: ['#14171f', '#1b1f29', '#232835'],
} as const

/** The colour scheme of pages, light or dark, which the browser of a reader chooses. */
export type ColorScheme = keyof typeof COLOR_SCHEME_BACKGROUNDS

/** A colour such as `#b8351f`. */
export const COLOR = /^#[0-9a-f]{6}$/i

/** Whether a text is a colour such as `#b8351f` that is readable on all backgrounds of a colour scheme. */
export const isReadableLinkColor = (color: string, scheme: ColorScheme): boolean =>
  COLOR.test(color) && lowestContrast(color, scheme) >= CONTRAST_MIN

/**
 * The lowest contrast of a colour to the backgrounds of a colour scheme as text, e.g. `3.1`; a dash if `color` is not a
 * colour.
 */
export const formatLowestContrastToBackgrounds = (color: unknown, scheme: ColorScheme): string =>
  typeof color === 'string' && COLOR.test(color)
    ? (Math.floor(lowestContrast(color, scheme) * 10) / 10).toFixed(1)
    : '–'

const lowestContrast = (color: string, scheme: ColorScheme): number =>
  Math.min(...COLOR_SCHEME_BACKGROUNDS[scheme].map((background) => contrastBetweenColors(color, background)))

/** Black or white, whichever has the higher contrast to a background colour. */
export const chooseBlackOrWhiteTextOnBackground = (color: string): '#000' | '#fff' =>
  contrastBetweenColors(color, '#000000') > contrastBetweenColors(color, '#ffffff') ? '#000' : '#fff'

/** The contrast of two colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrastBetweenColors(one: string, other: string): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminanceOf(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
