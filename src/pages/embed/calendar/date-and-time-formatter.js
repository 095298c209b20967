import { localTimeOfInstant, parseDayAsUtcDate } from './calendar-day.js'
import { SITE_FORMATS } from './element-settings.js'
import { replacePlaceholderInText } from './words.js'

/**
 * Types that this module uses, for the TypeScript compiler.
 * @import { CalendarEvent } from './convert-and-group-events.js'
 * @import { ElementSettings } from './element-settings.js'
 */

/** Formats dates, times and numbers of events in the language and locale of the calendar. */
export class Formatter {
  #settings

  /** Creates the formatter of one calendar element. @param {ElementSettings} settings of the element */
  constructor(settings) {
    this.#settings = settings
  }

  /**
   * Creates a date format with the time zone UTC, because days and local times are parsed as UTC.
   * @param {Intl.DateTimeFormatOptions} options
   */
  format(options) {
    return new Intl.DateTimeFormat(this.#settings.locale, { timeZone: 'UTC', ...options })
  }

  /** A day in words: `Wednesday, 12 June 2030`. @param {string} day */
  longDay(day) {
    return this.format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(
      parseDayAsUtcDate(day),
    )
  }

  /** The time of day: `19:30`. @param {string} local `YYYY-MM-DD HH:MM` */
  time(local) {
    const { hour12 } = SITE_FORMATS
    return this.format({ timeStyle: 'short', ...(hour12 !== undefined && { hour12 }) }).format(
      new Date(`${local.replace(' ', 'T')}Z`),
    )
  }

  /**
   * Start and end time of an event; for an event of several days, first and last day and the start time.
   * @param {CalendarEvent} event
   */
  eventTime(event) {
    const first = event.start.slice(0, 10)
    if (event.lastDay > first) {
      const days = this.format({ day: 'numeric', month: 'short' }).formatRange(
        parseDayAsUtcDate(first),
        parseDayAsUtcDate(event.lastDay),
      )
      return event.isAllDay ? days : `${days}, ${this.time(event.start)}`
    }
    if (event.isAllDay) return this.#settings.words.allDay
    return event.end > event.start ? `${this.time(event.start)} – ${this.time(event.end)}` : this.time(event.start)
  }

  /**
   * The start of an event in the time zone of the reader; undefined if that is the same as its local time.
   * @param {CalendarEvent} event
   */
  readerTime(event) {
    if (event.isAllDay || Number.isNaN(event.instant)) return undefined
    const local = localTimeOfInstant(event.instant, this.#settings.zone)
    if (local === event.start) return undefined
    const isOtherDay = local.slice(0, 10) !== event.start.slice(0, 10)
    const day = isOtherDay
      ? `${this.format({ day: 'numeric', month: 'short' }).format(parseDayAsUtcDate(local.slice(0, 10)))}, `
      : ''
    return replacePlaceholderInText(this.#settings.words.yours, day + this.time(local))
  }

  /** The number of events as text: `No events`, `1 event`, `5 events`. @param {number} count */
  eventCount(count) {
    const { words, language } = this.#settings
    if (count === 0) return words.none
    const { count: texts } = words
    return replacePlaceholderInText(texts[new Intl.PluralRules(language).select(count)] ?? texts.other, count)
  }
}
