/** Creates the dialogues of the editor. They are outside of the form of the page, because forms cannot be nested. */

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

/**
 * Shows a dialogue that asks for the address of a link.
 * @param onChoose called with the address; an empty one removes the link
 */
export function showLinkDialog(words, address, onChoose) {
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
 * Shows a dialogue in which the user chooses a stored picture or uploads one.
 * @param textarea field with the text; its attributes contain the address of the list of pictures, and whether the user
 * may upload pictures
 * @param onChoose called with the chosen picture
 */
export function showPictureDialog(words, textarea, onChoose) {
  const { pictures: path, uploads } = textarea.dataset
  const choose = (picture) => {
    dialog.close()
    onChoose(picture)
  }
  const upload =
    uploads === undefined ? [] : uploadControls(words, path, textarea.form.elements.form_token.value, choose)
  const dialog = openDialog(words, words.picture, [...upload, ...searchControls(words, path, choose)])
}

function searchControls(words, path, choose) {
  const input = element('input', { type: 'search' })
  const results = element('div', { className: 'pictures' })
  const button = (picture) => {
    const made = element('button', { type: 'button', className: 'plain' })
    made.append(element('img', { src: picture.thumbnail, alt: '' }), picture.title)
    made.addEventListener('click', () => choose(picture))
    return made
  }
  let last = 0
  const show = async () => {
    last += 1
    const own = last
    const response = await fetch(`${path}?search=${encodeURIComponent(input.value)}`)
    const { pictures } = response.ok ? await response.json() : { pictures: [] }
    if (own === last) results.replaceChildren(...pictures.map(button))
  }
  input.addEventListener('input', show)
  show()
  return [labelled(words.search, input), results]
}

function uploadControls(words, path, token, choose) {
  const file = element('input', { type: 'file', accept: 'image/jpeg,image/png,image/webp,image/gif,image/avif' })
  const alt = element('input', { type: 'text' })
  const send = element('button', { type: 'button', textContent: words.insertUpload, disabled: true })
  const message = element('p', { className: 'problem', role: 'alert' })
  file.addEventListener('change', () => {
    send.disabled = file.files.length === 0
  })
  send.addEventListener('click', async () => {
    send.disabled = true
    const { picture, problem } = await sendPicture(path, token, file.files[0], alt.value).catch(() => ({}))
    if (picture) return choose(picture)
    message.textContent = problem ?? words.uploadFailed
    send.disabled = false
  })
  return [labelled(words.upload, file), labelled(words.alt, alt), send, message]
}

/** Uploads a picture. @returns `picture` as in the list, or `problem`, the message about the file */
async function sendPicture(path, token, file, alt) {
  const body = new FormData()
  for (const [name, value] of Object.entries({ form_token: token, file_alt: alt, file })) body.append(name, value)
  const response = await fetch(path, { method: 'POST', body })
  return response.json()
}
