import { deriveBackgroundColors, mixColors } from '../../settings/readable-background-color.ts'
import { COLOR_SCHEME_BACKGROUNDS } from '../../settings/readable-link-color.ts'
import type { Settings } from '../../settings/site-settings.ts'
import { colorNumberOfCategory, renderGeneratedPicture } from '../parts/event/generated-picture.ts'
import type { Outlines, Weight } from './letter-outlines.ts'
import { SHARE_PICTURE_SIZE, type SharePicture } from './share-picture-content.ts'

/** The colours of light pages. They repeat those of `pages/assets/styles/0-base.css`; a test compares both. */
export const INK_COLORS = [
  '#6b6257',
  '#b8351f',
  '#1f5f8b',
  '#2e6b45',
  '#8a5a00',
  '#6c3f8f',
  '#a1316a',
  '#0f6b6b',
  '#4c5a1f',
] as const
const TEXT_COLOR = '#1d1a16'
const QUIET_COLOR = '#665d50'
const ACCENT_COLOR = INK_COLORS[1]

const MARGIN = 72
/** Vertical position of the base line of the name of the site, in pixels from the top. */
const FOOT = SHARE_PICTURE_SIZE.height - MARGIN
/** Width in pixels of the poster, which is beside the texts. */
const POSTER_WIDTH = 400
const TEXT_WIDTH = SHARE_PICTURE_SIZE.width - POSTER_WIDTH - 2 * MARGIN
const SMALL = 28
const LINE = 32
/**
 * Font sizes for titles, largest first, with the maximum number of lines for each. A title gets the first size in which
 * it has few enough lines.
 */
const TITLE_SIZES = [
  { size: 84, linesMax: 2 },
  { size: 68, linesMax: 3 },
  { size: 54, linesMax: 4 },
] as const

/**
 * Draws a share picture as SVG: texts on the left, the poster of the record on the right. A text with characters that
 * the font lacks is omitted; without a title, the poster is as wide as the picture.
 */
export function sharePictureSvg(picture: SharePicture, site: Settings, outlines: Outlines): string {
  const { width, height } = SHARE_PICTURE_SIZE
  const own = INK_COLORS[colorNumberOfCategory(picture.categoryId)] ?? ACCENT_COLOR
  const { paper, sheet } = site.background_color
    ? deriveBackgroundColors(site.background_color, 'light')
    : { paper: COLOR_SCHEME_BACKGROUNDS.light[0], sheet: COLOR_SCHEME_BACKGROUNDS.light[1] }
  const styles = {
    a: mixColors(own, sheet, 0.84),
    b: mixColors(own, paper, 0.22),
    c: mixColors(own, sheet, 0.58),
    d: own,
  }
  const css = Object.entries(styles).map(([name, color]) => `.${name}{fill:${color}}`)
  const title = outlines.drawableText(picture.title)
  const poster = renderGeneratedPicture(picture.seed, picture.categoryId).text.trim()
  const left = title === undefined ? 0 : width - POSTER_WIDTH
  const place = `<svg x="${left}" width="${width - left}" height="${height}"`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<style>${css.join('')}</style>`,
    `<rect width="${width}" height="${height}" fill="${paper}"/>`,
    poster.replace('<svg', place),
    ...(title === undefined ? [] : textPaths({ ...picture, title }, site, outlines, own)),
    '</svg>',
  ].join('')
}

function textPaths(picture: SharePicture, site: Settings, outlines: Outlines, own: string): string[] {
  const paths: string[] = []
  const draw = (text: string, weight: Weight, size: number, y: number, color: string) =>
    paths.push(`<path fill="${color}" d="${outlines.pathOf(text, weight, size, MARGIN, y)}"/>`)
  const label = outlines.drawableText(picture.label)
  if (label !== undefined) draw(shortened(label, outlines, 600, SMALL), 600, SMALL, MARGIN + SMALL, own)

  const { size, lines } = titleLines(picture.title, outlines)
  let y = MARGIN + SMALL + 34
  for (const line of lines) {
    y += size * 1.08
    draw(line, 600, size, y, TEXT_COLOR)
  }
  y += 26
  for (const text of picture.lines) {
    const drawable = outlines.drawableText(text)
    if (drawable === undefined) continue
    for (const line of wrapped(drawable, outlines, 400, LINE, 2)) {
      y += LINE * 1.3
      // Below a long title there is room for two or three lines only.
      if (y > FOOT - 64) break
      draw(line, 400, LINE, y, TEXT_COLOR)
    }
  }
  const name = outlines.drawableText(site.title)
  paths.push(`<rect x="${MARGIN}" y="${FOOT - 48}" width="56" height="5" fill="${site.accent_color || ACCENT_COLOR}"/>`)
  if (name !== undefined && name !== picture.title)
    draw(shortened(name, outlines, 600, SMALL), 600, SMALL, FOOT, QUIET_COLOR)
  return paths
}

function titleLines(title: string, outlines: Outlines): { size: number; lines: string[] } {
  for (const { size, linesMax } of TITLE_SIZES) {
    const lines = wrapped(title, outlines, 600, size, linesMax + 1)
    const fits = lines.every((line) => outlines.widthOf(line, 600, size) <= TEXT_WIDTH)
    if (fits && lines.length <= linesMax) return { size, lines }
  }
  const { size, linesMax } = TITLE_SIZES[TITLE_SIZES.length - 1] as (typeof TITLE_SIZES)[number]
  return { size, lines: wrapped(title, outlines, 600, size, linesMax) }
}

/**
 * Divides a text into lines. If it has more lines than allowed, or a word is longer than a line, the rest is replaced
 * by an ellipsis.
 */
function wrapped(text: string, outlines: Outlines, weight: Weight, size: number, linesMax: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length > 0 && (lines.length === linesMax || outlines.widthOf(longer, weight, size) <= TEXT_WIDTH))
      lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.map((line) => shortened(line, outlines, weight, size))
}

function shortened(text: string, outlines: Outlines, weight: Weight, size: number): string {
  if (outlines.widthOf(text, weight, size) <= TEXT_WIDTH) return text
  // A text of thousands of letters is cut first, because the loop measures the text again after each letter that it
  // removes.
  let kept = text.slice(0, 80)
  while (kept !== '' && outlines.widthOf(`${kept}…`, weight, size) > TEXT_WIDTH) kept = kept.slice(0, -1).trimEnd()
  return `${kept}…`
}
