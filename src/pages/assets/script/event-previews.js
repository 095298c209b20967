/** Delay in milliseconds before a preview is shown, so that none appears while the pointer crosses the page. */
const SHOW_DELAY_MS = 300
/** Time in milliseconds in which the pointer may reach the preview after leaving the event. */
const HIDE_DELAY_MS = 200
/**
 * Selectors of the links of events that have previews, each with the width that their layout needs: those in month
 * tables and on the axis of hours of a week. Lists show everything that a preview would.
 */
const PREVIEWED = [
  ['.month .event', '(min-width: 46.01rem)'],
  ['.week .event', '(min-width: 70rem)'],
]

/** The documents of days by address, so that each is fetched once. @type {Map<string, Promise<Document>>} */
const dayDocuments = new Map()
/** The event whose preview is shown or about to be shown. @type {HTMLAnchorElement | undefined} */
let previewedLink
/** The event that was tapped last: the second tap opens its page. @type {HTMLAnchorElement | undefined} */
let tappedLink
/** The timer that shows or hides the preview. @type {ReturnType<typeof setTimeout> | undefined} */
let previewTimer
/** The preview that is shown now. @type {HTMLElement | undefined} */
let preview

/**
 * Shows a preview of an event when the pointer is over its link, when the link gets the focus by keyboard, and when
 * it is tapped. The preview is the card of the event on the page of its day. Escape closes it.
 */
export function listenForEventPreviews() {
  if (!('popover' in HTMLElement.prototype)) return
  document.addEventListener('pointerover', (event) => {
    if (event.pointerType !== 'mouse') return
    const link = linkOf(event.target)
    if (link) schedulePreview(link)
    else if (!preview?.contains(/** @type {Node} */ (event.target))) scheduleClosing()
    else clearTimeout(previewTimer)
  })
  document.addEventListener('focusin', (event) => {
    const link = linkOf(event.target)
    if (link?.matches(':focus-visible')) schedulePreview(link)
    else scheduleClosing()
  })
  document.addEventListener('click', (event) => {
    const link = linkOf(event.target)
    const isTap = /** @type {PointerEvent} */ (event).pointerType === 'touch'
    if (!isTap || link === undefined || link === tappedLink) return closeEventPreview()
    event.preventDefault()
    tappedLink = link
    showPreview(link)
  })
}

/** Closes the preview. The next tap on an event then opens a preview again, instead of the page of the event. */
export function closeEventPreview() {
  clearTimeout(previewTimer)
  previewedLink = undefined
  tappedLink = undefined
  preview?.hidePopover()
}

/**
 * The link of an event that has previews at this width, if an element is inside it.
 * @param {EventTarget | null} target
 */
function linkOf(target) {
  if (!(target instanceof Element)) return undefined
  for (const [events = '', width = ''] of PREVIEWED) {
    const link = matchMedia(width).matches && target.closest(events)
    if (link instanceof HTMLAnchorElement) return link
  }
  return undefined
}

/**
 * Shows the preview of an event after `SHOW_DELAY_MS`, and cancels what was scheduled before, such as closing another
 * one.
 * @param {HTMLAnchorElement} link
 */
function schedulePreview(link) {
  if (link === previewedLink && preview?.matches(':popover-open')) return clearTimeout(previewTimer)
  clearTimeout(previewTimer)
  previewTimer = setTimeout(() => showPreview(link), SHOW_DELAY_MS)
}

function scheduleClosing() {
  clearTimeout(previewTimer)
  previewTimer = setTimeout(closeEventPreview, HIDE_DELAY_MS)
}

/**
 * Shows the preview of an event; nothing if the page of the day does not contain its card, or cannot be loaded.
 * @param {HTMLAnchorElement} link
 */
async function showPreview(link) {
  clearTimeout(previewTimer)
  previewedLink = link
  const day = /** @type {HTMLAnchorElement | null | undefined} */ (
    link.closest('td, section')?.querySelector('.number')
  )
  const page = day && (await dayDocument(day.href).catch(() => undefined))
  const card = [...(page?.querySelectorAll('.card') ?? [])].find(
    (one) => one.querySelector('h3 a')?.getAttribute('href') === link.getAttribute('href'),
  )
  if (card === undefined || previewedLink !== link || !link.isConnected) return
  preview ??= createPreview()
  preview.replaceChildren(...[...card.cloneNode(true).childNodes].map((part) => document.adoptNode(part)))
  // The preview is a visual copy of the linked page's card, so it contains no links of its own.
  for (const anchor of preview.querySelectorAll('a')) anchor.replaceWith(...anchor.childNodes)
  preview.className = `preview ${card.className}`
  preview.showPopover()
  placePreview(preview, link)
}

function createPreview() {
  const made = document.createElement('div')
  made.popover = 'auto'
  made.setAttribute('aria-hidden', 'true')
  made.addEventListener('click', () => previewedLink?.click())
  document.body.append(made)
  return made
}

/** The page of a day. @param {string} address @returns {Promise<Document>} rejects if it cannot be loaded */
function dayDocument(address) {
  const loaded = dayDocuments.get(address)
  if (loaded) return loaded
  const loading = fetch(address, { headers: { accept: 'text/html' } })
    .then((response) => response.text())
    .then((text) => new DOMParser().parseFromString(text, 'text/html'))
  loading.catch(() => dayDocuments.delete(address))
  dayDocuments.set(address, loading)
  return loading
}

/** Places the preview below its link, or above if there is no room. @param {HTMLElement} box @param {Element} link */
function placePreview(box, link) {
  const [room, size] = [link.getBoundingClientRect(), box.getBoundingClientRect()]
  const left = Math.max(8, Math.min(room.left, innerWidth - size.width - 8))
  const below = room.bottom + 6
  const top = below + size.height > innerHeight ? Math.max(8, room.top - size.height - 6) : below
  box.style.left = `${left}px`
  box.style.top = `${top}px`
}
