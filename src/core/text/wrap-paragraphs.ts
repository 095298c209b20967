/**
 * Wraps plain text in `<p>` elements like the reference implementation (WordPress `wpautop`). The input must be
 * sanitized HTML.
 */

import { isHtmlKnownToBeWrapped } from './simple-html-regex.ts'

export const BLOCK_ELEMENTS = [
  ...words(
    'article blockquote dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre section summary ul',
  ),
  ...words('caption col colgroup table tbody td tfoot th thead tr'),
]

/**
 * Wraps text outside of block elements in paragraphs.
 * @param html sanitized: every `<` begins a tag, and every element is closed
 * @returns one block element per line
 */
export function wrapTextInParagraphElements(html: string): string {
  return isHtmlKnownToBeWrapped(html) ? html : toBlocks(parseHtml(html), true).join('\n')
}

/** An element of sanitized HTML. `isBlock` is true for block elements and for elements that contain one. */
interface Element {
  name: string
  open: string
  close: string
  children: Node[]
  isBlock: boolean
}
type Node = Element | string

const BLOCKS = new Set(BLOCK_ELEMENTS)
/** Elements in which text is always wrapped in paragraphs. */
const WRAPS_ALWAYS = new Set(['blockquote'])
/**
 * Elements in which text is wrapped in paragraphs only beside a block element. In other elements (`li`, `td`) text is
 * wrapped only if it contains a blank line.
 */
const WRAPS_BESIDE_BLOCKS = new Set(words('article details div section'))
/** Elements that must not contain paragraphs: a blank line in them becomes two line breaks. */
const NEVER_WRAPS = new Set(words('caption dt h1 h2 h3 h4 h5 h6 summary'))

/** Parses sanitized HTML, where every `<` begins a tag, every `>` ends one, and every element is closed. */
function parseHtml(html: string): Node[] {
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
      // Replaces newlines inside attributes by spaces; otherwise they would later be converted to `<br />`.
      const open = token.replaceAll('\n', ' ')
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
  for (const node of element.name === 'p' ? repairParagraph(element) : [element]) {
    parent.children.push(node)
    parent.isBlock ||= isBlock(node)
  }
}

/**
 * Repairs a `<p>` element. If it contains block elements, it is replaced by its content, because browsers end a
 * paragraph before a block element. If it is empty, it is replaced by a blank line.
 */
function repairParagraph(paragraph: Element): Node[] {
  const { children } = paragraph
  if (children.some(isBlock)) return children
  return children.every((node) => (typeof node === 'string' ? /^[ \t\n]*$/.test(node) : node.name === 'br'))
    ? ['\n\n']
    : [paragraph]
}

function isBlock(node: Node): node is Element {
  return typeof node !== 'string' && node.isBlock
}

/**
 * The content of an element as a list of blocks, in which text outside of block elements is split into paragraphs.
 * @param wraps whether a single paragraph gets a `<p>`; two or more always get one
 */
function toBlocks(nodes: Node[], wraps: boolean): string[] {
  const blocks: string[] = []
  let loose: Node[] = []
  const flushParagraphs = () => {
    const paragraphs = toParagraphs(loose)
    for (const text of paragraphs) blocks.push(wraps || paragraphs.length > 1 ? `<p>${text}</p>` : text)
    loose = []
  }
  for (const node of nodes) {
    if (isBlock(node)) {
      flushParagraphs()
      blocks.push(formatBlock(node))
    } else {
      loose.push(node)
    }
  }
  flushParagraphs()
  return blocks
}

function formatBlock(element: Element): string {
  const { name, open, close, children } = element
  if (name === 'pre') return verbatim(element)
  const holdsBlocks = children.some(isBlock)
  if (!holdsBlocks && name === 'p') {
    return toParagraphs(children)
      .map((text) => open + text + close)
      .join('\n')
  }
  if (!holdsBlocks && NEVER_WRAPS.has(name)) return open + toParagraphs(children).join(`${BREAK}\n${BREAK}\n`) + close
  const wraps = WRAPS_ALWAYS.has(name) || (holdsBlocks && WRAPS_BESIDE_BLOCKS.has(name))
  const blocks = toBlocks(children, wraps)
  const isPlain = !holdsBlocks && !wraps && blocks.length < 2
  return isPlain ? open + blocks.join('') + close : [open, ...blocks, close].join('\n')
}

/**
 * Splits inline content into paragraphs at blank lines (or two `<br />`), writes a single newline as `<br />`, and
 * trims all lines. A blank line inside an inline element becomes line breaks, because a paragraph cannot end in the
 * middle of a `<b>`.
 */
function toParagraphs(nodes: Node[]): string[] {
  // Paragraphs, each as a list of lines.
  const paragraphs: string[][] = []
  let newlines = 0
  let breaks = 0
  let isApart = true
  for (const piece of nodes.flatMap(splitNode)) {
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

/** Splits a node into pieces of text, newlines and `<br />`. */
function splitNode(node: Node): string[] {
  if (typeof node === 'string') return node.split(/(\n)/)
  return [node.name === 'br' ? BREAK : inline(node)]
}

/**
 * Formats an inline element as HTML. A newline inside the element becomes `<br />` and a newline, unless a `<br />` is
 * already before it.
 */
function inline(element: Element): string {
  const lines = verbatim(element).split('\n').map(trimmedEnd)
  const last = lines.length - 1
  return lines.map((line, at) => (at === last || line.endsWith(BREAK) ? line : line + BREAK)).join('\n')
}

function verbatim(node: Node): string {
  return typeof node === 'string' ? node : node.open + node.children.map(verbatim).join('') + node.close
}

/**
 * Removes spaces and tabs, but not no-break spaces, at the end of a line. A regular expression would take quadratic
 * time for long runs of spaces inside the line.
 */
function trimmedEnd(line: string): string {
  let end = line.length
  while (line[end - 1] === ' ' || line[end - 1] === '\t') end--
  return line.slice(0, end)
}

function words(text: string): string[] {
  return text.split(' ')
}
