/**
 * Which markup may be stored, for every role, and how plain text becomes paragraphs (as the contract's peer does, WordPress `wpautop`).
 *
 * All of it is linear in the text: 1 MiB of whatever kind takes about two seconds at worst.
 */
import sanitizeHtml from 'sanitize-html'

const INLINE = words('a abbr b br cite code del em i img ins kbd mark q s samp small span strong sub sup time u var')
const BLOCK = [
  ...words(
    'article blockquote dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre section summary ul',
  ),
  ...words('caption col colgroup table tbody td tfoot th thead tr'),
]

const EVERYWHERE = ['class', 'lang', 'dir']
const SPANNED = ['colspan', 'rowspan', 'scope']

const BODY_MARKUP: sanitizeHtml.IOptions = {
  allowedTags: [...INLINE, ...BLOCK],
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
  return sanitized(html, BODY_MARKUP)
}

/**
 * The stored form of a description or excerpt. Plain text becomes paragraphs: a blank line ends one, a single newline is a `<br />`.
 * Rendering again changes nothing, as long as elements stand where they may (an `li` right inside an `li` moves out of it).
 * @returns blocks one a line, '' when there is nothing
 */
export function renderHtml(text: string): string {
  return blocksOf(parsed(cleanHtml(text.replace(/\r\n?/g, '\n'))), true).join('\n')
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

/** What a reader sees of some HTML, on one line: for searching, and for feeds that have no markup. */
export function plainText(html: string): string {
  const apart = html.replace(BLOCK_TAG, ' $&') // 'One</p><p>Two' is two words
  const escaped = sanitized(apart, NO_MARKUP)
  return escaped
    .replace(/&(?:amp|lt|gt);/g, (entity) => CHARACTER[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
}

const BLOCK_TAG = new RegExp(`</?(?:${BLOCK.join('|')}|br)\\b`, 'gi')

function words(text: string): string[] {
  return text.split(' ')
}

// ── sanitising ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Beyond any editor. The parser's time grows with length times depth: 1 MiB of `<b>` would otherwise take it 20 seconds. */
const DEPTH_MAX = 200
const TOO_DEEP = new Error('markup is nested too deep')

function sanitized(html: string, markup: sanitizeHtml.IOptions): string {
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
    return sanitizeHtml(html, options)
  } catch (error) {
    if (error !== TOO_DEEP) throw error
    // Nobody writes this; what is left of it need not be pretty.
    return sanitizeHtml(html.replace(/<[^<>]*>/g, ' ').replaceAll('<', '&lt;'), options)
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

// ── paragraphs ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** An element of sanitised HTML. `isBlock`: it is one, or holds one. */
interface Element {
  name: string
  open: string
  close: string
  children: Node[]
  isBlock: boolean
}
type Node = Element | string

const BLOCKS = new Set(BLOCK)
/** Their loose text becomes paragraphs always, or as soon as they hold another block. Elsewhere (`li`, `td`) only a blank line does that. */
const WRAPS_ALWAYS = new Set(['blockquote'])
const WRAPS_BESIDE_BLOCKS = new Set(words('article details div section'))
/** Paragraphs may not stand in these: a blank line is two line breaks. */
const NEVER_WRAPS = new Set(words('caption dt h1 h2 h3 h4 h5 h6 summary'))

/** The tree of sanitised HTML, where every `<` begins a tag, every `>` ends one, and every element is closed. */
function parsed(html: string): Node[] {
  const root: Element = { name: '', open: '', close: '', children: [], isBlock: true }
  const path = [root]
  for (const token of html.split(/(<[^>]*>)/)) {
    const parent = path.at(-1) as Element
    if (token.startsWith('</')) {
      path.pop()
      close(parent, path.at(-1) as Element)
    } else if (token.startsWith('<')) {
      const name = /\w+/.exec(token)?.[0] ?? ''
      const isVoid = token.endsWith('/>')
      const open = token.replaceAll('\n', ' ') // newlines in attributes are no line breaks
      const element = { name, open, close: isVoid ? '' : `</${name}>`, children: [], isBlock: BLOCKS.has(name) }
      if (isVoid) close(element, parent)
      else path.push(element)
    } else if (token !== '') {
      parent.children.push(token)
    }
  }
  return root.children
}

function close(element: Element, parent: Element): void {
  for (const node of element.name === 'p' ? mended(element) : [element]) {
    parent.children.push(node)
    parent.isBlock ||= isBlock(node)
  }
}

/** Browsers end a paragraph before a block, so one around blocks goes, its content stays. An empty one is no more than a blank line. */
function mended(paragraph: Element): Node[] {
  const { children } = paragraph
  if (children.some(isBlock)) return children
  return children.every((node) => (typeof node === 'string' ? /^[ \t\n]*$/.test(node) : node.name === 'br'))
    ? ['\n\n']
    : [paragraph]
}

function isBlock(node: Node): node is Element {
  return typeof node !== 'string' && node.isBlock
}

/** The content of an element as blocks, and loose text as paragraphs: in `<p>`, or as it is where a single one may stand bare. */
function blocksOf(nodes: Node[], wraps: boolean): string[] {
  const blocks: string[] = []
  let loose: Node[] = []
  const gather = () => {
    const paragraphs = paragraphsOf(loose)
    for (const text of paragraphs) blocks.push(wraps || paragraphs.length > 1 ? `<p>${text}</p>` : text)
    loose = []
  }
  for (const node of nodes) {
    if (isBlock(node)) {
      gather()
      blocks.push(blockOf(node))
    } else {
      loose.push(node)
    }
  }
  gather()
  return blocks
}

function blockOf(element: Element): string {
  const { name, open, close, children } = element
  if (name === 'pre') return verbatim(element)
  const holdsBlocks = children.some(isBlock)
  if (!holdsBlocks && name === 'p') {
    return paragraphsOf(children)
      .map((text) => open + text + close)
      .join('\n')
  }
  if (!holdsBlocks && NEVER_WRAPS.has(name)) return open + paragraphsOf(children).join(`${BREAK}\n${BREAK}\n`) + close
  const wraps = WRAPS_ALWAYS.has(name) || (holdsBlocks && WRAPS_BESIDE_BLOCKS.has(name))
  const blocks = blocksOf(children, wraps)
  const isPlain = !holdsBlocks && !wraps && blocks.length < 2
  return isPlain ? open + blocks.join('') + close : [open, ...blocks, close].join('\n')
}

/**
 * Splits inline content at blank lines (or two `<br />`), and writes a single newline as `<br />`. White space at the ends of lines goes.
 * Blank lines inside inline elements stay line breaks: a paragraph cannot end in the middle of a `<b>`.
 */
function paragraphsOf(nodes: Node[]): string[] {
  const paragraphs: string[][] = [] // of lines
  let newlines = 0
  let breaks = 0
  let isApart = true
  for (const piece of nodes.flatMap(piecesOf)) {
    const isLineStart = isApart || newlines + breaks > 0
    const text = isLineStart ? piece.replace(/^[ \t]+/, '') : piece
    if (piece === '\n') newlines++
    else if (piece === BREAK) [newlines, breaks] = [0, breaks + 1]
    else if (text !== '') {
      if (isApart) paragraphs.push([])
      const lines = paragraphs.at(-1) as string[]
      lines.push(isLineStart ? text : lines.pop() + text)
      newlines = breaks = 0
      isApart = false
    }
    isApart ||= newlines > 1 || breaks > 1
  }
  return paragraphs.map((lines) => lines.map(trimmedEnd).join(`${BREAK}\n`))
}

const BREAK = '<br />'

/** Text, newlines and breaks, each by itself. */
function piecesOf(node: Node): string[] {
  if (typeof node === 'string') return node.split(/(\n)/)
  return [node.name === 'br' ? BREAK : inline(node)]
}

/** An inline element, its newlines written as `<br />` unless they follow one already. */
function inline(element: Element): string {
  const lines = verbatim(element).split('\n').map(trimmedEnd)
  const last = lines.length - 1
  return lines.map((line, at) => (at === last || line.endsWith(BREAK) ? line : line + BREAK)).join('\n')
}

function verbatim(node: Node): string {
  return typeof node === 'string' ? node : node.open + node.children.map(verbatim).join('') + node.close
}

/** `trimEnd` for what HTML counts as white space: a no-break space stays. A regular expression would be quadratic in inner spaces. */
function trimmedEnd(line: string): string {
  let end = line.length
  while (line[end - 1] === ' ' || line[end - 1] === '\t') end--
  return line.slice(0, end)
}
