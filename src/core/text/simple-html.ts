/**
 * Fast paths for simple HTML, which most texts are: it needs no parser. In doubt, all functions treat HTML as not simple;
 * simple-html.test.ts compares them with the parser.
 */

/** Longer texts always go to the parser, because matching the pattern would need much memory. */
const LENGTH_MAX = 50_000

const TEXT = '[^<>&]*'
const EMPHASIS = 'strong|em|b|i'
const INLINE = `${TEXT}(?:<(?:${EMPHASIS.split('|')
  .map((name) => `${name}>${TEXT}</${name}`)
  .join('|')})>${TEXT})*`
const BLOCKS = ['p', 'h2', 'h3', 'h4'].map((name) => `${name}>${INLINE}</${name}`)
const LISTS = ['ul', 'ol'].map((name) => `${name}>\\s*(?:<li>${INLINE}</li>\\s*)*</${name}`)
/** Paragraphs, headings, lists and emphasis without attributes, and without nesting that a parser would change. */
const CLEAN = new RegExp(`^${INLINE}(?:<(?:${[...BLOCKS, ...LISTS].join('|')})>${INLINE})*$`)

/** Whether `cleanHtml` would certainly return the text unchanged: it has no special characters, or only simple well-formed elements. */
export function isCleanHtml(html: string): boolean {
  return !/[<>&]/.test(html) || (html.length <= LENGTH_MAX && CLEAN.test(html))
}

const SIMPLE_TAG = new RegExp(`</?(?:${EMPHASIS}|p|h[1-6]|ul|ol|li|blockquote)>|<br />`, 'g')
/** Tags of this total length cannot nest deeper than the 200 levels that `cleanHtml` allows, because `<b>` is the shortest tag. */
const TAGS_LENGTH_MAX = 200 * '<b>'.length

/** Removes the tags of simple HTML; `&amp;`, `&lt;` and `&gt;` stay. @returns undefined when the HTML needs the parser */
export function stripSimpleTags(html: string): string | undefined {
  const text = html.includes('<') ? html.replace(SIMPLE_TAG, '') : html
  const isBare = !/[<>]|&(?!(?:amp|lt|gt);)/.test(text)
  return isBare && html.length - text.length <= TAGS_LENGTH_MAX ? text : undefined
}
