import { dayEventList, eventTitleLink } from './agenda.js'
import { daysBetween, monthOf, plusDays, utcDate, weekStart } from './dates.js'
import { element } from './dom.js'
import { eventsOn, isAllDayOrMultiDay } from './events.js'
import { fillPlaceholder } from './words.js'

/**
 * Types that this module uses, for the TypeScript compiler.
 * @import { CalendarEvent } from './events.js'
 * @import { ViewContext } from './view-context.js'
 */

/** Number of events that fit into the cell of a day in the month view. */
const CELL_SIZE = 3

/**
 * The month view: a table of weeks, and below the table the events of the selected day, which the style sheet hides in
 * wide containers.
 * @param {ViewContext} context @param {CalendarEvent[]} events @returns {HTMLElement[]}
 */
export function monthView(context, events) {
  const { settings, formatter } = context
  const [from, to] = settings.range
  const first = settings.firstDay
  const days = daysBetween(weekStart(from, first), plusDays(weekStart(to, first), 6))
  const [short, long] = [formatter.format({ weekday: 'short' }), formatter.format({ weekday: 'long' })]
  const heads = days
    .slice(0, 7)
    .map((day) =>
      element('th', { scope: 'col', part: 'weekday', abbr: long.format(utcDate(day)) }, short.format(utcDate(day))),
    )
  const rows = days
    .filter((_, index) => index % 7 === 0)
    .map((day) => weekRow(context, daysBetween(day, plusDays(day, 6)), events))
  const click = (/** @type {MouseEvent} */ event) => {
    const target = /** @type {Element} */ (event.target)
    const cell = /** @type {HTMLElement | null} */ (target.closest('td'))
    if (cell?.dataset.key && !target.closest('a')) context.openDay(cell.dataset.key)
  }
  const table = element(
    'table',
    { role: 'grid', part: 'grid', 'aria-labelledby': 'title', click, keydown: context.onKey },
    element('thead', {}, element('tr', {}, ...heads)),
    element('tbody', {}, ...rows),
  )
  const panel = element(
    'section',
    { class: 'panel', part: 'panel' },
    element('h3', {}, formatter.longDay(settings.day)),
    dayEventList(context, eventsOn(events, settings.day), settings.day),
  )
  return [table, panel]
}

/**
 * A row of the month table with the days of a week.
 * @param {ViewContext} context @param {string[]} week its seven days @param {CalendarEvent[]} events
 */
function weekRow(context, week, events) {
  const lanes = lanesOf(week, events.filter(isAllDayOrMultiDay))
  const cells = week.map((day) => {
    const short = eventsOn(events, day).filter((event) => !isAllDayOrMultiDay(event))
    return dayCell(context, day, lanes.get(day) ?? [], short, week)
  })
  return element('tr', {}, ...cells)
}

/**
 * Assigns a lane (a row within the cells of a week) to each event of several days, so that its bar is at the same
 * height in all cells.
 * @param {string[]} week @param {CalendarEvent[]} events
 * @returns {Map<string, (CalendarEvent | undefined)[]>} by day, the events from the first lane down; undefined is an
 * empty lane
 */
function lanesOf(week, events) {
  const lanes = new Map(week.map((day) => [day, /** @type {(CalendarEvent | undefined)[]} */ ([])]))
  for (const event of events) {
    const days = week
      .filter((day) => event.start.slice(0, 10) <= day && day <= event.lastDay)
      .map((day) => lanes.get(day) ?? [])
    let lane = 0
    while (days.some((slots) => slots[lane])) lane += 1
    for (const slots of days) {
      while (slots.length < lane) slots.push(undefined)
      slots[lane] = event
    }
  }
  return lanes
}

/**
 * The number of events in the lanes of a cell, without the empty lanes. @param {(CalendarEvent | undefined)[]} slots
 */
const countOf = (slots) => slots.filter(Boolean).length

/**
 * The cell of a day in the month table.
 * @param {ViewContext} context @param {string} day
 * @param {(CalendarEvent | undefined)[]} lanes events of several days; undefined is an empty lane
 * @param {CalendarEvent[]} short events of this day only
 * @param {string[]} week
 */
function dayCell(context, day, lanes, short, week) {
  const { settings, formatter } = context
  const [isSelected, isToday] = [day === settings.day, day === settings.today]
  const slots = [...lanes, ...short]
  // The bar of a long event is half as high as a short event, so a cell with bars has room for one more event.
  const bars = lanes.slice(0, CELL_SIZE)
  const fitting = [...bars, ...short.slice(0, Math.min(CELL_SIZE, CELL_SIZE + 1 - bars.length))]
  // If only one event does not fit into the cell, it is shown nevertheless: a button "1 more" would need as much room.
  const shown = countOf(slots) - countOf(fitting) > 1 ? fitting : slots
  const [count, hidden] = [countOf(slots), countOf(slots) - countOf(shown)]
  const tabindex = isSelected ? 0 : -1
  const items = shown.map((event) =>
    event ? cellItem(context, event, day, week, tabindex) : element('li', { class: 'gap', 'aria-hidden': 'true' }),
  )
  const more = element(
    'button',
    { type: 'button', part: 'more', tabindex, 'data-key': `more ${day}` },
    `+ ${fillPlaceholder(settings.words.more, hidden)}`,
  )
  const dots = slots
    .filter(Boolean)
    .slice(0, CELL_SIZE)
    .map(() => element('i'))
  return element(
    'td',
    {
      role: 'gridcell',
      tabindex,
      class: `${monthOf(day) === monthOf(settings.day) ? '' : 'outside'} ${isToday ? 'today' : ''}`,
      part: isToday ? 'day today' : 'day',
      'data-key': day,
      'aria-selected': String(isSelected),
      'aria-current': isToday && 'date',
    },
    element('span', { class: 'heard' }, `${formatter.longDay(day)}, ${formatter.eventCount(count)} `),
    element('span', { class: 'number', part: 'day-number', 'aria-hidden': 'true' }, String(Number(day.slice(8)))),
    element('span', { class: 'dots', 'aria-hidden': 'true' }, ...dots),
    count > 0 && element('ul', {}, ...items, hidden > 0 && element('li', {}, more)),
  )
}

/**
 * An event in the cell of a day: a short event is a line with its time, a long one a bar across the cells of its days.
 * @param {ViewContext} context @param {CalendarEvent} event @param {string} day @param {string[]} week
 * @param {number} tabindex
 */
function cellItem(context, event, day, week, tabindex) {
  const link = eventTitleLink(context, event, { tabindex, 'data-key': `${event.id} ${day}` })
  const featured = event.isFeatured ? 'featured' : ''
  if (!isAllDayOrMultiDay(event)) {
    const time = element('time', { datetime: event.start, part: 'event-time' }, context.formatter.time(event.start))
    return element('li', { class: `chip ${featured}`, part: 'event' }, time, link)
  }
  const [hasBegun, goesOn] = [event.start.slice(0, 10) < day, day < event.lastDay]
  const isContinued = hasBegun && day !== week[0]
  const classes = `bar-of ${isContinued ? 'came' : ''} ${hasBegun ? 'since' : ''} ${goesOn ? 'goes' : ''} ${featured}`
  const bar = element('li', { class: classes, part: 'event long-event' }, link)
  // The title of a long event starts in the first cell of its bar and may extend over all cells of the bar in this
  // week.
  if (!isContinued) {
    bar.style.setProperty('--_days', String(week.filter((one) => day <= one && one <= event.lastDay).length))
  }
  return bar
}
