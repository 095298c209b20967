/** How plain text becomes paragraphs, as the contract's peer does it (WordPress `wpautop`). Works on sanitised HTML only. */

export const BLOCK_ELEMENTS = [
  ...words(
    'article blockquote dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre section summary ul',
  ),
  ...words('caption col colgroup table tbody td tfoot th thead tr'),
]

/** @param html sanitised: every `<` begins a tag, every element is closed */
export function wrapParagraphs(html: string): string {
  return blocksOf(parsed(html), true).join('\n')
}

/** An element of sanitised HTML. `isBlock`: it is one, or holds one. */
interface Element {
  name: string
  open: string
  close: string
  children: Node[]
  isBlock: boolean
}
type Node = Element | string

const BLOCKS = new Set(BLOCK_ELEMENTS)
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

function words(text: string): string[] {
  return text.split(' ')
}
