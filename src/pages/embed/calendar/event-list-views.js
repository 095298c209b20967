import { listDaysFromTo, parseDayAsUtcDate } from './calendar-day.js'
import { findEventsOnDay } from './convert-and-group-events.js'
import { createElement } from './create-element.js'

/**
 * Types that this module uses, for the TypeScript compiler.
 * @import { CalendarEvent } from './convert-and-group-events.js'
 * @import { ViewContext } from './view-context.js'
 */

/**
 * The title of an event, as a link if the event has a page. A word for its status stands before the title.
 * @param {ViewContext} context @param {CalendarEvent} event @param {Record<string, unknown>} attributes of the link
 */
export function eventTitleLink({ openEvent, settings }, event, attributes) {
  // The direction follows from the text itself, because an event may have no text in the language of the calendar.
  const dir = 'auto'
  const word = /** @type {Record<string, string | undefined>} */ (settings.words.status)[event.status]
  const isOff = event.status === 'cancelled' || event.status === 'postponed'
  const title = [
    word && createElement('b', { part: 'event-status' }, `${word}: `),
    isOff ? createElement('s', {}, event.title) : event.title,
  ]
  if (!event.href) return createElement('span', { part: 'event-title', dir }, ...title)
  const click = (/** @type {Event} */ click) => openEvent(event, click)
  return createElement('a', { href: event.href, part: 'event-title', dir, ...attributes, click }, ...title)
}

/**
 * A list of the events of a day, each with time, categories, title and place.
 * @param {ViewContext} context @param {CalendarEvent[]} events @param {string} day
 */
export function createEventListOfDay(context, events, day) {
  return createElement(
    'ul',
    { class: 'agenda', part: 'list' },
    ...events.map((event) => agendaItem(context, event, day)),
  )
}

/**
 * An event as an item of the list of a day.
 * @param {ViewContext} context @param {CalendarEvent} event @param {string} day
 */
function agendaItem(context, event, day) {
  const { formatter } = context
  const readerTime = formatter.readerTime(event)
  const facts = [event.place, event.cost].filter(Boolean).join(' · ')
  const isContinued = event.start.slice(0, 10) < day
  return createElement(
    'li',
    { class: `entry ${event.isFeatured ? 'featured' : ''} ${isContinued ? 'again' : ''}`, part: 'event' },
    createElement(
      'p',
      { class: 'when', part: 'event-time' },
      createElement('time', { datetime: event.start }, formatter.eventTime(event)),
      readerTime !== undefined && ` ${event.zone}`,
      readerTime !== undefined && createElement('span', { part: 'event-own-time' }, ` (${readerTime})`),
    ),
    createElement(
      'div',
      {},
      event.categories !== '' && createElement('span', { class: 'kind', part: 'event-category' }, event.categories),
      eventTitleLink(context, event, { class: 'title', 'data-key': `${event.id} ${day}` }),
      facts !== '' && createElement('p', { class: 'where', part: 'event-place' }, facts),
    ),
  )
}

/**
 * A day with a heading and the list of its events.
 * @param {ViewContext} context @param {string} day @param {CalendarEvent[]} events
 * @param {'column' | 'dated'} layout  CSS class: a column of the week view, or a day of the list view
 */
function daySection(context, day, events, layout) {
  const { settings, formatter } = context
  const year = day.slice(0, 4) === settings.today.slice(0, 4) ? undefined : 'numeric'
  const isList = layout === 'dated'
  const month = isList && formatter.format({ month: 'short', ...(year && { year }) }).format(parseDayAsUtcDate(day))
  const [long, short] = [formatter.format({ weekday: 'long' }), formatter.format({ weekday: 'short' })]
  const weekday = (isList ? long : short).format(parseDayAsUtcDate(day))
  return createElement(
    'section',
    { class: `${layout} ${day === settings.today ? 'today' : ''}`, part: 'day' },
    createElement(
      'h3',
      { class: 'date', part: 'day-heading' },
      createElement('span', { class: 'heard' }, formatter.longDay(day)),
      createElement(
        'span',
        { class: 'numeral', part: 'day-number', 'aria-hidden': 'true' },
        String(Number(day.slice(8))),
      ),
      createElement(
        'span',
        { class: 'weekday', 'aria-hidden': 'true' },
        createElement('b', {}, weekday),
        createElement('i', {}, short.format(parseDayAsUtcDate(day))),
        month && createElement('br'),
        month,
      ),
    ),
    createEventListOfDay(context, events, day),
  )
}

/**
 * The week view: seven columns, each with the events of one day.
 * @param {ViewContext} context @param {CalendarEvent[]} events @returns {HTMLElement[]}
 */
export function drawWeekView(context, events) {
  const days = listDaysFromTo(...context.settings.range)
  const columns = days.map((day) => daySection(context, day, findEventsOnDay(events, day), 'column'))
  return [createElement('div', { class: 'week', part: 'week' }, ...columns)]
}

/**
 * The day view: a list of the events of the selected day.
 * @param {ViewContext} context @param {CalendarEvent[]} events @returns {HTMLElement[]}
 */
export function drawDayView(context, events) {
  const { day } = context.settings
  return [createEventListOfDay(context, findEventsOnDay(events, day), day)]
}

/**
 * The list view: events grouped by the day on which they start; those that began earlier are on the first day.
 * @param {ViewContext} context @param {CalendarEvent[]} events @returns {HTMLElement[]}
 */
export function drawListView(context, events) {
  const first = context.settings.day
  const byDay = Map.groupBy(events, ({ start }) => (start < first ? first : start.slice(0, 10)))
  return Array.from(byDay, ([day, started]) => daySection(context, day, started, 'dated'))
}
