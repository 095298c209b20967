/**
 * This script helps to fill in forms of records: it completes names while the user types, searches in long lists of
 * categories, shows the inputs that the chosen repetition needs, and shows the next dates of a repeated event.
 */
const DELAY_MS = 200
const LONG_LIST = 12

/**
 * Returns a function that calls `work` after a pause and gives it an `AbortSignal`. If the function is called again
 * before `work` has finished, the signal of the earlier call is aborted.
 */
function afterPause(work) {
  let running
  let timer
  return () => {
    running?.abort()
    clearTimeout(timer)
    running = new AbortController()
    const { signal } = running
    timer = setTimeout(() => work(signal).catch(ignoreAbort), DELAY_MS)
  }
}

function ignoreAbort(error) {
  // If the connection is lost or the session has ended, the form does not change.
  if (error.name !== 'AbortError' && !(error instanceof TypeError)) throw error
}

async function load(path, query, signal) {
  const response = await fetch(`${path}?${new URLSearchParams(query)}`, { signal, redirect: 'error' })
  return response.ok ? response.json() : undefined
}

/** Completes a name, or with `data-several` the last of several names, with those of stored records. */
function completeNames(input) {
  const update = async (signal) => {
    const start = 'several' in input.dataset ? input.value.lastIndexOf(',') + 1 : 0
    const search = input.value.slice(start).trim()
    if (search === '') return
    const before = start === 0 ? '' : `${input.value.slice(0, start)} `
    const found = await load(input.dataset.choices, { search }, signal)
    if (found) input.list.replaceChildren(...found.choices.map(({ name }) => new Option('', before + name)))
  }
  input.addEventListener('input', afterPause(update))
}

/**
 * Adds a search field to a long list of checkboxes. With `data-choices`, the search also finds records that are not in
 * the list.
 */
function addSearch(fieldset) {
  const { find, choices, boxes } = fieldset.dataset
  const labels = () => [...fieldset.querySelectorAll('label')]
  if (labels().length <= LONG_LIST) return
  const input = Object.assign(document.createElement('input'), { type: 'search', ariaLabel: find, placeholder: find })
  fieldset.querySelector('legend').after(input)
  const isFound = (label) => label.textContent.toLowerCase().includes(input.value.trim().toLowerCase())
  const filter = () => {
    for (const label of labels()) label.hidden = !isFound(label) && !label.querySelector('input').checked
  }
  const add = ({ id, name }) => {
    if (fieldset.querySelector(`[value="${id}"]`)) return
    const label = document.createElement('label')
    label.append(
      Object.assign(document.createElement('input'), { type: 'checkbox', name: boxes, value: id }),
      ` ${name}`,
    )
    fieldset.append(label)
  }
  const findMore = afterPause(async (signal) => {
    const found = await load(choices, { search: input.value.trim() }, signal)
    for (const choice of found?.choices ?? []) add(choice)
    filter()
  })
  input.addEventListener('input', (event) => {
    // The search is not a field of the form, so listeners of the form must not get its events.
    event.stopPropagation()
    filter()
    if (choices && input.value.trim() !== '') findMore()
  })
}

/**
 * Opens the part with typed rules when the user chooses them, chooses them when the user types, and hides the last day
 * of an event that does not repeat.
 */
function connectRepetition(details) {
  const lines = details.querySelector('textarea')
  const { [`${lines.name}_every`]: choice, [`${lines.name}_until`]: until } = lines.form.elements
  const row = until.closest('.row')
  let otherDay = ''
  const update = () => {
    if (choice.value === 'lines') details.open = true
    if (row.hidden === (choice.value === 'never')) return
    row.hidden = !row.hidden
    // A hidden day must not be sent. It comes back with another choice.
    const { value } = until
    until.value = otherDay
    otherDay = value
  }
  for (const type of ['input', 'restored']) choice.addEventListener(type, update)
  lines.addEventListener('input', () => {
    if (lines.value.trim() === '') return
    choice.value = 'lines'
    update()
  })
  update()
}

/** Shows the next dates of the event, computed by the server from the texts that are in the form now. */
function showDates(place) {
  const fieldset = place.closest('fieldset')
  const { form } = fieldset
  const names = place.dataset.inputs.split(' ')
  const isOfDates = ([name, value]) => typeof value === 'string' && names.some((start) => name.startsWith(start))
  const update = afterPause(async (signal) => {
    const query = [['id', place.dataset.event], ...[...new FormData(form)].filter(isOfDates)]
    const { text, dates = [], more } = (await load(place.dataset.dates, query, signal)) ?? {}
    const items = dates.map((date) => element('li', date))
    const list = element('ul', '')
    list.append(...items)
    // The input with a problem may have the message already.
    const isNew = text && ![...fieldset.querySelectorAll('.problem')].some(({ textContent }) => textContent === text)
    place.replaceChildren(...(isNew ? [element('p', text), list, element('p', more)] : []))
  })
  form.addEventListener('input', ({ target }) => {
    if (target === form || names.some((start) => target.name?.startsWith(start))) update()
  })
  update()
}

const element = (name, textContent) => Object.assign(document.createElement(name), { textContent })

for (const input of document.querySelectorAll('input[data-choices]')) completeNames(input)
for (const fieldset of document.querySelectorAll('fieldset[data-find]')) addSearch(fieldset)
for (const details of document.querySelectorAll('details[data-rules]')) connectRepetition(details)
for (const place of document.querySelectorAll('[data-dates]')) showDates(place)
for (const button of document.querySelectorAll('button[value="dates"]')) button.parentElement.hidden = true
