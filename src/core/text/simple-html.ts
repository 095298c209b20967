/**
 * HTML so simple that no parser is needed to know what it would make of it: most of what people write. Everything here says
 * "not that simple" in doubt; `simple-html.test.ts` compares with the parser.
 */

/** Texts beyond are rare, and patterns would need much memory for them. */
const LENGTH_MAX = 50_000

const TEXT = '[^<>&]*'
const EMPHASIS = 'strong|em|b|i'
const INLINE = `${TEXT}(?:<(?:${EMPHASIS.split('|')
  .map((name) => `${name}>${TEXT}</${name}`)
  .join('|')})>${TEXT})*`
const BLOCKS = ['p', 'h2', 'h3', 'h4'].map((name) => `${name}>${INLINE}</${name}`)
const LISTS = ['ul', 'ol'].map((name) => `${name}>\\s*(?:<li>${INLINE}</li>\\s*)*</${name}`)
/** Paragraphs, headings and lists side by side, no attributes, nothing inside that would end what is around it. */
const CLEAN = new RegExp(`^${INLINE}(?:<(?:${[...BLOCKS, ...LISTS].join('|')})>${INLINE})*$`)

/** Whether sanitising changes nothing: text without a special character, or well-formed allowed elements around it. */
export function isCleanHtml(html: string): boolean {
  return !/[<>&]/.test(html) || (html.length <= LENGTH_MAX && CLEAN.test(html))
}

const SIMPLE_TAG = new RegExp(`</?(?:${EMPHASIS}|p|h[1-6]|ul|ol|li|blockquote)>|<br />`, 'g')
/** `<b>` is the shortest tag: so many of them nest no deeper than is allowed. */
const TAGS_LENGTH_MAX = 200 * '<b>'.length

/** The text around the tags, where there are none but simple ones; `&amp;`, `&lt;` and `&gt;` stay. Undefined: ask the parser. */
export function stripSimpleTags(html: string): string | undefined {
  const text = html.includes('<') ? html.replace(SIMPLE_TAG, '') : html
  const isBare = !/[<>]|&(?!(?:amp|lt|gt);)/.test(text)
  return isBare && html.length - text.length <= TAGS_LENGTH_MAX ? text : undefined
}
