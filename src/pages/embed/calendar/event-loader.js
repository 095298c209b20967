import { convertApiEventToCalendarEvent, hasValidEventDates } from './convert-and-group-events.js'

/**
 * Types that this module uses, for the TypeScript compiler.
 * @import { CalendarEvent } from './convert-and-group-events.js'
 */

const TIMEOUT_MS = 20_000

/** Loads the events from one address of an event list, page by page. */
export class EventLoader {
  /** Progress of loading the requested pages. @type {'new' | 'loading' | 'loaded' | 'failed'} */
  state = 'new'
  loadedPages = 0
  totalPages = 1
  startedAt = Date.now()
  #controller = new AbortController()

  /**
   * Creates a loader that has not loaded any page yet.
   * @param {URL} address of the event list, without `page`
   * @param {Map<string, CalendarEvent>} [events] outdated events, shown until the first page has been loaded
   */
  constructor(address, events = new Map()) {
    this.address = address
    this.events = events
  }

  /**
   * Loads all pages of the event list up to `last` that are not loaded yet. A failure is not thrown: it sets `state`
   * and is logged to the console.
   * @param {number} last @returns {Promise<void>}
   */
  async load(last) {
    this.state = 'loading'
    this.#controller = new AbortController()
    const { signal } = this.#controller
    try {
      while (this.loadedPages < Math.min(last, this.totalPages)) {
        const until = this.loadedPages === 0 ? 1 : Math.min(last, this.totalPages)
        const numbers = Array.from({ length: until - this.loadedPages }, (_, index) => this.loadedPages + 1 + index)
        const bodies = await Promise.all(numbers.map((number) => this.#fetch(number, signal)))
        if (this.loadedPages === 0) this.events = new Map()
        for (const record of bodies.flatMap(({ events }) => events).filter(hasValidEventDates)) {
          this.events.set(`${record.id} ${record.start_date}`, convertApiEventToCalendarEvent(record))
        }
        this.loadedPages = until
        this.totalPages = bodies[0]?.total_pages || until
      }
      this.state = 'loaded'
    } catch (error) {
      this.state = signal.aborted ? 'new' : 'failed'
      if (!signal.aborted) console.warn(`almanac-calendar: ${this.address.href}:`, error)
    }
  }

  abort() {
    this.#controller.abort()
  }

  /**
   * Fetches one page of the event list.
   * @param {number} page @param {AbortSignal} signal @returns {Promise<{ events: any[], total_pages?: number }>}
   */
  async #fetch(page, signal) {
    const address = new URL(this.address)
    address.searchParams.set('page', String(page))
    const response = await fetch(address, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      credentials: 'omit',
    })
    // A page beyond the end of the event list has the status 404: the list became shorter after its first page was
    // loaded.
    if (page > 1 && response.status === 404) return { events: [] }
    const body = await response.json()
    if (!response.ok || !Array.isArray(body?.events)) throw new Error(`${response.status} ${body?.message ?? ''}`)
    return body
  }
}
