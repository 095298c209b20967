// This script shows suggestions below a search field while visitors type: a combobox with a list (ARIA Authoring
// Practices Guide). It is loaded when a search field gets the focus for the first time.
const DELAY_MILLISECONDS = 150
const LENGTH_MIN = 2

/**
 * Shows suggestions below a search field while visitors type.
 * @param input a search field; its `data-suggestions` is the address that returns suggestions
 */
export function addSuggestionsToSearchField(input) {
  const list = document.createElement('ul')
  list.id = 'suggestions'
  list.className = 'suggestions'
  list.role = 'listbox'
  list.ariaLabel = input.labels[0].textContent.trim()
  list.hidden = true
  input.form.append(list)
  input.role = 'combobox'
  input.autocomplete = 'off'
  input.ariaAutoComplete = 'list'
  input.ariaExpanded = 'false'
  input.setAttribute('aria-controls', list.id)
  let timer
  let request
  const close = () => {
    clearTimeout(timer)
    request?.abort()
    list.hidden = true
    input.ariaExpanded = 'false'
    input.removeAttribute('aria-activedescendant')
  }
  // Screen readers do not notice that the list has appeared, so the number of suggestions is announced.
  const news = document.getElementById('news')
  const show = ({ suggestions, summary }) => {
    list.replaceChildren(...suggestions.map(optionOf))
    list.hidden = suggestions.length === 0
    news.textContent = list.hidden ? '' : summary
    input.ariaExpanded = String(!list.hidden)
    input.removeAttribute('aria-activedescendant')
  }
  const load = async () => {
    request?.abort()
    request = new AbortController()
    const text = input.value.trim()
    if (text.length < LENGTH_MIN) return close()
    const query = new URLSearchParams({ search: text })
    const response = await fetch(`${input.dataset.suggestions}?${query}`, { signal: request.signal })
    if (response.ok) show(await response.json())
    else close()
  }
  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => load().catch(() => {}), DELAY_MILLISECONDS)
  })
  input.addEventListener('blur', close)
  input.addEventListener('keydown', (event) => {
    if (event.isComposing || list.hidden) return
    const current = list.querySelector('[aria-selected="true"]')
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && current) location.assign(current.dataset.path)
    else if (event.key === 'ArrowDown') select(current?.nextElementSibling ?? list.firstElementChild)
    else if (event.key === 'ArrowUp') select(current?.previousElementSibling ?? list.lastElementChild)
    else return
    event.preventDefault()
  })
  const select = (option) => {
    for (const one of list.children) one.ariaSelected = String(one === option)
    input.setAttribute('aria-activedescendant', option.id)
    option.scrollIntoView({ block: 'nearest' })
  }
  // A click on an option must not move the focus away from the search field.
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  list.addEventListener('click', (event) => {
    const option = event.target.closest('[role="option"]')
    if (option) location.assign(option.dataset.path)
  })
}

function optionOf({ name, kind, path }, index) {
  const option = document.createElement('li')
  option.id = `suggestion-${index}`
  option.role = 'option'
  option.ariaSelected = 'false'
  option.dataset.path = path
  const label = document.createElement('bdi')
  label.textContent = name
  const about = document.createElement('span')
  about.className = 'quiet'
  about.textContent = kind
  option.append(label, ' ', about)
  return option
}
