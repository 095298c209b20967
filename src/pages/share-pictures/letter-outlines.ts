import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Font, Path } from 'opentype.js'

/**
 * Converts texts to outlines of their letters in the font of headings, so that a server without fonts can draw them
 * too.
 */
export interface Outlines {
  /**
   * Prepares a text for drawing: without emoji and invisible characters.
   * @returns undefined if the font lacks one of the other characters, as in Hebrew or Japanese
   */
  drawableText(text: string): string | undefined
  /** The width of a drawable text in pixels. @param size font size in pixels */
  widthOf(text: string, weight: Weight, size: number): number
  /** The outlines of a drawable text as the attribute `d` of an SVG path. @param y of the base line */
  pathOf(text: string, weight: Weight, size: number, x: number, y: number): string
}

export type Weight = 400 | 600

/** The files into which the font is divided by characters. */
const SUBSETS = ['latin', 'latin-ext'] as const

/**
 * Matches an emoji, or a character that changes the emoji before it: a skin tone, a frame around a digit, a variant.
 */
const PART_OF_EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\u20e3|\ufe0f/u

/** Loads the font when the first picture is drawn, because most processes never draw one. */
export async function loadLetterOutlines(): Promise<Outlines> {
  const { default: opentype } = await import('opentype.js')
  const readFont = (subset: string, weight: Weight) => {
    const file = import.meta.resolve(`@fontsource/fraunces/files/fraunces-${subset}-${weight}-normal.woff`)
    return opentype.parse(new Uint8Array(readFileSync(fileURLToPath(file))).buffer)
  }
  const fonts = {
    400: SUBSETS.map((subset) => readFont(subset, 400)),
    600: SUBSETS.map((subset) => readFont(subset, 600)),
  }
  const fontOf = (character: string, weight: Weight) =>
    fonts[weight].find((font) => font.charToGlyphIndex(character) !== 0)
  return {
    drawableText(text) {
      const plain = text
        .normalize('NFC')
        .replace(/[\p{Z}\s]+/gu, ' ')
        .replace(/[\p{Cf}\p{Cc}]/gu, '')
      const drawable = [...plain].filter((character) => fontOf(character, 600) || !PART_OF_EMOJI.test(character))
      const result = drawable.join('').replace(/ +/g, ' ').trim()
      return drawable.every((character) => fontOf(character, 600)) && result !== '' ? result : undefined
    },
    widthOf: (text, weight, size) =>
      runsOf(text, (character) => fontOf(character, weight)).reduce(
        (sum, { font, characters }) => sum + font.getAdvanceWidth(characters, size),
        0,
      ),
    pathOf(text, weight, size, x, y) {
      let left = x
      const paths = runsOf(text, (character) => fontOf(character, weight)).map(({ font, characters }) => {
        const path = pathData(font.getPath(characters, left, y, size))
        left += font.getAdvanceWidth(characters, size)
        return path
      })
      return paths.join('')
    },
  }
}

/** Divides a text into the longest parts whose characters are in the same file of the font. */
function runsOf(text: string, fontOf: (character: string) => Font | undefined): { font: Font; characters: string }[] {
  const runs: { font: Font; characters: string }[] = []
  for (const character of text) {
    const font = fontOf(character)
    const last = runs.at(-1)
    if (last && font === last.font) last.characters += character
    else if (font) runs.push({ font, characters: character })
  }
  return runs
}

/** The attribute `d` of a path. `Path.toPathData` is not used: it writes `NaN` for very small numbers. */
const pathData = ({ commands }: Path): string =>
  commands
    .map((command) => {
      const { type, x1, y1, x2, y2, x, y } = { x1: [], y1: [], x2: [], y2: [], x: [], y: [], ...command }
      return `${type}${[x1, y1, x2, y2, x, y]
        .flat()
        .map((number) => Math.round(number * 10) / 10)
        .join(' ')}`
    })
    .join('')
