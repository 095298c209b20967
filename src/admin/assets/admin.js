/**
 * The script of all admin pages, which also work without it. It replaces text fields by editors: an empty field when it
 * gets the focus, other fields when they become visible, so that pages without texts load no editor. Attributes of such
 * a `textarea`: `data-editor`, address of the editor's module; `data-words`, texts of the editor; `data-pictures`,
 * address of the list of stored pictures. Ctrl+S, or Cmd+S on a Mac, presses the first button of a long form, which
 * saves the form.
 */
addEventListener('keydown', (event) => {
  const button = document.querySelector('.save-bar button')
  const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 's'
  if (!isSave || !button) return
  event.preventDefault()
  if (!document.querySelector('dialog[open]')) button.click()
})

for (const textarea of document.querySelectorAll('textarea[data-editor]')) {
  const load = async () => {
    watcher.disconnect()
    textarea.removeEventListener('focus', load)
    const { value } = textarea
    const { replaceTextareaByEditor } = await import(textarea.dataset.editor)
    // If the user has begun to type while the editor was loading, the textarea stays: the editor would move the cursor
    // and remove spaces.
    if (textarea.value === value) replaceTextareaByEditor(textarea)
    else textarea.addEventListener('blur', () => replaceTextareaByEditor(textarea), { once: true })
  }
  const watcher = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && load())
  if (textarea.value !== '') watcher.observe(textarea)
  textarea.addEventListener('focus', load, { once: true })
}
