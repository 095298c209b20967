import { EDITOR_COMMANDS } from './commands.js'

/**
 * The signs on the buttons of the toolbar. A button with an empty sign is drawn by the style sheet. The names of the
 * buttons are among the texts of the page.
 */
const SIGNS = {
  heading2: 'H2',
  heading3: 'H3',
  heading4: 'H4',
  bold: 'B',
  italic: 'I',
  link: '',
  bulletList: '•',
  orderedList: '1.',
  quote: '”',
  picture: '',
  table: '▦',
  addRow: '▦↓',
  addColumn: '▦→',
  deleteRow: '▦↓×',
  deleteColumn: '▦→×',
  source: '</>',
}

/**
 * Creates the toolbar (ARIA Authoring Practices, "Toolbar"): the Tab key reaches only one of its buttons, and the arrow
 * keys move the focus between them.
 * @param run called with the name of the pressed button
 * @param leave called when the user leaves the toolbar with the Escape key
 * @returns the element, and a function that marks the buttons that are active at the selection
 */
export function createEditorToolbar(words, { run, leave }) {
  const bar = document.createElement('div')
  bar.setAttribute('role', 'toolbar')
  bar.setAttribute('aria-label', words.toolbar)
  bar.className = 'editor-toolbar'
  const buttons = Object.entries(SIGNS).map(([name, sign]) => createButton(words[name], name, sign))
  bar.append(...buttons)
  const focusOn = (button) => {
    for (const other of buttons) other.tabIndex = other === button ? 0 : -1
    button.focus()
  }
  bar.addEventListener('click', ({ target }) => target.dataset.name && run(target.dataset.name))
  // A click on a button must not move the focus away from the text, which would lose its selection.
  bar.addEventListener('mousedown', (event) => event.preventDefault())
  bar.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') return leave()
    const shown = buttons.filter(({ hidden }) => !hidden)
    const index = shown.indexOf(document.activeElement)
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    focusOn(shown.at(next % shown.length))
  })
  focusable(buttons[0])
  return {
    bar,
    focus: () => buttons.find(({ tabIndex }) => tabIndex === 0).focus(),
    update(state, isSource) {
      for (const button of buttons) {
        const { isActive, isShown } = EDITOR_COMMANDS[button.dataset.name] ?? {}
        const isToggle = button.dataset.name === 'source'
        button.hidden = !isToggle && (isSource || (isShown !== undefined && !isShown(state)))
        if (isActive) button.setAttribute('aria-pressed', String(!isSource && isActive(state)))
        if (isToggle) button.setAttribute('aria-pressed', String(isSource))
      }
      if (buttons.every(({ hidden, tabIndex }) => hidden || tabIndex === -1)) focusable(buttons.at(-1))
    },
  }
}

const focusable = (button) => {
  button.tabIndex = 0
}

function createButton(label, name, sign) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'plain'
  // The style sheet shows the sign, so that the sign is no part of the accessible name of the button.
  button.dataset.sign = sign
  button.title = label
  button.ariaLabel = label
  button.dataset.name = name
  button.tabIndex = -1
  return button
}
