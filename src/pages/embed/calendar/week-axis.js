/**
 * Draws the axis of hours of the week view. The calendar element loads this file when it shows a week. If it cannot be
 * loaded, the week remains a list for each day.
 */

import { assignLanesToEventBars, LANES_MAX } from '../../calendar-layout/bar-lanes.js'
import {
  chooseHoursShownOnAxis,
  minutesSinceMidnight,
  placeOverlappingEventsInColumns,
} from '../../calendar-layout/hour-axis-layout.js'
import { listDaysFromTo, localTimeOfInstant } from './calendar-day.js'
import { findEventsOnDay, groupEventSpansForBars, isEventOnSeveralDays } from './convert-and-group-events.js'
import { createElement } from './create-element.js'

/**
 * Types that this module uses, for the TypeScript compiler.
 * @import { DayLanes } from '../../calendar-layout/bar-lanes.js'
 * @import { PlacedItem } from '../../calendar-layout/hour-axis-layout.js'
 * @import { CalendarEvent } from './convert-and-group-events.js'
 * @import { ViewContext } from './view-context.js'
 */

const MINUTE_MS = 60_000

/** Whether an event is drawn as a bar above the axis of hours. @param {CalendarEvent} event */
const isBar = (event) => event.isAllDay || isEventOnSeveralDays(event)

/**
 * Sets CSS properties whose names begin with `--_`.
 * @param {HTMLElement} target @param {Record<string, number>} values by name
 */
function setNumbers(target, values) {
  for (const [name, value] of Object.entries(values)) target.style.setProperty(`--_${name}`, String(value))
}

/**
 * Places the events of a week on an axis of hours, and events that last all day or several days as bars above it. In
 * narrow containers, the style sheet shows the days as lists instead.
 * @param {HTMLElement} week the element of the week view
 * @param {ViewContext} context
 * @param {CalendarEvent[]} events
 */
export function addHourAxisToWeek(week, context, events) {
  const days = listDaysFromTo(...context.settings.range)
  const bars = assignLanesToEventBars(days, groupEventSpansForBars(events.filter(isBar)), LANES_MAX)
  const placed = days.map((day) => placeEventsOf(findEventsOnDay(events, day)))
  const { first, hours } = chooseHoursShownOnAxis(placed.flat())
  week.classList.add('axis')
  setNumbers(week, { first, hours, lanes: Math.max(0, ...bars.map(({ lanes }) => lanes.length)) })
  const columns = /** @type {HTMLElement[]} */ ([...week.children])
  for (const [index, day] of days.entries()) {
    const column = /** @type {HTMLElement} */ (columns[index])
    placeEntries(column, findEventsOnDay(events, day), bars[index], placed[index] ?? [])
    addMoreButton(column, context, day)
    if (day === context.settings.today) addTimeLine(column, context)
  }
  week.prepend(renderLabelsOfHourAxis(context, first, hours))
}

/**
 * Places the events of one day, without those that are bars, beside each other on the axis of hours.
 * @param {CalendarEvent[]} events of one day
 * @returns {PlacedItem<CalendarEvent>[]}
 */
const placeEventsOf = (events) =>
  placeOverlappingEventsInColumns(
    events
      .filter((event) => !isBar(event))
      .map((event) => ({
        item: event,
        from: minutesSinceMidnight(event.start),
        to: event.end.slice(0, 10) > event.start.slice(0, 10) ? 24 * 60 : minutesSinceMidnight(event.end),
      })),
  ).placed

/**
 * Sets start, length and column of the entries of a day on the axis of hours. Entries for which the axis has no room
 * get the class `crowded`.
 * @param {HTMLElement} column
 * @param {CalendarEvent[]} events in the order of the entries
 * @param {DayLanes<CalendarEvent> | undefined} bars
 * @param {PlacedItem<CalendarEvent>[]} placed
 */
function placeEntries(column, events, bars, placed) {
  const { lanes = [] } = bars ?? {}
  const entries = /** @type {NodeListOf<HTMLElement>} */ (column.querySelectorAll('.entry'))
  for (const [index, event] of events.entries()) {
    const entry = /** @type {HTMLElement} */ (entries[index])
    const lane = lanes.findIndex((bar) => bar?.item === event)
    const bar = lanes[lane]
    const place = placed.find(({ item }) => item === event)
    if (bar) {
      entry.classList.add('lane', ...(bar.days ? [] : ['came']))
      setNumbers(entry, { lane, days: bar.days })
    } else if (place) {
      const { from, to, column: at, columns } = place
      entry.classList.add('timed')
      setNumbers(entry, { at: from / 60, for: (to - from) / 60, column: at - 1, columns })
    } else entry.classList.add('crowded')
  }
}

/**
 * Adds the button that opens the day view, if the axis has no room for some events of the day.
 * @param {HTMLElement} column
 * @param {ViewContext} context
 * @param {string} day
 */
function addMoreButton(column, { settings, goTo }, day) {
  const count = column.querySelectorAll('.crowded').length
  if (count === 0) return
  const click = () => goTo(day, 'day')
  const text = `+ ${settings.words.more.replace('{}', String(count))}`
  column.append(
    createElement('button', { type: 'button', part: 'more', class: 'more', 'data-key': `more ${day}`, click }, text),
  )
}

/**
 * Creates the list of the hours beside the axis.
 * @param {ViewContext} context
 * @param {number} first hour
 * @param {number} count number of hours
 */
function renderLabelsOfHourAxis({ formatter }, first, count) {
  const hours = Array.from({ length: count }, (_, index) => String(first + index).padStart(2, '0'))
  const labels = hours.map((hour) => createElement('li', {}, formatter.time(`2000-01-01 ${hour}:00`)))
  return createElement('ol', { class: 'hours', 'aria-hidden': 'true' }, ...labels)
}

/**
 * Adds the line of the current time to the column of today. It moves every minute, until the week is drawn again.
 * @param {HTMLElement} column
 * @param {ViewContext} context
 */
function addTimeLine(column, { settings }) {
  const line = createElement('div', { class: 'now', 'aria-hidden': 'true' })
  const list = /** @type {HTMLElement} */ (column.querySelector('.agenda'))
  list.before(line)
  const move = () => {
    const local = localTimeOfInstant(Date.now(), settings.zone)
    line.hidden = local.slice(0, 10) !== settings.today
    setNumbers(line, { at: minutesSinceMidnight(local) / 60 })
  }
  move()
  const timer = setInterval(() => (line.isConnected ? move() : clearInterval(timer)), MINUTE_MS)
}

/** CSS of the axis of hours. In narrow containers it hides the elements that only the axis has. */
export const AXIS_STYLE = `
.hours, .more, .now { display: none }
@container (min-width: 60.01rem) {
  .axis {
    --_hour: 2.9rem; --_top: calc(var(--_lanes) * 1.75rem + .5rem);
    grid-template-columns: auto repeat(7, minmax(0, 1fr));
  }
  .axis .column { position: relative; padding: .75rem 0 0; border-inline-start: 1px solid var(--_line) }
  .axis .date { block-size: 3.4rem; margin: 0 .6rem; border: 0 }
  .axis .agenda {
    position: relative; block-size: calc(var(--_top) + var(--_hours) * var(--_hour)); background:
      repeating-linear-gradient(var(--_line) 0 1px, transparent 1px var(--_hour)) 0 var(--_top) / 100% no-repeat;
  }
  .hours {
    display: block; margin: 0; padding: calc(4.15rem + var(--_top)) .5rem 0 0; list-style: none; text-align: end;
    color: var(--_quiet); font-size: .75rem; font-variant-numeric: tabular-nums;
  }
  .hours li { block-size: var(--_hour); line-height: 1; translate: 0 -.5em }
  .hours li:first-child { visibility: hidden }
  .axis .entry {
    position: absolute; margin: 0; border: 0; padding: .1rem .35rem; overflow: hidden; background: var(--_wash);
  }
  .axis .entry .title { font: 500 .8125rem/1.25 var(--_text) }
  .axis .entry > div { line-height: 1.25 }
  .axis .entry .kind { display: none }
  .axis .timed { display: flex; flex-direction: column }
  .axis .timed .when { order: 1 }
  .axis .entry :is(.when, .where) { margin: 0; padding: 0; font-size: .75rem; line-height: 1.25 }
  .axis .timed {
    inset-block-start: calc(var(--_top) + (var(--_at) - var(--_first)) * var(--_hour) + 1px);
    block-size: calc(var(--_for) * var(--_hour) - 2px);
    inset-inline-start: calc(var(--_column) / var(--_columns) * 100%); inline-size: calc(100% / var(--_columns) - 2px);
    border-inline-start: 3px solid var(--_accent); border-radius: var(--_radius);
  }
  .axis .timed:is(:hover, :focus-within) {
    z-index: 2; block-size: auto; min-block-size: calc(var(--_for) * var(--_hour) - 2px);
  }
  .axis .lane {
    inset-block-start: calc(var(--_lane) * 1.75rem); inset-inline-start: .2rem; block-size: 1.5rem; z-index: 1;
    inline-size: calc(var(--_days) * 100% - .4rem); border-inline-start: 3px solid var(--_accent);
    border-radius: var(--_radius); white-space: nowrap; line-height: 1.3rem;
  }
  .axis .lane :is(.when, .where) { display: none }
  .axis .lane.came { inline-size: 1px; clip-path: inset(50%) }
  .axis .crowded { display: none }
  .axis .more { display: block; inline-size: 100%; border: 0; font-size: .75rem; text-decoration: underline }
  .axis .now {
    display: block; position: absolute; z-index: 1; inset-inline: 0; block-size: 2px; background: var(--_accent);
    inset-block-start: calc(4.15rem + var(--_top) + (var(--_at) - var(--_first)) * var(--_hour)); pointer-events: none;
  }
}
`
