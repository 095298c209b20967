/**
 * Which markup may be stored, for every role.
 *
 * All of it is linear in the text: the longest that is stored (collections/fields.ts) takes about a fifth of a second at worst.
 */
import { createRequire } from 'node:module'
import type sanitizeHtml from 'sanitize-html'
import { BLOCK_ELEMENTS, wrapParagraphs } from './paragraphs.ts'
import { isCleanHtml, stripSimpleTags } from './simple-html.ts'

const INLINE = words('a abbr b br cite code del em i img ins kbd mark q s samp small span strong sub sup time u var')
const EVERYWHERE = ['class', 'lang', 'dir']
const SPANNED = ['colspan', 'rowspan', 'scope']

const BODY_MARKUP: sanitizeHtml.IOptions = {
  allowedTags: [...INLINE, ...BLOCK_ELEMENTS],
  allowedAttributes: {
    '*': EVERYWHERE,
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
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  transformTags: { a: withoutOpener },
}
const TITLE_MARKUP: sanitizeHtml.IOptions = {
  allowedTags: words('abbr b br code em i mark s small span strong sub sup u'),
  allowedAttributes: { '*': EVERYWHERE, abbr: ['title'] },
}
const NO_MARKUP: sanitizeHtml.IOptions = { allowedTags: [], allowedAttributes: {} }

const LOOKS_LIKE_MARKUP = /<[a-z/!?]/i

/**
 * The allowed part of some HTML, well-formed. The text inside forbidden elements, scripts included, stays as text; comments go.
 * @returns `&`, `<` and `>` of the text are escaped; other entities have become their characters
 */
export function cleanHtml(html: string): string {
  return isCleanHtml(html) ? html : sanitized(html, BODY_MARKUP)
}

/**
 * The stored form of a description or excerpt. Plain text becomes paragraphs: a blank line ends one, a single newline is a `<br />`.
 * Rendering again changes nothing, as long as elements stand where they may (an `li` right inside an `li` moves out of it).
 * @returns blocks one a line, '' when there is nothing
 */
export function renderHtml(text: string): string {
  return wrapParagraphs(cleanHtml(text.replace(/\r\n?/g, '\n')))
}

/**
 * The stored form of a title or name: as typed, entities and all, with no more than inline markup. Safe to insert between tags as HTML (not
 * into an attribute).
 */
export function cleanTitle(text: string): string {
  return LOOKS_LIKE_MARKUP.test(text) ? asTyped(text, TITLE_MARKUP) : text.trim()
}

/** The stored form of a plain field, e.g. a city: one line, as typed, without tags. Not HTML: escape it to show it. */
export function cleanText(text: string): string {
  const bare = LOOKS_LIKE_MARKUP.test(text) ? asTyped(text, NO_MARKUP) : text
  return bare.replace(/[\t\n\v\f\r]+/g, ' ').trim()
}

/** Text as it stands between tags or in an attribute. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** What a reader sees of some HTML, on one line: for searching, and for feeds that have no markup. */
export function htmlToText(html: string): string {
  if (!NOT_PLAIN.test(html)) return html.trim()
  const apart = html.replace(BLOCK_TAG, ' $&') // 'One</p><p>Two' is two words
  return (stripSimpleTags(apart) ?? sanitized(apart, NO_MARKUP))
    .replace(/&(?:amp|lt|gt);/g, (entity) => CHARACTER[entity] ?? entity)
    .replace(/\s\s+|[^\S ]/g, ' ')
    .trim()
}

/** The same with a line for each paragraph, item and break. */
export function htmlToLines(html: string): string {
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

/** Beyond any editor. The parser's time grows with length times depth: 1 MiB of `<b>` would otherwise take it 20 seconds. */
const DEPTH_MAX = 200
const TOO_DEEP = new Error('markup is nested too deep')

let library: typeof sanitizeHtml | undefined

function sanitized(html: string, markup: sanitizeHtml.IOptions): string {
  // Loaded when something is written: a calendar is mostly read.
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
    // Nobody writes this; what is left of it need not be pretty.
    return sanitize(html.replace(/<[^<>]*>/g, ' ').replaceAll('<', '&lt;'), options)
  }
}

/**
 * Sanitised, but with the entities that were typed. Escaping every `&` beforehand hides them from the parser; so each `&amp;` in the result
 * stands for a typed `&`, and `&lt;`, `&gt;` for a bare `<`, `>`.
 */
function asTyped(text: string, markup: sanitizeHtml.IOptions): string {
  const html = sanitized(text.replaceAll('&', '&amp;'), markup)
  // A bare `<` stays escaped where it would begin a tag now that what stood behind it is gone: `<<b>script>`.
  return html.replace(/&(?:amp|gt);|&lt;(?![a-z/!?])/gi, (entity) => CHARACTER[entity] ?? entity).trim()
}

const CHARACTER: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

function withoutOpener(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  if (attribs.target === undefined) return { tagName, attribs }
  const kept = (attribs.rel ?? '').split(/\s+/).filter((word) => word !== '' && !/^(?:no)?opener$/i.test(word))
  return { tagName, attribs: { ...attribs, rel: [...kept, 'noopener'].join(' ') } }
}
