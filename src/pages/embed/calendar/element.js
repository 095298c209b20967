/**
 * The custom element <almanac-calendar>: a calendar for any page, with events from the REST API of an Almanac server or
 * of The Events Calendar. A single module without dependencies, joined from the modules of src/pages/embed/calendar and
 * described in docs/embedding.md.
 *
 * Text from the API is only used as text nodes and checked addresses, so that it cannot inject markup. The styles are a
 * constructed style sheet, so that the embedding page needs no `unsafe-inline` in its Content-Security-Policy.
 */

import { addDaysToDay, addMonthsToDay, parseDayOrMonth } from './calendar-day.js'
import { createLoadStateNotice, createMoreEventsButton } from './calendar-notices.js'
import { STYLE } from './calendar-styles.js'
import { Toolbar } from './calendar-toolbar.js'
import { createElement } from './create-element.js'
import { Formatter } from './date-and-time-formatter.js'
import { ElementSettings } from './element-settings.js'
import { EventCache } from './event-cache.js'
import { drawDayView, drawListView, drawWeekView } from './event-list-views.js'
import { dayForArrowKey } from './month-keyboard.js'
import { drawMonthView } from './month-view.js'
import { NARROW_STYLE } from './styles-of-narrow-calendar.js'
import { loadCalendarWords } from './words.js'

/**
 * Types that this module uses, for the TypeScript compiler.
 * @import { CalendarEvent } from './convert-and-group-events.js'
 * @import { View } from './element-settings.js'
 * @import { ViewContext } from './view-context.js'
 */

/** The style sheet that all calendar elements of the page share. @type {CSSStyleSheet | undefined} */
let sheet

/** The file with the axis of hours, which the element loads when it shows a week. @type {Promise<any> | undefined} */
let axisFile
/** The file with the previews of events, loaded when the reader points at one. @type {Promise<any> | undefined} */
let previewFile
/**
 * The style sheets of the axis of hours and of the previews after they were loaded, by their CSS text.
 * @type {Map<string, CSSStyleSheet>}
 */
const loadedSheets = new Map()

const DRAW_VIEW = { month: drawMonthView, week: drawWeekView, day: drawDayView, list: drawListView }

export class AlmanacCalendar extends HTMLElement {
  static observedAttributes =
    'src view views date category tag venue organizer search language limit timezone first-day'.split(' ')

  #root = this.attachShadow({ mode: 'open' })
  #toolbar = new Toolbar()
  #status = createElement('p', { class: 'heard', role: 'status' })
  #body = createElement('div', { class: 'body', part: 'body' })
  #settings = new ElementSettings(this)
  #cache = new EventCache(this, this.#settings, () => this.#redraw())
  /** The context object that all views use. @type {ViewContext} */
  #context = {
    settings: this.#settings,
    formatter: new Formatter(this.#settings),
    goTo: (day, view) => this.#goTo(day, view),
    step: (count) => this.#step(count),
    openDay: (day) => this.#openDay(day),
    onKey: (event) => this.#onKey(event),
    openEvent: (event, click) => this.#openEvent(event, click),
  }
  /** Whether the calendar itself is setting its attributes, because the reader chose another view or day. */
  #isSettingAttributes = false
  #isRedrawQueued = false
  /** `data-key` of the element to focus after the next redraw. @type {string | undefined} */
  #focusKey
  #lastStatus = ''
  #hasPreviews = false
  /** The events that the calendar shows since it was last drawn. @type {CalendarEvent[]} */
  #events = []

  constructor() {
    super()
    if (!sheet) {
      sheet = new CSSStyleSheet()
      sheet.replaceSync(STYLE + NARROW_STYLE)
    }
    this.#root.adoptedStyleSheets = [sheet]
    const [header, footer] = [createElement('slot', { name: 'header' }), createElement('slot', { name: 'footer' })]
    const parts = [header, this.#toolbar.element, this.#status, this.#body, footer]
    this.#root.append(createElement('div', { class: 'calendar', part: 'calendar' }, ...parts))
    this.#body.addEventListener('pointerover', () => this.#addEventPreviewsToCalendar(), { once: true })
  }

  connectedCallback() {
    if (navigator.maxTouchPoints > 0) this.#addEventPreviewsToCalendar()
    this.#redraw()
  }

  disconnectedCallback() {
    this.#cache.abort()
  }

  /**
   * The browser calls this method when an attribute of the element changes.
   * @param {string} name @param {string | null} before @param {string | null} value
   */
  attributeChangedCallback(name, before, value) {
    if (name === 'view' && !this.#isSettingAttributes) this.#settings.initialView = value
    if (before === value) return
    this.#cache.removeFailed()
    this.#redraw()
  }

  /** Discards all loaded events and loads them again. A public method, which the embedding page may call. */
  refresh() {
    this.#cache.clear()
    this.#redraw()
  }

  /** Shows another day or view and dispatches `almanac-date-change`. @param {string} day @param {View} view */
  #goTo(day, view = this.#settings.view) {
    if (!parseDayOrMonth(day)) return
    this.#isSettingAttributes = true
    this.setAttribute('date', day)
    if (view !== this.#settings.view) this.setAttribute('view', view)
    this.#isSettingAttributes = false
    const detail = { date: day, view }
    this.dispatchEvent(new CustomEvent('almanac-date-change', { detail, bubbles: true, composed: true }))
  }

  /** Shows a later or, with a negative count, earlier period. @param {number} count of months, weeks or days */
  #step(count) {
    const { day, view } = this.#settings
    this.#goTo(view === 'month' ? addMonthsToDay(day, count) : addDaysToDay(day, view === 'week' ? 7 * count : count))
  }

  /** Shows the events of a day: below the month if it is narrow, else in the day view. @param {string} day */
  #openDay(day) {
    const panel = this.#body.querySelector('.panel')
    const isBelow = panel && getComputedStyle(panel).display !== 'none'
    this.#focusKey = isBelow ? day : 'today'
    this.#goTo(day, isBelow ? 'month' : 'day')
  }

  /**
   * Dispatches `almanac-event-open`, which tells the embedding page that the reader opens an event.
   * @param {CalendarEvent} event
   * @param {Event} click on the link; cancelled if a listener cancels `almanac-event-open`
   */
  #openEvent(event, click) {
    const detail = { event: event.record, url: event.href }
    const open = new CustomEvent('almanac-event-open', { detail, bubbles: true, composed: true, cancelable: true })
    if (!this.dispatchEvent(open)) click.preventDefault()
  }

  /** Handles a key in the month view. @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const day = dayForArrowKey(event, this.#settings)
    const isCell = /** @type {Element} */ (event.target).matches('td')
    if (day !== undefined) {
      this.#focusKey = day
      this.#goTo(day)
    } else if (isCell && (event.key === 'Enter' || event.key === ' ')) this.#openDay(this.#settings.day)
    else return
    event.preventDefault()
  }

  /** Queues a redraw, unless one is already queued. */
  #redraw() {
    if (this.#isRedrawQueued || !this.isConnected) return
    this.#isRedrawQueued = true
    queueMicrotask(() => {
      this.#isRedrawQueued = false
      if (this.isConnected) this.#drawInLanguage()
    })
  }

  /**
   * Draws the calendar. If the texts of its language are not loaded yet, loads them first, and events at the same time.
   */
  #drawInLanguage() {
    const loading = loadCalendarWords(this.#settings.language)
    if (!loading) return this.#draw()
    this.#cache.loadForView()
    loading.then(() => this.#redraw())
  }

  #draw() {
    for (const part of [this.#toolbar.element, this.#status, this.#body]) {
      part.lang = this.#settings.language
      part.dir = this.#settings.isRightToLeft ? 'rtl' : 'ltr'
    }
    const active = /** @type {HTMLElement | null} */ (this.#root.activeElement)
    const focusKey = this.#focusKey ?? active?.dataset.key
    this.#focusKey = undefined
    const { shown, adjacent } = this.#cache.loadForView()
    // An event at the edge of two months may be in the event lists of both. The map by event id removes such
    // duplicates.
    const events = [...new Map([...shown, ...adjacent].flatMap((loader) => [...loader.events])).values()]
    events.sort((one, other) => (one.start < other.start ? -1 : one.start > other.start ? 1 : 0))
    this.#events = events
    this.#toolbar.draw(this.#context)
    const view = DRAW_VIEW[this.#settings.view](this.#context, events)
    const isBusy = shown.some(({ state }) => state === 'new' || state === 'loading')
    this.#body.setAttribute('aria-busy', String(isBusy))
    const inRange = this.#eventsInRange(events).length
    const more = createMoreEventsButton(this.#context, this.#cache)
    const message = createLoadStateNotice(this.#context, this.#cache, shown, { inRange, total: events.length })
    this.#body.replaceChildren(...[...view, more, message].filter((one) => one !== undefined))
    if (this.#settings.view === 'week' && view[0]) this.#addHourAxisToWeek(view[0], events)
    if (focusKey) this.#focus(focusKey)
    if (!isBusy) this.#announce(this.#context.formatter.eventCount(inRange))
  }

  /**
   * Shows a week on an axis of hours. If the file of the axis cannot be loaded, the week remains a list for each day.
   * @param {HTMLElement} week
   * @param {CalendarEvent[]} events
   */
  async #addHourAxisToWeek(week, events) {
    axisFile ??= import(String(new URL('almanac-calendar-week.js', import.meta.url)))
    const axis = await axisFile.catch(() => undefined)
    if (!axis || !week.isConnected) return
    this.#addStyle(axis.AXIS_STYLE)
    axis.addHourAxisToWeek(week, this.#context, events)
  }

  /** Loads the file with the previews of events. If it cannot be loaded, the calendar shows no previews. */
  async #addEventPreviewsToCalendar() {
    if (this.#hasPreviews) return
    this.#hasPreviews = true
    previewFile ??= import(String(new URL('almanac-calendar-preview.js', import.meta.url)))
    const file = await previewFile.catch(() => undefined)
    if (!file) return
    this.#addStyle(file.PREVIEW_STYLE)
    file.addEventPreviewsToCalendar(this.#body, this.#context, () => this.#events)
  }

  /** Adds a style sheet that all calendar elements share. @param {string} text */
  #addStyle(text) {
    const added = loadedSheets.get(text) ?? new CSSStyleSheet()
    if (!loadedSheets.has(text)) added.replaceSync(text)
    loadedSheets.set(text, added)
    const sheets = this.#root.adoptedStyleSheets
    if (!sheets.includes(added)) this.#root.adoptedStyleSheets = [...sheets, added]
  }

  /** Focuses the element with this `data-key`, if there is one. @param {string} key */
  #focus(key) {
    const keyed = /** @type {HTMLElement[]} */ ([...this.#root.querySelectorAll('[data-key]')])
    const found = keyed.find((one) => one.dataset.key === key)
    if (found && found !== this.#root.activeElement) found.focus()
  }

  /**
   * Announces period and number of events to screen readers when either changes, but not at the first drawing.
   * @param {string} count number of events as text
   */
  #announce(count) {
    const text = `${this.#toolbar.title}: ${count}`
    if (this.#lastStatus && this.#lastStatus !== text) this.#status.textContent = text
    this.#lastStatus = text
  }

  /** The events that take place in the visible period. @param {CalendarEvent[]} events */
  #eventsInRange(events) {
    const { range, view } = this.#settings
    const [from, to] = range
    return view === 'list' ? events : events.filter(({ start, lastDay }) => start.slice(0, 10) <= to && lastDay >= from)
  }
}

if (!customElements.get('almanac-calendar')) customElements.define('almanac-calendar', AlmanacCalendar)
