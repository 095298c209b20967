/**
 * This script protects changes in forms with an element `data-draft`, whose value identifies form and user. It warns
 * before the user leaves the page with changes, stores the typed texts in this browser until they are saved, and offers
 * them when the form is opened again, e.g. after a lost connection. Signing out deletes all stored texts.
 */
const PREFIX = 'almanac-draft '
const DAY_MS = 86_400_000
const LIFETIME_MS = 14 * DAY_MS
/**
 * Key under which the browser stores which form was sent last. The draft of that form is deleted when the next page
 * confirms that the form was saved.
 */
const SENT = 'almanac-sent-draft'
const DELAY_MS = 400

const keysOfDrafts = () => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))

function readDraft(key) {
  try {
    return JSON.parse(localStorage.getItem(key))
  } catch {
    return null
  }
}

function deleteOldDrafts() {
  for (const key of keysOfDrafts()) if (!(readDraft(key)?.at > Date.now() - LIFETIME_MS)) localStorage.removeItem(key)
}

/** Deletes the draft of the form that was sent last, if this page confirms that the form was saved. */
function deleteSavedDraft() {
  const sent = sessionStorage.getItem(SENT)
  if (sent === null || document.querySelector('main > .notice') === null) return
  localStorage.removeItem(sent)
  sessionStorage.removeItem(SENT)
}

/** Names and values of the fields of a form, except form token, passwords and files. */
const fieldsOf = (form) =>
  [...new FormData(form)].filter(
    ([name, value]) => typeof value === 'string' && name !== 'form_token' && !name.includes('password'),
  )

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other)
/** Fields that the user does not type, or that only a refused form has. */
const NOT_TYPED = ['version', 'shown_texts', 'reset_overrides']
const typedFields = (fields) => fields.filter(([name]) => !NOT_TYPED.includes(name))

/**
 * The fields of a form with the values in the HTML of the page, even if the browser has since restored other values in
 * its inputs.
 */
function fieldsAsServed(form) {
  const copy = form.cloneNode(true)
  copy.reset()
  return fieldsOf(copy)
}

function watch(offer) {
  const form = offer.closest('form')
  const key = PREFIX + offer.dataset.draft
  const served = fieldsAsServed(form)
  let isLeaving = false
  let timer
  const isChanged = () => !isSame(fieldsOf(form), served)
  const hasFile = () => [...form.elements].some(({ type, files }) => type === 'file' && files.length > 0)
  const store = () => {
    clearTimeout(timer)
    if (isChanged()) localStorage.setItem(key, JSON.stringify({ at: Date.now(), fields: fieldsOf(form) }))
    else if (offer.hidden && !('refused' in offer.dataset)) localStorage.removeItem(key)
  }

  form.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(store, DELAY_MS)
  })
  form.addEventListener('submit', () => {
    store()
    isLeaving = true
    sessionStorage.setItem(SENT, key)
  })
  addEventListener('pagehide', store)
  addEventListener('pageshow', () => {
    isLeaving = false
  })
  addEventListener('beforeunload', (event) => {
    if (!isLeaving && (isChanged() || hasFile() || 'refused' in offer.dataset)) event.preventDefault()
  })
  offerDraft(offer, form, key)
}

/** Shows when the stored draft was typed, with buttons to restore or discard it, unless the form has the same texts. */
function offerDraft(offer, form, key) {
  const draft = readDraft(key)
  if (!draft || isSame(typedFields(draft.fields), typedFields(fieldsOf(form)))) return
  const time = offer.querySelector('time')
  const format = new Intl.DateTimeFormat(time.dataset.locale, { dateStyle: 'medium', timeStyle: 'short' })
  time.textContent = format.format(draft.at)
  offer.hidden = false
  offer.addEventListener('click', ({ target }) => {
    if (target.value === 'restore') fill(form, draft.fields)
    else if (target.value === 'discard') localStorage.removeItem(key)
    else return
    offer.hidden = true
    form.querySelector('input:not([type="hidden"])')?.focus()
  })
}

/**
 * Fills a form with the fields of a draft. Among them is the version of the record that the user has edited, so the
 * server notices if another user has saved the record since. Fields that the form no longer contains are sent too.
 */
function fill(form, fields) {
  const rest = new Map()
  for (const [name, text] of fields) rest.set(name, [...(rest.get(name) ?? []), text])
  for (const control of form.elements) {
    const { name, type, value } = control
    const texts = rest.get(name)
    if (name === '' || name === 'form_token' || type === 'file' || type === 'submit') continue
    if (type === 'checkbox' || type === 'radio') control.checked = texts?.includes(value) ?? false
    else if (texts?.length > 0 && !isBesideCheckbox(form, control)) control.value = texts.shift()
    control.dispatchEvent(new CustomEvent('restored'))
  }
  for (const [name, texts] of rest) if (!form.elements[name]) for (const text of texts) addHidden(form, name, text)
  form.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Whether a hidden input belongs to checkboxes of the same name: its value is sent when none of them is checked. */
const isBesideCheckbox = (form, { name, type }) => type === 'hidden' && form.elements[name] instanceof RadioNodeList

function addHidden(form, name, value) {
  const input = Object.assign(document.createElement('input'), { type: 'hidden', name, value })
  form.append(input)
}

deleteOldDrafts()
deleteSavedDraft()
document.querySelector('.sign-out')?.addEventListener('submit', () => {
  for (const key of keysOfDrafts()) localStorage.removeItem(key)
})
for (const offer of document.querySelectorAll('[data-draft]')) watch(offer)
