import { assignLanesToEventBars, LANES_MAX } from '../../calendar-layout/bar-lanes.js'
import {
  addDaysToDay,
  firstDayOfWeekContaining,
  listDaysFromTo,
  monthOfDay,
  parseDayAsUtcDate,
} from './calendar-day.js'
import { findEventsOnDay, groupEventSpansForBars, isEventOnSeveralDays } from './convert-and-group-events.js'
import { createElement } from './create-element.js'
import { createEventListOfDay, eventTitleLink } from './event-list-views.js'
import { replacePlaceholderInText } from './words.js'

/**
 * Types that this module uses, for the TypeScript compiler.
 * @import { DayLanes, Segment } from '../../calendar-layout/bar-lanes.js'
 * @import { CalendarEvent } from './convert-and-group-events.js'
 * @import { ViewContext } from './view-context.js'
 */

/**
 * Number of events that fit into the cell of a day with at most one bar; each further bar takes the room of one event.
 */
const CELL_SIZE = 3

/**
 * The month view: a table of weeks, and below the table the events of the selected day, which the style sheet hides in
 * wide containers.
 * @param {ViewContext} context @param {CalendarEvent[]} events @returns {HTMLElement[]}
 */
export function drawMonthView(context, events) {
  const { settings, formatter } = context
  const [from, to] = settings.range
  const first = settings.firstDay
  const days = listDaysFromTo(
    firstDayOfWeekContaining(from, first),
    addDaysToDay(firstDayOfWeekContaining(to, first), 6),
  )
  const [short, long] = [formatter.format({ weekday: 'short' }), formatter.format({ weekday: 'long' })]
  const heads = days
    .slice(0, 7)
    .map((day) =>
      createElement(
        'th',
        { scope: 'col', part: 'weekday', abbr: long.format(parseDayAsUtcDate(day)) },
        short.format(parseDayAsUtcDate(day)),
      ),
    )
  const rows = days
    .filter((_, index) => index % 7 === 0)
    .map((day) => weekRow(context, listDaysFromTo(day, addDaysToDay(day, 6)), events))
  const click = (/** @type {MouseEvent} */ event) => {
    const target = /** @type {Element} */ (event.target)
    const cell = /** @type {HTMLElement | null} */ (target.closest('td'))
    if (cell?.dataset.key && !target.closest('a')) context.openDay(cell.dataset.key)
  }
  const table = createElement(
    'table',
    { role: 'grid', part: 'grid', 'aria-labelledby': 'title', click, keydown: context.onKey },
    createElement('thead', {}, createElement('tr', {}, ...heads)),
    createElement('tbody', {}, ...rows),
  )
  const panel = createElement(
    'section',
    { class: 'panel', part: 'panel' },
    createElement('h3', {}, formatter.longDay(settings.day)),
    createEventListOfDay(context, findEventsOnDay(events, settings.day), settings.day),
  )
  return [table, panel]
}

/**
 * A row of the month table with the days of a week.
 * @param {ViewContext} context @param {string[]} week its seven days @param {CalendarEvent[]} events
 */
function weekRow(context, week, events) {
  const cells = assignLanesToEventBars(
    week,
    groupEventSpansForBars(events.filter(isEventOnSeveralDays)),
    LANES_MAX,
  ).map((lanes, index) => dayCell(context, week[index] ?? '', lanes, events))
  return createElement('tr', {}, ...cells)
}

/**
 * The cell of a day in the month table.
 * @param {ViewContext} context @param {string} day
 * @param {DayLanes<CalendarEvent>} lanes the bars of the day
 * @param {CalendarEvent[]} events
 */
function dayCell(context, day, { lanes, hidden: hiddenBars }, events) {
  const { settings, formatter } = context
  const [isSelected, isToday] = [day === settings.day, day === settings.today]
  const bars = lanes.filter((bar) => bar !== undefined)
  const singles = findEventsOnDay(events, day).filter((event) => !isEventOnSeveralDays(event))
  const size = Math.min(CELL_SIZE, CELL_SIZE + 1 - bars.length)
  // If only one event does not fit into the cell, it is shown nevertheless, because a button "1 more" needs as much
  // room.
  const shown = singles.slice(0, singles.length + hiddenBars.length > size + 1 ? size : undefined)
  const hidden = hiddenBars.length + singles.length - shown.length
  const count = bars.length + shown.length + hidden
  const tabindex = isSelected ? 0 : -1
  const items = [
    ...lanes.map((bar) => barItem(context, bar, day, tabindex)),
    ...shown.map((event) => singleItem(context, event, day, tabindex)),
  ]
  const more = createElement(
    'button',
    { type: 'button', part: 'more', tabindex, 'data-key': `more ${day}` },
    `+ ${replacePlaceholderInText(settings.words.more, hidden)}`,
  )
  const dots = Array.from({ length: Math.min(count, CELL_SIZE) }, () => createElement('i'))
  return createElement(
    'td',
    {
      role: 'gridcell',
      tabindex,
      class: `${monthOfDay(day) === monthOfDay(settings.day) ? '' : 'outside'} ${isToday ? 'today' : ''}`,
      part: isToday ? 'day today' : 'day',
      'data-key': day,
      'aria-selected': String(isSelected),
      'aria-current': isToday && 'date',
    },
    createElement('span', { class: 'heard' }, `${formatter.longDay(day)}, ${formatter.eventCount(count)} `),
    createElement('span', { class: 'number', part: 'day-number', 'aria-hidden': 'true' }, String(Number(day.slice(8)))),
    createElement('span', { class: 'dots', 'aria-hidden': 'true' }, ...dots),
    count > 0 && createElement('ul', {}, ...items, hidden > 0 && createElement('li', {}, more)),
  )
}

/**
 * An event of one day in its cell: a line with the time.
 * @param {ViewContext} context @param {CalendarEvent} event @param {string} day @param {number} tabindex
 */
function singleItem(context, event, day, tabindex) {
  const { formatter, settings } = context
  const time = event.isAllDay
    ? createElement('span', { class: 'all-day', part: 'event-time' }, settings.words.allDay)
    : createElement('time', { datetime: event.start, part: 'event-time' }, formatter.time(event.start))
  const link = eventTitleLink(context, event, { tabindex, 'data-key': `${event.id} ${day}` })
  return createElement('li', { class: `chip ${event.isFeatured ? 'featured' : ''}`, part: 'event' }, time, link)
}

/**
 * The part of the bar of an event that is in the cell of one day.
 * @param {ViewContext} context
 * @param {Segment<CalendarEvent> | undefined} bar undefined: an empty lane
 * @param {string} day @param {number} tabindex
 */
function barItem(context, bar, day, tabindex) {
  if (bar === undefined) return createElement('li', { class: 'gap', 'aria-hidden': 'true' })
  const { item: event, begins, ends, days } = bar
  const link = eventTitleLink(context, event, { tabindex, 'data-key': `${event.id} ${day}` })
  const classes = ['bar-of', !days && 'came', !begins && 'since', !ends && 'goes', event.isFeatured && 'featured']
  const part = createElement('li', { class: classes.filter(Boolean).join(' '), part: 'event long-event' }, link)
  // The title is in the first cell of the bar and may extend over all cells of the bar in this week.
  if (days) part.style.setProperty('--_days', String(days))
  return part
}
