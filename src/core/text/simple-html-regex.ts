/**
 * Regular expressions that handle simple HTML, which most texts are, much faster than the HTML parser. HTML that may
 * not be simple is left to the parser; simple-html-regex.test.ts checks that the regular expressions and the parser
 * give the same results.
 */

/**
 * The maximum length of a text that is matched with the regular expression. Longer texts are left to the HTML parser,
 * because the regular expression would need much memory.
 */
const LENGTH_MAX = 50_000

const ENTITY = '&(?:amp|lt|gt);'
const EMPHASIS = 'strong|em|b|i'
/** Text with elements for emphasis, and with `other` tags. */
const within = (text: string, other = '') =>
  `${text}(?:<(?:${EMPHASIS.split('|')
    .map((name) => `${name}>${text}</${name}`)
    .join('|')}${other})>${text})*`
const TEXT = `[^<>&]*(?:${ENTITY}[^<>&]*)*`
const INLINE = within(TEXT, '|br /')
const BLOCKS = ['p', 'h2', 'h3', 'h4'].map((name) => `${name}>${INLINE}</${name}`)
const LISTS = ['ul', 'ol'].map((name) => `${name}>\\s*(?:<li>${INLINE}</li>\\s*)*</${name}`)
/**
 * Matches simple HTML: paragraphs, headings, lists, line breaks and emphasis without attributes, nested so that a
 * parser would not change the nesting.
 */
const CLEAN = new RegExp(`^${INLINE}(?:<(?:${[...BLOCKS, ...LISTS].join('|')})>${INLINE})*$`)

/**
 * Whether `removeUnsafeHtml` would return the text unchanged, because it has no special characters or only simple
 * well-formed elements. Returns false if it is uncertain.
 */
export function isHtmlKnownToBeSafe(html: string): boolean {
  return !/[<>&]/.test(html) || (html.length <= LENGTH_MAX && CLEAN.test(html))
}

/** One line of text, not empty, that does not begin or end with white space. */
const LINE = `(?!\\s|</|<br)${within('[^<>\\n]*')}(?<!\\s)`
const LINES = `${LINE}(?:<br />\\n${LINE})*`
const STORED_BLOCK = `<(?:${[
  `p>${LINES}</p`,
  ...['h2', 'h3', 'h4'].map((name) => `${name}>${LINE}</${name}`),
  ...['ul', 'ol'].map((name) => `${name}>\\n(?:<li>${LINE}</li>\\n)+</${name}`),
].join('|')})>`
/** Matches simple HTML in the form in which `wrapTextInParagraphElements` writes it: a block on each line. */
const STORED = new RegExp(`^${STORED_BLOCK}(?:\\n${STORED_BLOCK})*$`)

/**
 * Whether `wrapTextInParagraphElements` would return sanitized HTML unchanged, as it does with HTML that it has written
 * before. Returns false if it is uncertain.
 */
export const isHtmlKnownToBeWrapped = (html: string): boolean => html.length <= LENGTH_MAX && STORED.test(html)

const SIMPLE_TAG = new RegExp(`</?(?:${EMPHASIS}|p|h[1-6]|ul|ol|li|blockquote)>|<br />`, 'g')
/**
 * The maximum total length of all tags. Shorter tags cannot nest deeper than the 200 levels that `removeUnsafeHtml`
 * allows, because each level needs at least `<b>`.
 */
const TAGS_LENGTH_MAX = 200 * '<b>'.length

/**
 * Removes the tags of simple HTML; leaves `&amp;`, `&lt;` and `&gt;` unchanged.
 * @returns undefined when the HTML is not simple and needs the parser
 */
export function stripTagsOfSimpleHtml(html: string): string | undefined {
  const text = html.includes('<') ? html.replace(SIMPLE_TAG, '') : html
  const isBare = !/[<>]|&(?!(?:amp|lt|gt);)/.test(text)
  return isBare && html.length - text.length <= TAGS_LENGTH_MAX ? text : undefined
}
