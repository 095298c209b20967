/**
 * Computes where the events of a day are drawn on an axis of hours. The server uses this module for pages, and browsers
 * use it for the calendar element. Times are minutes since midnight.
 */

/** Largest number of events beside each other on the axis. For further events, a day shows only their number. */
export const COLUMNS_MAX = 3
/** An event that is shorter than this number of minutes is drawn with this length, so that its title fits. */
const SHORTEST = 30
const COLUMNS = Array.from({ length: COLUMNS_MAX }, (_, index) => index + 1)
const DAY = 24 * 60

/** The axis always shows the hours from the first of these to the second, 9:00 to 20:00. */
const USUAL_HOURS = /** @type {const} */ ([9, 20])

/**
 * An event with its start and end on one day, in minutes since midnight.
 * @template Item
 * @typedef {{ item: Item, from: number, to: number }} TimedItem
 */

/**
 * An event with its position on the axis: in column number `column`, from 1, of `columns` columns beside each other.
 * @template Item
 * @typedef {TimedItem<Item> & { column: number, columns: number }} PlacedItem
 */

/**
 * Reads a time of day as minutes since midnight.
 * @param {string} local local time, `YYYY-MM-DD HH:MM`
 */
export const minutesSinceMidnight = (local) => Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16))

/**
 * Places the events of one day on the axis: events that overlap are beside each other and equally wide.
 * @template Item
 * @param {readonly TimedItem<Item>[]} items an event whose `to` is before its `from` lasts until midnight
 * @returns {{ placed: PlacedItem<Item>[], hidden: TimedItem<Item>[] }} sorted by start; `hidden` are the events that
 * would need more than `COLUMNS_MAX` columns
 */
export function placeOverlappingEventsInColumns(items) {
  /** The events that have a column. @type {PlacedItem<Item>[]} */
  const placed = []
  /** The events for which no column is free. @type {TimedItem<Item>[]} */
  const hidden = []
  /** Placed events of which each overlaps another one of the group. @type {PlacedItem<Item>[]} */
  let group = []
  const whole = items.map(({ item, from, to }) => {
    const start = Math.min(from, DAY - SHORTEST)
    return { item, from: start, to: Math.max(to < from ? DAY : to, start + SHORTEST) }
  })
  for (const one of whole.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (!group.some(({ to }) => to > one.from)) group = []
    const taken = new Set(group.filter(({ to }) => to > one.from).map(({ column }) => column))
    const column = COLUMNS.find((free) => !taken.has(free))
    if (column === undefined) hidden.push(one)
    else {
      group.push({ ...one, column, columns: column })
      placed.push(/** @type {PlacedItem<Item>} */ (group.at(-1)))
      const columns = Math.max(...group.map((other) => other.columns))
      for (const other of group) other.columns = columns
    }
  }
  return { placed, hidden }
}

/**
 * Finds the hours that the axis shows: those of `USUAL_HOURS`, and all others from the first to the last hour with
 * events.
 * @param {readonly { from: number, to: number }[]} placed
 * @returns {{ first: number, hours: number }} first hour and number of hours
 */
export function chooseHoursShownOnAxis(placed) {
  const [usualFirst, usualLast] = USUAL_HOURS
  const first = Math.min(usualFirst, ...placed.map(({ from }) => Math.floor(from / 60)))
  const last = Math.max(usualLast, ...placed.map(({ to }) => Math.ceil(to / 60)))
  return { first, hours: last - first }
}
