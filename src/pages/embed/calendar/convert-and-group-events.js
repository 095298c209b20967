import { addDaysToDay, parseDayOrMonth } from './calendar-day.js'
import { convertHtmlToPlainText, parseHttpAddress } from './plain-text.js'

/**
 * Types that this module uses, for the TypeScript compiler.
 * @import { Span } from '../../calendar-layout/bar-lanes.js'
 */

/**
 * An event with the properties that views draw. Days are `YYYY-MM-DD`. Local times are `YYYY-MM-DD HH:MM` in the time
 * zone of the event.
 * @typedef {object} CalendarEvent
 * @property {string} id
 * @property {string} title
 * @property {string | undefined} href  address of the event's page
 * @property {string} start  local time
 * @property {string} end  local time
 * @property {string} lastDay  last day on which views show the event; an event past midnight belongs to the day before
 * @property {boolean} isAllDay
 * @property {boolean} isFeatured
 * @property {string} zone  abbreviation: `CET`
 * @property {number} instant  of the start, in milliseconds since 1970-01-01 UTC; NaN if the server sent no UTC time
 * @property {string} place  venue and city
 * @property {string} categories  names, separated by commas
 * @property {string} cost
 * @property {string} status  whether it takes place: `cancelled` …; TEC sends none, which means `scheduled`
 * @property {Record<string, any>} record  the JSON object from the server
 */

/** An event that ends on the next day at or before this time is shown on its first day only. */
const NIGHT_ENDS = '05:00'

/**
 * Converts an event from the API to the form that views draw.
 * @param {Record<string, any>} record JSON object of the event list @returns {CalendarEvent}
 */
export function convertApiEventToCalendarEvent(record) {
  const [start, end] = [String(record.start_date).slice(0, 16), String(record.end_date).slice(0, 16)]
  const isNight =
    end.slice(11) <= NIGHT_ENDS && addDaysToDay(start.slice(0, 10), 1) === end.slice(0, 10) && !record.all_day
  const venue = [record.venue].flat()[0] ?? {}
  return {
    id: String(record.id),
    title: convertHtmlToPlainText(record.title),
    href: parseHttpAddress(record.url),
    start,
    end,
    lastDay: isNight ? start.slice(0, 10) : end.slice(0, 10),
    isAllDay: Boolean(record.all_day),
    isFeatured: Boolean(record.featured),
    zone: convertHtmlToPlainText(record.timezone_abbr),
    instant: Date.parse(`${String(record.utc_start_date).replace(' ', 'T')}Z`),
    place: [venue.venue, venue.city].filter(Boolean).map(convertHtmlToPlainText).join(', '),
    categories: [record.categories ?? []]
      .flat()
      .map(({ name }) => convertHtmlToPlainText(name))
      .join(', '),
    cost: convertHtmlToPlainText(record.cost),
    status: String(record.event_status ?? 'scheduled'),
    record,
  }
}

/**
 * Whether a JSON object from the server has valid dates; views cannot draw an event without them. @param {any} record
 */
export const hasValidEventDates = (record) =>
  [record?.start_date, record?.end_date].every((date) => parseDayOrMonth(String(date).slice(0, 10)))

/** Whether views show an event on several days. @param {CalendarEvent} event */
export const isEventOnSeveralDays = ({ start, lastDay }) => lastDay > start.slice(0, 10)

/**
 * The first and last days of events, for their bars in a month, in two groups. The events of the first group get their
 * lanes first; the second group contains events of more than a week, so that exhibitions do not take all lanes.
 * @param {CalendarEvent[]} events
 * @returns {Span<CalendarEvent>[][]}
 */
export function groupEventSpansForBars(events) {
  const spans = events.map((event) => ({ item: event, first: event.start.slice(0, 10), last: event.lastDay }))
  const isShort = (/** @type {Span<CalendarEvent>} */ { first, last }) => last < addDaysToDay(first, 7)
  return [spans.filter(isShort), spans.filter((span) => !isShort(span))]
}

/**
 * The events that take place on a day.
 * @param {CalendarEvent[]} events @param {string} day @returns {CalendarEvent[]}
 */
export const findEventsOnDay = (events, day) =>
  events.filter(({ start, lastDay }) => start.slice(0, 10) <= day && day <= lastDay)
