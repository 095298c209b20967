/** Dialogues of the editor. They are outside of the form of the page, because forms cannot be nested. */

function openDialog(words, label, content) {
  const dialog = element('dialog', { className: 'editor-dialog', ariaLabel: label })
  const cancel = element('button', { type: 'button', className: 'plain', textContent: words.cancel })
  cancel.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => dialog.remove())
  dialog.append(element('h2', { textContent: label }), ...content, cancel)
  document.body.append(dialog)
  dialog.showModal()
  return dialog
}

const element = (name, properties) => Object.assign(document.createElement(name), properties)

function labelled(text, input) {
  const label = element('label', { textContent: text })
  label.append(input)
  return label
}

/** Asks for the address of a link. @param onChoose called with the address; empty removes the link */
export function askForLink(words, address, onChoose) {
  const input = element('input', { type: 'url', value: address, placeholder: 'https://' })
  const ok = element('button', { type: 'button', textContent: words.apply })
  const dialog = openDialog(words, words.link, [labelled(words.address, input), ok])
  const finish = () => {
    dialog.close()
    const typed = input.value.trim()
    onChoose(typed === '' || /^([a-z]+:|\/|#)/i.test(typed) ? typed : `https://${typed}`)
  }
  ok.addEventListener('click', finish)
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    finish()
  })
}

/**
 * Shows a dialogue in which the user chooses a stored picture.
 * @param listPath address of the list of pictures
 * @param onChoose called with the chosen picture
 */
export function askForPicture(words, listPath, onChoose) {
  const input = element('input', { type: 'search' })
  const results = element('div', { className: 'pictures' })
  const dialog = openDialog(words, words.picture, [labelled(words.search, input), results])
  const button = (picture) => {
    const made = element('button', { type: 'button', className: 'plain' })
    made.append(element('img', { src: picture.thumbnail, alt: '' }), picture.title)
    made.addEventListener('click', () => {
      dialog.close()
      onChoose(picture)
    })
    return made
  }
  let last = 0
  const show = async () => {
    last += 1
    const own = last
    const response = await fetch(`${listPath}?search=${encodeURIComponent(input.value)}`)
    const { pictures } = response.ok ? await response.json() : { pictures: [] }
    if (own === last) results.replaceChildren(...pictures.map(button))
  }
  input.addEventListener('input', show)
  show()
}
