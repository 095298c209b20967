/**
 * Previews of events in a month and on the axis of hours, where an event is only a line or a box. The calendar element
 * loads this file when the reader points at the calendar, or at once where there is a touch screen.
 */
import { createElement } from './create-element.js'
import { convertHtmlToPlainText } from './plain-text.js'

/**
 * Types that this module uses, for the TypeScript compiler.
 * @import { CalendarEvent } from './convert-and-group-events.js'
 * @import { ViewContext } from './view-context.js'
 */

/** CSS of the preview, for the shadow root of the element. */
export const PREVIEW_STYLE = `
.preview {
  position: fixed; inset: auto; inline-size: min(22rem, calc(100vw - 16px)); max-block-size: 60vh; margin: 0;
  padding: .8rem; border: 1px solid var(--_ink); border-radius: var(--_radius); background: var(--_paper);
  color: var(--_ink); box-shadow: 0 .4rem 1.4rem rgb(0 0 0 / 22%); overflow: hidden; cursor: pointer;
  font: 400 1rem/1.45 var(--_text); overflow-wrap: anywhere;
}
.preview .title { margin-block: .15rem }
`

/** Delay in milliseconds before a preview is shown, so that none appears while the pointer crosses the calendar. */
const SHOW_DELAY_MS = 300
/** Time in milliseconds in which the pointer may reach the preview after leaving the event. */
const HIDE_DELAY_MS = 200
const EXCERPT_MAX = 240
const PREVIEWED = ':is(.chip, .bar-of, .axis .entry) a'

/**
 * Shows a preview when the pointer is over an event, when its link gets the focus by keyboard, and when it is tapped;
 * the second tap opens its page. Escape closes the preview.
 * @param {HTMLElement} body the part of the element with the view
 * @param {ViewContext} context
 * @param {() => CalendarEvent[]} eventsShown
 */
export function addEventPreviewsToCalendar(body, context, eventsShown) {
  const box = createElement('div', { class: 'preview', part: 'preview', popover: 'auto', 'aria-hidden': 'true' })
  body.after(box)
  /** The link whose preview is shown or about to be shown. @type {HTMLElement | undefined} */
  let shownLink
  /** The link that was tapped last. @type {HTMLElement | undefined} */
  let tappedLink
  let timer = 0

  const close = () => {
    clearTimeout(timer)
    shownLink = tappedLink = undefined
    box.hidePopover()
  }
  /**
   * Calls a function after a delay, and cancels what was scheduled before.
   * @param {() => void} action
   * @param {number} delay in milliseconds
   */
  const schedule = (action, delay) => {
    clearTimeout(timer)
    timer = setTimeout(action, delay)
  }
  /** Shows the preview of an event. @param {HTMLElement} link link of the event */
  const show = (link) => {
    clearTimeout(timer)
    const id = link.dataset.key?.split(' ')[0]
    const event = eventsShown().find((one) => one.id === id)
    if (!event || !link.isConnected) return
    shownLink = link
    box.lang = body.lang
    box.dir = body.dir
    box.replaceChildren(...previewContent(event, context))
    box.showPopover()
    placeBeside(box, link)
  }
  /**
   * Finds the link of the event that contains the target of a browser event.
   * @param {Event} event
   * @returns {HTMLElement | null}
   */
  const linkOf = ({ target }) => (target instanceof Element ? target.closest(PREVIEWED) : null)

  body.addEventListener('pointerover', (event) => {
    if (event.pointerType !== 'mouse') return
    const link = linkOf(event)
    if (!link) schedule(close, HIDE_DELAY_MS)
    else if (link === shownLink) clearTimeout(timer)
    else schedule(() => show(link), SHOW_DELAY_MS)
  })
  body.addEventListener('pointerleave', () => schedule(close, HIDE_DELAY_MS))
  box.addEventListener('pointerenter', () => clearTimeout(timer))
  box.addEventListener('pointerleave', () => schedule(close, HIDE_DELAY_MS))
  box.addEventListener('click', () => shownLink?.click())
  body.addEventListener('focusin', (event) => {
    const link = linkOf(event)
    if (link?.matches(':focus-visible')) schedule(() => show(link), SHOW_DELAY_MS)
    else schedule(close, HIDE_DELAY_MS)
  })
  const onClick = (/** @type {MouseEvent} */ event) => {
    const link = linkOf(event)
    const isTap = /** @type {PointerEvent} */ (event).pointerType === 'touch'
    if (!isTap || !link || link === tappedLink) return close()
    event.preventDefault()
    event.stopPropagation()
    show(link)
    tappedLink = link
  }
  body.addEventListener('click', onClick, { capture: true })
  // The event to which the reader pointed while this file was loaded.
  const hovered = /** @type {HTMLElement | null} */ (body.querySelector(`${PREVIEWED}:hover`))
  if (hovered) schedule(() => show(hovered), SHOW_DELAY_MS)
}

/** The content of the preview of an event. @param {CalendarEvent} event @param {ViewContext} context */
function previewContent(event, { formatter }) {
  const readerTime = formatter.readerTime(event)
  const facts = [event.place, event.cost].filter(Boolean).join(' · ')
  const text = convertHtmlToPlainText(event.record.excerpt || event.record.description).trim()
  const excerpt = text.length > EXCERPT_MAX ? `${text.slice(0, EXCERPT_MAX)}…` : text
  const time = formatter.eventTime(event) + (readerTime === undefined ? '' : ` ${event.zone} (${readerTime})`)
  return [
    createElement('p', { class: 'when' }, time),
    event.categories !== '' && createElement('span', { class: 'kind' }, event.categories),
    createElement('p', { class: 'title', dir: 'auto' }, event.title),
    facts !== '' && createElement('p', { class: 'where' }, facts),
    excerpt !== '' && createElement('p', { dir: 'auto' }, excerpt),
  ].filter((part) => part instanceof HTMLElement)
}

/** Places a box below a link, or above it if there is no room. @param {HTMLElement} box @param {Element} link */
function placeBeside(box, link) {
  const [room, size] = [link.getBoundingClientRect(), box.getBoundingClientRect()]
  const left = Math.max(8, Math.min(room.left, innerWidth - size.width - 8))
  const below = room.bottom + 6
  const top = below + size.height > innerHeight ? Math.max(8, room.top - size.height - 6) : below
  box.style.left = `${left}px`
  box.style.top = `${top}px`
}
