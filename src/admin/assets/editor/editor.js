import {
  addressOfLinkAtSelection,
  EDITOR_COMMANDS,
  insertLineBreakAtSelection,
  insertPictureAtSelection,
  setLinkOfSelection,
} from './commands.js'
import { formatEditorDocument, parseEditorDocument, schema } from './convert-html-and-editor-document.js'
import { showLinkDialog, showPictureDialog } from './dialogs.js'
import { baseKeymap } from './prosemirror-commands.js'
import { history, redo, undo } from './prosemirror-history.js'
import { keymap } from './prosemirror-keymap.js'
import { liftListItem, sinkListItem, splitListItem } from './prosemirror-schema-list.js'
import { EditorState } from './prosemirror-state.js'
import { goToNextCell, tableEditing } from './prosemirror-tables.js'
import { EditorView } from './prosemirror-view.js'
import { createEditorToolbar } from './toolbar.js'

/**
 * Replaces a textarea that contains HTML by an editor. The textarea stays in the form, hidden, and always contains the
 * text to be sent: the stored text until the user changes something. The editor does not open a text that it would
 * change by opening it; then the textarea stays visible.
 */
export function replaceTextareaByEditor(textarea) {
  const words = JSON.parse(textarea.dataset.words)
  const label = textarea.labels[0]
  const frame = document.createElement('div')
  frame.className = 'editor'
  const message = Object.assign(document.createElement('p'), { className: 'quiet' })
  message.setAttribute('role', 'status')
  let stored
  let view
  const toolbar = createEditorToolbar(words, { run: press, leave: () => focusText() })
  const isSource = () => !textarea.hidden
  const focusText = () => (isSource() ? textarea.focus() : view.focus())

  function press(name) {
    if (name === 'source') return isSource() ? showText() : showSource()
    if (name === 'link')
      return showLinkDialog(words, addressOfLinkAtSelection(view.state) ?? '', withView(setLinkOfSelection))
    if (name === 'picture') return showPictureDialog(words, textarea, withView(insertPictureAtSelection))
    EDITOR_COMMANDS[name].run(view.state, view.dispatch, view)
    view.focus()
  }
  const withView = (command) => (value) => {
    command(view.state, view.dispatch, value)
    view.focus()
  }

  function showSource() {
    textarea.hidden = false
    view.dom.hidden = true
    toolbar.update(view.state, true)
    textarea.focus()
  }

  /**
   * Shows the text of the textarea in the editor.
   * @returns false if the editor cannot show the text without changing it
   */
  function showText() {
    const doc = parseEditorDocument(textarea.value)
    message.textContent = doc === undefined ? words.sourceOnly : ''
    if (doc === undefined) return false
    stored = { doc, source: textarea.value }
    view.updateState(createState(doc))
    textarea.hidden = true
    view.dom.hidden = false
    toolbar.update(view.state, false)
    return true
  }

  view = new EditorView(
    { mount: frame.appendChild(document.createElement('div')) },
    {
      state: createState(schema.topNodeType.createAndFill()),
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label.textContent, class: 'editor-text' },
      handleKeyDown(_, { altKey, key }) {
        if (!altKey || key !== 'F10') return false
        toolbar.focus()
        return true
      },
      dispatchTransaction(transaction) {
        view.updateState(view.state.apply(transaction))
        toolbar.update(view.state, false)
        if (!transaction.docChanged) return
        const { doc } = view.state
        textarea.value = doc.eq(stored.doc) ? stored.source : formatEditorDocument(doc)
        textarea.dispatchEvent(new Event('input', { bubbles: true }))
      },
    },
  )
  label.addEventListener('click', (event) => {
    if (isSource()) return
    event.preventDefault()
    view.focus()
  })
  textarea.addEventListener('restored', () => showText() || showSource())
  const hadFocus = document.activeElement === textarea
  textarea.before(frame)
  frame.prepend(toolbar.bar, message)
  if (!showText()) showSource()
  if (hadFocus) focusText()
  return view
}

const { li } = schema.nodes

const createState = (doc) =>
  EditorState.create({
    doc,
    plugins: [
      history(),
      keymap({
        'Mod-z': undo,
        'Mod-y': redo,
        'Shift-Mod-z': redo,
        'Mod-b': EDITOR_COMMANDS.bold.run,
        'Mod-i': EDITOR_COMMANDS.italic.run,
        'Mod-]': sinkListItem(li),
        'Mod-[': liftListItem(li),
        Enter: splitListItem(li),
        'Shift-Enter': insertLineBreakAtSelection,
        Tab: goToNextCell(1),
        'Shift-Tab': goToNextCell(-1),
      }),
      keymap(baseKeymap),
      tableEditing(),
    ],
  })
