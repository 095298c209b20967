/**
 * Sanitizes HTML that users send, and converts between HTML and plain text. The allowed markup is the same for all
 * roles.
 * The duration of all functions is linear in the length of the text: at most about 0.2 s for the longest text that may
 * be stored (see collections/shared-fields.ts).
 */
import { createRequire } from 'node:module'
import type sanitizeHtml from 'sanitize-html'
import { withoutControlCharacterReferences, withoutControlCharacters } from './printable-text.ts'
import { isHtmlKnownToBeSafe, stripTagsOfSimpleHtml } from './simple-html-regex.ts'
import { BLOCK_ELEMENTS, wrapTextInParagraphElements } from './wrap-paragraphs.ts'

const INLINE = words('a abbr b br cite code del em i img ins kbd mark q s samp small span strong sub sup time u var')
const EVERYWHERE = ['class', 'lang', 'dir']
const SPANNED = ['colspan', 'rowspan', 'scope']

/** The elements and attributes that descriptions may have. `everywhere` are attributes of all elements. */
export const DESCRIPTION_MARKUP = {
  inline: INLINE,
  blocks: BLOCK_ELEMENTS,
  everywhere: EVERYWHERE,
  attributes: {
    a: ['href', 'title', 'target', 'rel', 'name'],
    abbr: ['title'],
    col: ['span'],
    colgroup: ['span'],
    details: ['open'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
    li: ['value'],
    ol: ['start', 'reversed'],
    td: SPANNED,
    th: SPANNED,
    time: ['datetime'],
  },
}

const BODY_MARKUP: sanitizeHtml.IOptions = {
  allowedTags: [...INLINE, ...BLOCK_ELEMENTS],
  allowedAttributes: { '*': EVERYWHERE, ...DESCRIPTION_MARKUP.attributes },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  transformTags: { a: addNoopener },
}
const TITLE_MARKUP: sanitizeHtml.IOptions = {
  allowedTags: words('abbr b br code em i mark s small span strong sub sup u'),
  allowedAttributes: { '*': EVERYWHERE, abbr: ['title'] },
}
const NO_MARKUP: sanitizeHtml.IOptions = { allowedTags: [], allowedAttributes: {} }

const LOOKS_LIKE_MARKUP = /<[a-z/!?]/i

/**
 * Sanitizes HTML: removes comments and all elements and attributes that are not allowed. The text inside removed
 * elements, even of scripts, remains as text.
 * @returns well-formed HTML in which `&`, `<` and `>` are escaped and other entities are replaced by their characters
 */
export function removeUnsafeHtml(html: string): string {
  return isHtmlKnownToBeSafe(html) ? html : sanitized(html, BODY_MARKUP)
}

/**
 * Converts a description or excerpt to the form in which it is stored: sanitized, with plain text wrapped in
 * paragraphs. A blank line ends a paragraph, a single newline becomes `<br />`. Idempotent, except for invalid nesting
 * (an `li` directly inside an `li` is moved out of it).
 * @returns one block element per line, or '' for empty text
 */
export function textToStoredHtml(text: string): string {
  return wrapTextInParagraphElements(removeUnsafeHtml(text.replace(/\r\n?/g, '\n')))
}

/**
 * Sanitizes a title or name: it has no control characters, only inline markup is allowed, and entities stay as typed.
 * The result is safe as HTML between tags, but not inside an attribute.
 */
export function sanitizeTitle(text: string): string {
  const line = withoutControlCharacters(text)
  const clean = LOOKS_LIKE_MARKUP.test(line) ? sanitizedAsTyped(line, TITLE_MARKUP) : line
  // Control characters that are written as references are removed last: the removal of elements may have joined parts
  // of a reference, such as `&lt;`.
  return withoutControlCharacterReferences(clean).trim()
}

/**
 * Removes tags, line breaks and control characters from a field without markup, such as a city. The result is text, not
 * HTML, so it must be escaped for display.
 */
export function stripTagsAndLineBreaks(text: string): string {
  const line = withoutControlCharacters(text)
  return (LOOKS_LIKE_MARKUP.test(line) ? sanitizedAsTyped(line, NO_MARKUP) : line).trim()
}

/** Escapes text for use in HTML, both between tags and inside an attribute. */
export const escapeHtml = (text: string) =>
  SPECIAL.test(text) ? text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`) : text

/** Matches text that contains characters to escape. Most texts contain none, and testing is faster than replacing. */
const SPECIAL = /[&<>"']/

/** The visible text of HTML on one line, for searching and for feed formats without markup. */
export function htmlToText(html: string): string {
  if (!NOT_PLAIN.test(html)) return html.trim()
  // Adds spaces around block tags, so that 'One</p><p>Two' becomes two words.
  const withSpaces = html.replace(BLOCK_TAG, ' $&')
  return (stripTagsOfSimpleHtml(withSpaces) ?? sanitized(withSpaces, NO_MARKUP))
    .replace(/&(?:amp|lt|gt);/g, (entity) => CHARACTER[entity] ?? entity)
    .replace(/\s\s+|[^\S ]/g, ' ')
    .trim()
}

/** The visible text of HTML with one line for each paragraph, list item and line break. */
export function htmlToTextWithLineBreaks(html: string): string {
  const lines = html.replace(/\s+/g, ' ').replace(LINE_END, '$&\n').split('\n')
  return lines
    .map(htmlToText)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const NOT_PLAIN = /[<>&]|\s\s|[^\S ]/
const LINE_END = new RegExp(`<(?:/(?:${BLOCK_ELEMENTS.join('|')})|br|hr)\\b[^>]*>`, 'gi')
const BLOCK_TAG = new RegExp(`</?(?:${BLOCK_ELEMENTS.join('|')}|br)\\b`, 'gi')

function words(text: string): string[] {
  return text.split(' ')
}

/**
 * The maximum depth of nested elements; no editor nests them deeper. The parser's time grows with length times depth: 1
 * MiB of `<b>` would otherwise take 20 seconds.
 */
const DEPTH_MAX = 200
const TOO_DEEP = new Error('markup is nested too deep')

let library: typeof sanitizeHtml | undefined

function sanitized(html: string, markup: sanitizeHtml.IOptions): string {
  // The sanitizer library is loaded on first use, because most requests only read and need no sanitizing.
  library ??= createRequire(import.meta.url)('sanitize-html') as typeof sanitizeHtml
  const sanitize = library
  let depth = 0
  const options: sanitizeHtml.IOptions = {
    ...markup,
    nonTextTags: [],
    selfClosing: ['br', 'col', 'hr', 'img'],
    onOpenTag() {
      if (++depth > DEPTH_MAX) throw TOO_DEEP
    },
    onCloseTag() {
      depth--
    },
  }
  try {
    return sanitize(html, options)
  } catch (error) {
    if (error !== TOO_DEEP) throw error
    // HTML that is nested deeper than `DEPTH_MAX` was not written by
    // a person, so all tags are removed and only the text remains.
    return sanitize(html.replace(/<[^<>]*>/g, ' ').replaceAll('<', '&lt;'), options)
  }
}

/**
 * Sanitizes text but leaves entities as typed. Every `&` is escaped first, so the parser does not see the entities. In
 * the output of the parser, `&amp;` therefore stands for a typed `&`; `&lt;` and `&gt;` stand for a typed `<` or `>`
 * that is not part of a tag.
 */
function sanitizedAsTyped(text: string, markup: sanitizeHtml.IOptions): string {
  const html = sanitized(text.replaceAll('&', '&amp;'), markup)
  // A typed `<` stays escaped where it could begin a tag: in
  // `<<b>script>`, the removal of `<b>` would otherwise leave `<script>`.
  return html.replace(/&(?:amp|gt);|&lt;(?![a-z/!?])/gi, (entity) => CHARACTER[entity] ?? entity).trim()
}

const CHARACTER: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

function addNoopener(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  if (attribs.target === undefined) return { tagName, attribs }
  const relations = (attribs.rel ?? '').split(/\s+/).filter((word) => word !== '' && !/^(?:no)?opener$/i.test(word))
  return { tagName, attribs: { ...attribs, rel: [...relations, 'noopener'].join(' ') } }
}
