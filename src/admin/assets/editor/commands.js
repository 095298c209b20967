import { schema } from './convert-html-and-editor-document.js'
import { setBlockType, toggleMark, wrapIn } from './prosemirror-commands.js'
import { liftListItem, wrapInList } from './prosemirror-schema-list.js'
import { TextSelection } from './prosemirror-state.js'
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, isInTable } from './prosemirror-tables.js'

const { nodes, marks } = schema

/** Whether the selection is inside an element with this name. */
function isInside(state, name) {
  const { $from } = state.selection
  for (let depth = $from.depth; depth > 0; depth -= 1) if ($from.node(depth).type.name === name) return true
  return false
}

const hasMark = ({ selection, storedMarks, doc }, type) =>
  selection.empty
    ? (storedMarks ?? selection.$from.marks()).some((mark) => mark.type === type)
    : doc.rangeHasMark(selection.from, selection.to, type)

/**
 * Creates a command that turns emphasis on or off, such as bold. HTML has two elements for it (`strong` and `b`). The
 * command recognizes all of `names` and writes the first.
 */
const emphasis = (...names) => ({
  isActive: (state) => names.some((name) => hasMark(state, marks[name])),
  run(state, dispatch) {
    const present = names.find((name) => hasMark(state, marks[name])) ?? names[0]
    return toggleMark(marks[present])(state, dispatch)
  },
})

/** Creates a command that makes a text block a heading, or a heading a paragraph. */
const heading = (name) => ({
  isActive: (state) => state.selection.$from.parent.type.name === name,
  run(state, dispatch) {
    const isHeading = state.selection.$from.parent.type.name === name
    return setBlockType(isHeading ? nodes.p : nodes[name])(state, dispatch)
  },
})

/** Changes the text blocks in a selection whose parent has the type `parent` from one type to another. */
function retype(tr, parent, from, to) {
  tr.doc.nodesBetween(tr.selection.from, tr.selection.to, (node, position, inside) => {
    if (node.type === from && inside?.type === parent) tr.setNodeMarkup(position, to, { html: [] })
  })
  return tr
}

const list = (name) => ({
  isActive: (state) => isInside(state, name),
  run(state, dispatch) {
    if (!isInside(state, name)) {
      // In a list of the editor, items contain text directly, without a paragraph around it.
      return wrapInList(nodes[name])(state, dispatch && ((tr) => dispatch(retype(tr, nodes.li, nodes.p, nodes.plain))))
    }
    // Turns text that was moved out of a list into paragraphs, because text outside of lists must be in a paragraph.
    const inParagraphs = () => retype(state.tr, nodes.li, nodes.plain, nodes.p)
    const lift = (tr) => {
      dispatch(inParagraphs())
      dispatch(tr)
    }
    return liftListItem(nodes.li)(state.apply(inParagraphs()), dispatch && lift)
  },
})

/**
 * Inserts a table with two columns: a row of headings and an empty row. Headings must not be empty, so they have letters, the first
 * of which is selected to be typed over.
 */
function insertTable(state, dispatch) {
  const headings = ['A', 'B'].map((letter) => nodes.th.create(null, nodes.plain.create(null, schema.text(letter))))
  const cells = [nodes.td.createAndFill(), nodes.td.createAndFill()]
  const table = nodes.table.create(null, [nodes.tr.create(null, headings), nodes.tr.create(null, cells)])
  const { from } = state.selection
  const transaction = state.tr.replaceSelectionWith(table)
  let heading
  transaction.doc.descendants((node, position) => {
    if (heading === undefined && position >= from - 1 && node.type === nodes.th) heading = position + 2
  })
  const selection = TextSelection.create(transaction.doc, heading, heading + 1)
  dispatch?.(transaction.setSelection(selection).scrollIntoView())
  return true
}

const inTable = (run) => ({ run, isShown: isInTable })

/** The commands of the toolbar that open no dialogue, by name. */
export const EDITOR_COMMANDS = {
  heading2: heading('h2'),
  heading3: heading('h3'),
  heading4: heading('h4'),
  bold: emphasis('strong', 'b'),
  italic: emphasis('em', 'i'),
  bulletList: list('ul'),
  orderedList: list('ol'),
  quote: { isActive: (state) => isInside(state, 'blockquote'), run: wrapIn(nodes.blockquote) },
  table: { run: insertTable },
  addRow: inTable(addRowAfter),
  addColumn: inTable(addColumnAfter),
  deleteRow: inTable(deleteRow),
  deleteColumn: inTable(deleteColumn),
}

/** Inserts a line break without beginning a new paragraph. */
export function insertLineBreakAtSelection(state, dispatch) {
  dispatch?.(state.tr.replaceSelectionWith(nodes.br.create()).scrollIntoView())
  return true
}

/** The address of the link in which the selection is; undefined if it is in none. */
export function addressOfLinkAtSelection({ selection: { $from } }) {
  const mark = [...$from.marks(), ...($from.nodeAfter?.marks ?? [])].find(({ type }) => type === marks.a)
  return mark && Object.fromEntries(mark.attrs.html).href
}

/** Makes the selection a link, or inserts the address as a link. An empty address removes the link. */
export function setLinkOfSelection(state, dispatch, address) {
  const { from, to, empty } = state.selection
  const tr = state.tr
  const mark = marks.a.create({ html: [['href', address]] })
  if (empty && address !== '') tr.insert(from, schema.text(address, [mark]))
  else {
    tr.removeMark(from, to, marks.a)
    if (address !== '') tr.addMark(from, to, mark)
  }
  dispatch(tr.scrollIntoView())
}

/** Inserts a picture at the selection. @param picture address and description of a stored picture */
export function insertPictureAtSelection(state, dispatch, { url, alt, width, height }) {
  const html = Object.entries({ src: url, alt, width: String(width), height: String(height) })
  dispatch(state.tr.replaceSelectionWith(nodes.img.create({ html })).scrollIntoView())
}
