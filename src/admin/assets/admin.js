/**
 * The script of all admin pages. Everything works without it. Text fields become editors: an empty one when it gets the focus, others
 * when they come into view, so that pages without texts load no editor. Attributes of such a `textarea`: `data-editor`, address of the
 * module; `data-words`, its words; `data-pictures`, address of the list of stored pictures.
 */
for (const textarea of document.querySelectorAll('textarea[data-editor]')) {
  const load = async () => {
    watcher.disconnect()
    textarea.removeEventListener('focus', load)
    const { mountEditor } = await import(textarea.dataset.editor)
    mountEditor(textarea)
  }
  const watcher = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && load())
  if (textarea.value !== '') watcher.observe(textarea)
  textarea.addEventListener('focus', load, { once: true })
}
