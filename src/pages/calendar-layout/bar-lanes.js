/**
 * Computes where the bars of events that last several days are drawn in a month or week. The server uses this module
 * for pages, and browsers use it for the calendar element.
 */

/**
 * Largest number of bars above each other in the cells of a month. For further events, a cell shows only their number.
 */
export const LANES_MAX = 3

/**
 * An event or festival with its first and last day, `YYYY-MM-DD`.
 * @template Item
 * @typedef {{ item: Item, first: string, last: string }} Span
 */

/**
 * The part of a bar that is in the cell of one day.
 * @template Item
 * @typedef {object} Segment
 * @property {Item} item
 * @property {boolean} begins whether the event begins on this day
 * @property {boolean} ends whether the event ends on this day
 * @property {number} days if the title of the bar is in this cell: number of days, from this one on, over which the bar
 * extends in this week; else 0
 */

/**
 * The bars in the cell of one day.
 * @template Item
 * @typedef {object} DayLanes
 * @property {(Segment<Item> | undefined)[]} lanes from the top; undefined is an empty lane
 * @property {Span<Item>[]} hidden events and festivals for which no lane is free
 */

/**
 * Sorts spans by their first day, the longer of two first, so that bars leave few gaps.
 * @template Item
 * @param {readonly Span<Item>[]} spans
 */
const inOrder = (spans) =>
  spans.toSorted((one, other) =>
    one.first === other.first ? (one.last < other.last ? 1 : -1) : one.first < other.first ? -1 : 1,
  )

/**
 * Gives each event the first lane that is free on all its days of a week, so that its bar is at the same height in all
 * cells.
 * @template Item
 * @param {readonly string[]} week consecutive days, `YYYY-MM-DD`
 * @param {readonly (readonly Span<Item>[])[]} groups events of the first group get their lanes before those of the next
 * @param {number} lanesMax largest number of bars above each other
 * @returns {DayLanes<Item>[]} one for each day
 */
export function assignLanesToEventBars(week, groups, lanesMax) {
  const days = week.map(() => /** @type {DayLanes<Item>} */ ({ lanes: [], hidden: [] }))
  const [firstDay = '', lastDay = ''] = [week[0], week.at(-1)]
  const spans = groups.flatMap((group) =>
    inOrder(group.filter(({ first, last }) => first <= lastDay && last >= firstDay)),
  )
  for (const span of spans) {
    const from = week.findIndex((day) => span.first <= day && day <= span.last)
    if (from < 0) continue
    const to = week.findLastIndex((day) => day <= span.last)
    const taken = days.slice(from, to + 1)
    let lane = 0
    while (taken.some(({ lanes }) => lanes[lane])) lane += 1
    for (const [index, day] of taken.entries()) {
      if (lane >= lanesMax) day.hidden.push(span)
      else {
        while (day.lanes.length < lane) day.lanes.push(undefined)
        day.lanes[lane] = segmentOf(span, week[from + index] ?? '', index === 0 ? taken.length : 0)
      }
    }
  }
  return days
}

/**
 * Creates the part of a bar that is in the cell of one day.
 * @template Item
 * @param {Span<Item>} span event of the bar
 * @param {string} day
 * @param {number} days if the title of the bar is in this cell: number of days over which the bar extends; else 0
 * @returns {Segment<Item>}
 */
const segmentOf = ({ item, first, last }, day, days) => ({ item, begins: day === first, ends: day === last, days })
