import { MARKUP } from './markup.js'
import { Schema } from './prosemirror-model.js'

/**
 * The schema of the editor, made from the elements and attributes that the server allows (`MARKUP`). Each element
 * becomes a node or a mark with the name of the element; its attribute `html` contains the HTML attributes as pairs, in
 * their order. `thead`, `tbody` and other elements between a table and its rows are stored as attributes of table and
 * rows. The node `plain` is text next to blocks that is in no element.
 */

const TEXT = 'inline*'
/**
 * The content that each element may have, as content expressions of ProseMirror, the library of the editor. Elements
 * that are not listed here contain blocks and plain text.
 */
const CONTENT = {
  ...Object.fromEntries(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'dt', 'summary'].map((name) => [name, TEXT])),
  ul: 'li+',
  ol: 'li+',
  dl: '(dt | dd)+',
  details: 'summary? flow+',
  hr: '',
  table: 'tr+',
  tr: '(td | th)*',
}
const FLOW = 'flow+'
/**
 * Elements that may only be inside certain other elements, such as `li`. All other blocks may be wherever blocks are
 * allowed.
 */
const PARTS = ['li', 'dt', 'dd', 'summary', 'tr', 'td', 'th']
const TABLE_PARTS = ['caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot']
const TABLE_ROLES = { table: 'table', tr: 'row', td: 'cell', th: 'header_cell' }
const VOID = ['br', 'img']

/** The allowed attributes of an element, as pairs of name and value. */
export const allowedAttributesOfElement = (element) =>
  [...element.attributes]
    .filter(
      ({ name }) =>
        MARKUP.everywhere.includes(name) || MARKUP.attributes[lowerCaseElementName(element)]?.includes(name),
    )
    .map(({ name, value }) => [name, value])

export const lowerCaseElementName = (element) => element.nodeName.toLowerCase()

const HTML = { html: { default: [] } }
const readHtml = (element) => ({ html: allowedAttributesOfElement(element) })
const tagOf = (name, { html }) => [name, Object.fromEntries(html)]

const SPANS = ['colspan', 'rowspan']

/** The HTML attributes of a table cell, with the numbers of columns and rows that the cell spans after editing. */
export function attributesOfTableCell({ html, ...spans }) {
  const others = html.filter(([name]) => !SPANS.includes(name) || spans[name] > 1)
  const changed = others.map(([name, value]) => (SPANS.includes(name) ? [name, String(spans[name])] : [name, value]))
  const added = SPANS.filter((name) => spans[name] > 1 && !others.some(([other]) => other === name))
  return [...changed, ...added.map((name) => [name, String(spans[name])])]
}

const cellSpec = (name) => ({
  attrs: { ...HTML, colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null } },
  isolating: true,
  parseDOM: [
    {
      tag: name,
      getAttrs: (element) => ({
        ...readHtml(element),
        colspan: Number(element.getAttribute('colspan')) || 1,
        rowspan: Number(element.getAttribute('rowspan')) || 1,
      }),
    },
  ],
  toDOM: ({ attrs }) => [name, Object.fromEntries(attributesOfTableCell(attrs)), 0],
})

/** The group of rows to which a row belongs, such as `thead`; null if it is a child of the table. */
function groupOf(row) {
  const parent = row.parentElement
  if (!parent || !['thead', 'tbody', 'tfoot'].includes(lowerCaseElementName(parent))) return null
  const index = [...parent.parentElement.children].indexOf(parent)
  return { name: lowerCaseElementName(parent), html: allowedAttributesOfElement(parent), index }
}

function specOf(name, formatElement) {
  const spec = {
    content: CONTENT[name] ?? FLOW,
    group: PARTS.includes(name) ? '' : name === 'figcaption' ? 'flow' : 'block flow',
    attrs: HTML,
    defining: name !== 'p',
    parseDOM: [{ tag: name, getAttrs: readHtml, ...(name === 'pre' && { preserveWhitespace: 'full' }) }],
    toDOM: ({ attrs }) => (name === 'hr' ? tagOf(name, attrs) : [...tagOf(name, attrs), 0]),
    ...(name === 'pre' && { code: true }),
    ...(TABLE_ROLES[name] && { tableRole: TABLE_ROLES[name] }),
  }
  if (name === 'td' || name === 'th') return { ...spec, ...cellSpec(name) }
  if (name === 'tr') {
    const getAttrs = (row) => ({ ...readHtml(row), group: groupOf(row) })
    return { ...spec, attrs: { ...HTML, group: { default: null } }, parseDOM: [{ tag: 'tr', getAttrs }] }
  }
  if (name === 'table') {
    const headOf = (table) =>
      [...table.children].filter((child) => ['caption', 'colgroup'].includes(lowerCaseElementName(child)))
    const getAttrs = (table) => ({ ...readHtml(table), head: headOf(table).map(formatElement).join('') })
    const toDOM = ({ attrs }) => [...tagOf('table', attrs), ['tbody', 0]]
    return { ...spec, attrs: { ...HTML, head: { default: '' } }, parseDOM: [{ tag: 'table', getAttrs }], toDOM }
  }
  return spec
}

const inlineSpec = (name) => ({
  inline: true,
  group: 'inline',
  attrs: HTML,
  parseDOM: [{ tag: name, getAttrs: readHtml }],
  toDOM: ({ attrs }) => tagOf(name, attrs),
})

/**
 * Name of the attribute that marks each `br` after which the stored HTML has a line break: the server adds line breaks
 * only after some of them.
 */
export const LINE_END = 'data-line-end'
export const isBreakAtEndOfSourceLine = (element) => element.hasAttribute(LINE_END)

const breakSpec = {
  ...inlineSpec('br'),
  attrs: { ...HTML, endsLine: { default: false } },
  parseDOM: [
    { tag: 'br', getAttrs: (element) => ({ ...readHtml(element), endsLine: isBreakAtEndOfSourceLine(element) }) },
  ],
}

/** Counts the nested inline elements, such as emphasis and links, that surround an element. */
const depthOf = (element) =>
  element.parentElement && MARKUP.inline.includes(lowerCaseElementName(element.parentElement))
    ? 1 + depthOf(element.parentElement)
    : 0

/**
 * The specification of the mark for an element such as `<b>`. The mark has the nesting depth of its element as an
 * attribute, because `<b><i>` and `<i><b>` would otherwise be the same set of marks.
 */
const markSpec = (name) => ({
  attrs: { ...HTML, depth: { default: 99 } },
  excludes: '',
  inclusive: name !== 'a',
  parseDOM: [{ tag: name, getAttrs: (element) => ({ ...readHtml(element), depth: depthOf(element) }) }],
  toDOM: ({ attrs }) => [...tagOf(name, attrs), 0],
})

/** Creates the schema of the editor. @param formatElement formats an element as HTML, as the server does */
export function createEditorSchema(formatElement) {
  const blocks = MARKUP.blocks.filter((name) => !TABLE_PARTS.includes(name) && name !== 'p')
  const rules = [
    { tag: 'div[data-plain]', priority: 60 },
    { tag: 'caption, colgroup', ignore: true },
  ]
  return new Schema({
    nodes: {
      doc: { content: 'block+' },
      // Where a block is missing, the editor adds the first node type of a group, which is `plain`.
      plain: { content: TEXT, group: 'flow', parseDOM: rules, toDOM: () => ['div', { 'data-plain': '' }, 0] },
      p: specOf('p', formatElement),
      ...Object.fromEntries(blocks.map((name) => [name, specOf(name, formatElement)])),
      br: breakSpec,
      img: inlineSpec('img'),
      text: { group: 'inline' },
    },
    marks: Object.fromEntries(
      MARKUP.inline.filter((name) => !VOID.includes(name)).map((name) => [name, markSpec(name)]),
    ),
  })
}
