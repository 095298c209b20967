import { DOMParser as DocumentParser } from './prosemirror-model.js'
import {
  allowedAttributesOfElement,
  attributesOfTableCell,
  createEditorSchema,
  isBreakAtEndOfSourceLine,
  LINE_END,
  lowerCaseElementName,
} from './schema.js'

/**
 * Converts the stored HTML of a text to a document of the editor, and back. The HTML has no line breaks between
 * elements, because the server adds them when it stores a text.
 */

const VOID = ['br', 'col', 'hr', 'img']
const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeText = (text) => text.replace(/[&<>]/g, (sign) => ESCAPES[sign])
const escapeValue = (text) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign])

/**
 * Formats the start tag of an element, or the whole element if it cannot have content. Like the server, writes an empty
 * value only for `alt`.
 */
function openTag(name, attributes) {
  const pairs = attributes.map(([key, value]) =>
    value === '' && key !== 'alt' ? ` ${key}` : ` ${key}="${escapeValue(value)}"`,
  )
  return `<${name}${pairs.join('')}${VOID.includes(name) ? ' /' : ''}>`
}

const inTag = (name, attributes, content) =>
  `${openTag(name, attributes)}${VOID.includes(name) ? '' : `${content}</${name}>`}`

const formatElement = (element) =>
  inTag(lowerCaseElementName(element), allowedAttributesOfElement(element), formatChildrenOf(element)) +
  (isBreakAtEndOfSourceLine(element) ? '\n' : '')

const formatChildrenOf = (parent) =>
  [...parent.childNodes].map((node) => (node.nodeType === 3 ? escapeText(node.data) : formatElement(node))).join('')

export const schema = createEditorSchema(formatElement)

/** Formats a document of the editor as HTML. */
export const formatEditorDocument = (doc) => formatContent(doc)

function formatContent(node) {
  if (node.inlineContent) return formatInline(node)
  if (node.type.name === 'table') return node.attrs.head + formatRows(node)
  const children = childrenOf(node)
  return children
    .map((child, index) => (isPlain(child) && isPlain(children[index - 1]) ? '<br />' : '') + formatNode(child))
    .join('')
}

const childrenOf = (node) => Array.from({ length: node.childCount }, (_, index) => node.child(index))
const isPlain = (node) => node?.type.name === 'plain' && node.childCount > 0

function formatNode(node) {
  const { name } = node.type
  if (name === 'plain') return formatInline(node)
  if (name === 'br') return inTag(name, node.attrs.html) + (node.attrs.endsLine ? '\n' : '')
  const attributes = name === 'td' || name === 'th' ? attributesOfTableCell(node.attrs) : node.attrs.html
  return inTag(name, attributes, node.isLeaf ? '' : formatContent(node))
}

/**
 * Formats the rows of a table in their groups, such as `thead`. A row that a user has added belongs to the group of the
 * row before it.
 */
function formatRows(table) {
  let html = ''
  let open = null
  const closeGroup = () => (open ? `</${open.name}>` : '')
  for (const row of childrenOf(table)) {
    const group = row.attrs.group ?? open
    if (group?.index !== open?.index) {
      html += closeGroup() + openTag(group.name, group.html)
      open = group
    }
    html += formatNode(row)
  }
  return html + closeGroup()
}

function formatInline(node) {
  let html = ''
  let open = []
  const closeDownTo = (count) => {
    for (const mark of open.slice(count).reverse()) html += `</${mark.type.name}>`
  }
  for (const child of childrenOf(node)) {
    const marks = [...child.marks].sort((one, other) => one.attrs.depth - other.attrs.depth)
    let same = 0
    while (same < open.length && same < marks.length && open[same].eq(marks[same])) same += 1
    closeDownTo(same)
    for (const mark of marks.slice(same)) html += openTag(mark.type.name, mark.attrs.html)
    open = marks
    html += child.isText ? escapeText(child.text) : formatNode(child)
  }
  closeDownTo(0)
  return html
}

/**
 * Converts a stored text to a document of the editor.
 * @param source stored HTML, or plain text that a user has typed
 * @returns undefined if the editor would change the text by saving it
 */
export function parseEditorDocument(source) {
  const body = parseSource(source.includes('<') ? source : paragraphsOf(source))
  if (body === undefined) return undefined
  removeLineBreaks(body)
  const before = formatChildrenOf(body)
  const doc = DocumentParser.fromSchema(schema).parse(body, { preserveWhitespace: 'full' })
  try {
    doc.check()
  } catch {
    return undefined
  }
  return before === '' || formatEditorDocument(doc) === before ? doc : undefined
}

/** Converts plain text to paragraphs as the server does: an empty line separates paragraphs. */
const paragraphsOf = (text) =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${escapeText(unescapeText(paragraph)).replaceAll('\n', '<br />')}</p>`)
    .join('')

const unescapeText = (text) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

const TAG = /<(\w+)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*(\/?)>/g
const ATTRIBUTE = /\s+([\w-]+)(="[^"]*")?/g

/**
 * Parses stored HTML as XML, because an HTML parser adds elements (`tbody`) and moves others. Undefined if the text is
 * not well-formed.
 */
function parseSource(source) {
  const xml = source.replace(TAG, (_, name, attributes, end) => {
    const complete = attributes.replace(ATTRIBUTE, (_, key, value = '=""') => ` ${key}${value}`)
    return `<${name}${complete}${end}>`
  })
  const document = `<body xmlns="http://www.w3.org/1999/xhtml">${xml}</body>`
  const body = new DOMParser().parseFromString(document, 'application/xhtml+xml').documentElement
  return lowerCaseElementName(body) === 'body' && !body.querySelector('parsererror') ? body : undefined
}

const isBlock = (node) =>
  node?.nodeType === 1 && lowerCaseElementName(node) in schema.nodes && schema.nodes[lowerCaseElementName(node)].isBlock
const isTablePart = (node) =>
  node?.nodeType === 1 && /^(caption|colgroup|col|thead|tbody|tfoot)$/.test(lowerCaseElementName(node))
const endsLine = (node) => isBlock(node) || isTablePart(node)

/**
 * Removes the line breaks that the server adds between elements, and marks each `<br />` after which it has added one.
 */
function removeLineBreaks(parent) {
  const hasBlocks = lowerCaseElementName(parent) === 'body' || [...parent.childNodes].some(endsLine)
  for (const node of [...parent.childNodes]) {
    if (node.nodeType === 1 && lowerCaseElementName(node) !== 'pre') removeLineBreaks(node)
    if (node.nodeType !== 3) continue
    const { previousSibling: before, nextSibling: after } = node
    const isAfterBreak = before !== null && lowerCaseElementName(before) === 'br'
    if (isAfterBreak && node.data.startsWith('\n')) before.setAttribute(LINE_END, '')
    const isFirst = before === null ? hasBlocks : endsLine(before) || isAfterBreak
    const isLast = after === null ? hasBlocks : endsLine(after)
    node.data = node.data.replace(isFirst ? /^\n/ : /^(?!)/, '').replace(isLast ? /\n$/ : /(?!)$/, '')
    if (node.data === '') node.remove()
  }
}
