import { isObject } from '../core/generic/is-object.ts'
import { isLanguage, type Language } from '../core/language.ts'
import { stripTagsAndLineBreaks } from '../core/text/html.ts'

/** The parts of a picture (focus points) of which one stays visible when the picture is cropped. */
export const FOCUS_POINTS = [
  'center',
  'top',
  'right-top',
  'right',
  'right-bottom',
  'bottom',
  'left-bottom',
  'left',
  'left-top',
] as const

export type FocusPoint = (typeof FOCUS_POINTS)[number]

/** Alternative texts of a picture by language. For languages without one, the column `alt` is used. */
export type AltTexts = Partial<Record<Language, string>>

/** Reads the column `alt_texts`. */
export function parseAltTexts(json: string): AltTexts {
  const texts: unknown = JSON.parse(json)
  return isObject(texts) ? (texts as AltTexts) : {}
}

/** The alternative text of a picture in a language. */
export const altTextInLanguage = ({ alt, alt_texts }: { alt: string; alt_texts: string }, language: Language): string =>
  parseAltTexts(alt_texts)[language] || alt

/** Removes tags and line breaks from alternative texts. Empty texts, and texts in unknown languages, are omitted. */
export const normalizeAltTexts = (texts: Readonly<Record<string, string>>): AltTexts =>
  Object.fromEntries(
    Object.entries(texts)
      .map(([language, text]) => [language, stripTagsAndLineBreaks(text)] as const)
      .filter(([language, text]) => isLanguage(language) && text !== ''),
  )
