import { dateOf, wallClock } from './dates.js'
import { fill } from './words.js'

/** @import { CalendarEvent } from './events.js' */
/** @import { Settings } from './settings.js' */

/** Texts for dates, times and numbers in the language and locale of the calendar. */
export class Formatter {
  #settings

  /** @param {Settings} settings */
  constructor(settings) {
    this.#settings = settings
  }

  /**
   * A date format in UTC, because days and local times are formatted as if they were UTC.
   * @param {Intl.DateTimeFormatOptions} options
   */
  format(options) {
    return new Intl.DateTimeFormat(this.#settings.locale, { timeZone: 'UTC', ...options })
  }

  /** `Wednesday, 12 June 2030`. @param {string} day */
  longDay(day) {
    return this.format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(dateOf(day))
  }

  /** `19:30`. @param {string} local `YYYY-MM-DD HH:MM` */
  time(local) {
    return this.format({ timeStyle: 'short' }).format(new Date(`${local.replace(' ', 'T')}Z`))
  }

  /**
   * Times of an event on one day; for several days the dates, with the time of the start.
   * @param {CalendarEvent} event
   */
  eventTime(event) {
    const first = event.start.slice(0, 10)
    if (event.lastDay > first) {
      const days = this.format({ day: 'numeric', month: 'short' }).formatRange(dateOf(first), dateOf(event.lastDay))
      return event.isAllDay ? days : `${days}, ${this.time(event.start)}`
    }
    if (event.isAllDay) return this.#settings.words.allDay
    return event.end > event.start ? `${this.time(event.start)} – ${this.time(event.end)}` : this.time(event.start)
  }

  /** The start in the reader's zone; undefined if it is the same local time there. @param {CalendarEvent} event */
  readerTime(event) {
    if (event.isAllDay || Number.isNaN(event.instant)) return undefined
    const local = wallClock(event.instant, this.#settings.zone)
    if (local === event.start) return undefined
    const isOtherDay = local.slice(0, 10) !== event.start.slice(0, 10)
    const day = isOtherDay
      ? `${this.format({ day: 'numeric', month: 'short' }).format(dateOf(local.slice(0, 10)))}, `
      : ''
    return fill(this.#settings.words.yours, day + this.time(local))
  }

  /** `No events`, `1 event`, `5 events`. @param {number} count */
  eventCount(count) {
    const { words, language } = this.#settings
    if (count === 0) return words.none
    return fill(new Intl.PluralRules(language).select(count) === 'one' ? words.one : words.other, count)
  }
}
