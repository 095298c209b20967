/**
 * The script of all admin pages. Everything works without it. Text fields become editors: an empty one when it gets the focus, others
 * when they come into view, so that pages without texts load no editor. Attributes of such a `textarea`: `data-editor`, address of the
 * module; `data-words`, its words; `data-pictures`, address of the list of stored pictures. Ctrl+S, on a Mac Cmd+S, presses the first
 * button of a long form, which saves it.
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
    const { mountEditor } = await import(textarea.dataset.editor)
    // Users who have begun to type meanwhile go on in the textarea: the editor would move the cursor and drop spaces.
    if (textarea.value === value) mountEditor(textarea)
    else textarea.addEventListener('blur', () => mountEditor(textarea), { once: true })
  }
  const watcher = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && load())
  if (textarea.value !== '') watcher.observe(textarea)
  textarea.addEventListener('focus', load, { once: true })
}
