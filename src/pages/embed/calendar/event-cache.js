import { addMonthsToDay, firstAndLastDayOfMonth, monthOfDay } from './calendar-day.js'
import { PAGE_SIZE_MAX } from './element-settings.js'
import { EventLoader } from './event-loader.js'

/**
 * Types that this module uses, for the TypeScript compiler.
 * @import { ElementSettings } from './element-settings.js'
 */

/** Largest number of pages of the event list that are loaded for one month. */
export const MONTH_PAGES_MAX = 12
/** Age in milliseconds after which events are loaded again the next time they are shown. */
const MAX_AGE_MS = 10 * 60_000
const LIST_MONTHS = 24

/** The loaded events of one calendar element: an `EventLoader` for each address of an event list in the API. */
export class EventCache {
  /** The loaders by address of their event list. @type {Map<string, EventLoader>} */
  #loaders = new Map()
  #element
  #settings
  #onChange

  /**
   * Creates the empty cache of one calendar element.
   * @param {HTMLElement} element
   * @param {ElementSettings} settings
   * @param {() => void} onChange called when loading begins and ends
   */
  constructor(element, settings, onChange) {
    this.#element = element
    this.#settings = settings
    this.#onChange = onChange
  }

  abort() {
    for (const loader of this.#loaders.values()) loader.abort()
  }

  clear() {
    this.abort()
    this.#loaders.clear()
  }

  /** Removes loaders that failed, so that the next redraw requests their events again. */
  removeFailed() {
    for (const [address, { state }] of this.#loaders) if (state === 'failed') this.#loaders.delete(address)
  }

  /** The loader for an event list; a new one if there is none yet or its events are too old. @param {URL} address */
  #loaderFor(address) {
    const cached = this.#loaders.get(address.href)
    if (cached && (cached.state === 'loading' || Date.now() - cached.startedAt < MAX_AGE_MS)) return cached
    const loader = new EventLoader(address, cached?.events)
    this.#loaders.set(address.href, loader)
    return loader
  }

  /** The loader for the events of a month. @param {string} month `YYYY-MM` */
  #monthLoader(month) {
    return this.#loaderFor(this.#settings.listAddress(...firstAndLastDayOfMonth(month), PAGE_SIZE_MAX))
  }

  get listLoader() {
    const { day, listSize } = this.#settings
    return this.#loaderFor(this.#settings.listAddress(day, addMonthsToDay(day, LIST_MONTHS), listSize))
  }

  /**
   * Loads the events of the current view and then, when the browser is idle, those of the previous and next month.
   * Aborts loading of all other periods.
   * @returns {{ shown: EventLoader[], adjacent: EventLoader[] }}
   */
  loadForView() {
    const [from, to] = this.#settings.range
    const isList = this.#settings.view === 'list'
    const shown = isList
      ? [this.listLoader]
      : [...new Set([monthOfDay(from), monthOfDay(to)])].map((month) => this.#monthLoader(month))
    const adjacent = isList
      ? []
      : [addMonthsToDay(from, -1), addMonthsToDay(to, 1)].map((day) => this.#monthLoader(monthOfDay(day)))
    for (const loader of this.#loaders.values()) if (![...shown, ...adjacent].includes(loader)) loader.abort()
    for (const loader of shown) if (loader.state === 'new') this.load(loader, isList ? 1 : MONTH_PAGES_MAX)
    if (shown.every(({ state }) => state === 'loaded')) {
      const idle = window.requestIdleCallback ?? setTimeout
      idle(() => {
        for (const loader of adjacent) {
          if (this.#element.isConnected && loader.state === 'new') this.load(loader, MONTH_PAGES_MAX)
        }
      })
    }
    return { shown, adjacent }
  }

  /**
   * Loads the pages of an event list up to `lastPage`, and calls `onChange` before and after. @param {EventLoader}
   * loader @param {number} lastPage
   */
  async load(loader, lastPage) {
    const loading = loader.load(lastPage)
    this.#onChange()
    await loading
    this.#onChange()
  }
}
