import type { Problem } from '../../../core/errors.ts'
import { removeUnsafeHtml } from '../../../core/text/html.ts'

/** Matches elements of HTML that browsers do not show. */
const INVISIBLE = /<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi

/** Matches opening shortcodes, e.g. `[gallery ids="1,2"]`. */
const SHORTCODE = /(?<!\[)\[([a-z][\w-]*)(?=[\s\]/])[^\]]*\]/gi

const shortcodesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(SHORTCODE)].map(([, name = '']) => name.toLowerCase())),
]

/**
 * Chooses the text to import: the text as its author wrote it, unless it contains shortcodes that the site replaces,
 * then the text as displayed.
 * @param written undefined if the site does not return it
 */
export function chooseWrittenOrDisplayedHtml(written: string | undefined, displayed: string): string {
  const remaining = shortcodesIn(displayed)
  const isWhole = written !== undefined && shortcodesIn(written).every((name) => remaining.includes(name))
  return (isWhole ? written : displayed).replace(INVISIBLE, '')
}

/** Reports the shortcodes of WordPress in a text. They remain in the text, because Almanac does not replace them. */
export function reportWordpressShortcodes(html: string): Problem[] {
  const names = shortcodesIn(html)
  if (names.length === 0) return []
  return [{ name: 'description', reason: 'import.shortcodes', placeholders: { value: names.join(', ') } }]
}

const ADDITIONAL_FIELD = /^_ecp_custom_\d+$/

/**
 * Reports the values of additional fields, which administrators of a site define in Events Calendar Pro, and which
 * events of Almanac do not have.
 * @param fields name, value and, if it is known, label of each additional field of an event
 */
export function reportTecAdditionalFields(fields: readonly (readonly [string, string, label?: unknown])[]): Problem[] {
  const filled = fields.filter(([name, value]) => ADDITIONAL_FIELD.test(name) && value.trim() !== '')
  if (filled.length === 0) return []
  const value = filled.map(([name, text, label]) => `${label ?? name}: ${text}`).join('; ')
  return [{ name: 'custom_fields', reason: 'import.additional-fields', placeholders: { value } }]
}

/** Converts a title as WordPress displays it to plain text: references such as `&#8217;` become characters. */
export const decodeWordpressTitle = (displayed: string) => removeUnsafeHtml(displayed)
