import {
  addDaysToDay,
  firstAndLastDayOfMonth,
  firstDayOfWeekContaining,
  localTimeOfInstant,
  monthOfDay,
  parseDayOrMonth,
} from './calendar-day.js'
import { calendarWordsInLanguage, isLanguageOfRecords } from './words.js'

/** A view of the calendar element. @typedef {'month' | 'week' | 'day' | 'list'} View */

/**
 * First day of the week and clock of the calendar that serves this module. The server writes them into this line
 * (`create-calendar-element-script.ts`) if its settings differ from the defaults.
 * @type {{ firstDay?: number, hour12?: boolean }}
 */
export const SITE_FORMATS = {}

/** All views of the calendar element. @type {View[]} */
export const VIEWS = ['month', 'week', 'day', 'list']

/** The largest page size (`per_page`) that the API of the server accepts. */
export const PAGE_SIZE_MAX = 50
const LIST_SIZE_DEFAULT = 10

/**
 * The attributes of the `<almanac-calendar>` element, parsed at each access. An invalid value is treated as a missing
 * attribute.
 */
export class ElementSettings {
  #element
  /**
   * The `view` attribute set by the embedding page. The current attribute may differ, because the reader can choose a
   * view.
   * @type {string | null}
   */
  initialView = null

  /** Creates the settings of one calendar element. @param {HTMLElement} element whose attributes are read */
  constructor(element) {
    this.#element = element
  }

  /** Reads an attribute of the element. @param {string} name */
  #read(name) {
    return this.#element.getAttribute(name)
  }

  /** The view that the attribute `view` selects; by default the month view. @returns {View} */
  get view() {
    return VIEWS.find((view) => view === this.#read('view')) ?? 'month'
  }

  /** Time zone of the reader from the attribute `timezone` (IANA name); undefined for the zone of the browser. */
  get zone() {
    const zone = this.#read('timezone') || undefined
    try {
      localTimeOfInstant(0, zone)
      return zone
    } catch {
      return undefined
    }
  }

  get today() {
    return localTimeOfInstant(Date.now(), this.zone).slice(0, 10)
  }

  /** The selected day. The month and week views show the month or week that contains it. */
  get day() {
    return parseDayOrMonth(this.#read('date')) ?? this.today
  }

  /**
   * Language code from the attribute `language`, else from the nearest `lang` attribute in the page, else of the
   * browser.
   */
  get language() {
    const around = /** @type {HTMLElement | null} */ (this.#element.closest('[lang]:not([lang=""])'))
    const language = this.#read('language') || around?.lang || navigator.language
    try {
      return new Intl.Locale(language).language
    } catch {
      return 'en'
    }
  }

  /**
   * Locale for times and weeks: the regional variant of the language that the browser settings contain, e.g. `en-GB`
   * for `en`.
   */
  get locale() {
    const language = this.language
    return navigator.languages.find((one) => one.split('-')[0] === language) ?? language
  }

  get words() {
    return calendarWordsInLanguage(this.language)
  }

  /** Whether the language is written from right to left. */
  get isRightToLeft() {
    return /^(ar|fa|he|ur)$/.test(this.language)
  }

  /** First day of the week: 1 is Monday, 7 Sunday. */
  get firstDay() {
    const chosen = Number(this.#read('first-day'))
    if (chosen >= 1 && chosen <= 7) return chosen
    if (SITE_FORMATS.firstDay !== undefined) return SITE_FORMATS.firstDay
    const locale = /** @type {any} */ (new Intl.Locale(this.locale))
    return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1
  }

  /** First and last day of the visible period. @returns {[string, string]} */
  get range() {
    const [view, day, first] = [this.view, this.day, this.firstDay]
    if (view === 'day') return [day, day]
    if (view === 'week')
      return [firstDayOfWeekContaining(day, first), addDaysToDay(firstDayOfWeekContaining(day, first), 6)]
    return firstAndLastDayOfMonth(monthOfDay(day))
  }

  /**
   * Views for which there are buttons. If the embedding page allows no view and the reader has left the initial view,
   * there is a button back to it.
   * @returns {View[]}
   */
  get offeredViews() {
    const initial = VIEWS.find((view) => view === this.initialView) ?? 'month'
    const named = this.#read('views')?.split(/[\s,]+/) ?? (initial === 'list' ? [] : VIEWS)
    const offered = VIEWS.filter((view) => named.includes(view))
    return offered.length > 0 || this.view === initial ? offered : [initial]
  }

  /** Number of events on one page of the list view. */
  get listSize() {
    return Math.min(Math.max(Math.trunc(Number(this.#read('limit'))) || LIST_SIZE_DEFAULT, 1), PAGE_SIZE_MAX)
  }

  /**
   * The address of the event list in the API, with the filters of the element. The attribute `src` is an origin, the
   * root of the API, or a WordPress address with `rest_route`. Without `src`, the API has the origin that served this
   * script.
   * @param {string} from first day @param {string} to last day @param {number} size of a page
   */
  listAddress(from, to, size) {
    const source = this.#read('src') || new URL(import.meta.url).origin
    const url = URL.parse(source, document.baseURI) ?? new URL('about:invalid')
    const route = url.searchParams.get('rest_route')
    const isPlain = /^\/([a-z]{2}\/?)?$/.test(url.pathname) && !route
    if (isPlain) url.pathname = url.pathname.replace(/\/?$/, '/cal/events/v1')
    if (route) url.searchParams.set('rest_route', route.replace(/\/*$/, '/events'))
    else url.pathname = url.pathname.replace(/\/*$/, '/events')
    const isTec = /tribe\/events/.test(url.pathname + route)
    /**
     * The query parameters of the event list; empty ones are left out. @type {Record<string, string | null | false>}
     */
    const parameters = {
      per_page: String(size),
      start_date: `${from} 00:00:00`,
      end_date: `${to} 23:59:59`,
      ongoing: !isTec && 'true',
      categories: this.#read('category'),
      tags: this.#read('tag'),
      venue: this.#read('venue'),
      organizer: this.#read('organizer'),
      search: this.#read('search'),
      lang: isTec && this.#read('language'),
      translation_language: !isTec && isLanguageOfRecords(this.language) && this.language,
    }
    for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value)
    return url
  }
}
