const DAY_MS = 86_400_000

/**
 * Converts a day to a `Date` at midnight UTC, for date arithmetic and for `Intl` formats with the zone UTC.
 * @param {string} day `YYYY-MM-DD`
 */
export const parseDayAsUtcDate = (day) => new Date(`${day}T00:00Z`)
/** The day of a `Date` in UTC. @param {Date} date @returns {string} `YYYY-MM-DD` */
const dayOf = (date) => date.toISOString().slice(0, 10)
/**
 * The day that is `count` days later.
 * @param {string} day `YYYY-MM-DD`
 * @param {number} count
 * @returns {string} `YYYY-MM-DD`
 */
export const addDaysToDay = (day, count) => dayOf(new Date(+parseDayAsUtcDate(day) + count * DAY_MS))
/** The month of a day. @param {string} day `YYYY-MM-DD` @returns {string} `YYYY-MM` */
export const monthOfDay = (day) => day.slice(0, 7)

/**
 * The same day of the month, `count` months later; the last day of the later month if that month is too short.
 * @param {string} day @param {number} count of months
 */
export function addMonthsToDay(day, count) {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return dayOf(new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))))
}

/**
 * The first and the last day of a month.
 * @param {string} month `YYYY-MM`
 * @returns {[string, string]} both as `YYYY-MM-DD`
 */
export const firstAndLastDayOfMonth = (month) => [`${month}-01`, addDaysToDay(addMonthsToDay(`${month}-01`, 1), -1)]

/**
 * The first day of the week that contains `day`.
 * @param {string} day
 * @param {number} first day of the week: 1 is Monday, 7 Sunday
 */
export const firstDayOfWeekContaining = (day, first) =>
  addDaysToDay(day, -((parseDayAsUtcDate(day).getUTCDay() - first + 7) % 7))

/** All days from `from` to `to`, both included. @param {string} from @param {string} to @returns {string[]} */
export const listDaysFromTo = (from, to) => (from > to ? [] : [from, ...listDaysFromTo(addDaysToDay(from, 1), to)])

/**
 * The local time of an instant in a time zone.
 * @param {number} instant milliseconds since 1970-01-01 UTC
 * @param {string | undefined} zone IANA name; undefined for the zone of the browser
 * @returns {string} `YYYY-MM-DD HH:MM`
 */
export const localTimeOfInstant = (instant, zone) =>
  new Date(instant).toLocaleString('sv', { timeZone: zone }).slice(0, 16)

/**
 * Parses a day; a month means its first day.
 * @param {string | null} text `YYYY-MM-DD` or `YYYY-MM`
 * @returns {string | undefined} the day; undefined for invalid dates
 */
export function parseDayOrMonth(text) {
  const day = /^\d{4}-\d\d$/.test(text ?? '') ? `${text}-01` : (text ?? '')
  return /^[1-9]\d{3}-\d\d-\d\d$/.test(day) &&
    !Number.isNaN(+parseDayAsUtcDate(day)) &&
    dayOf(parseDayAsUtcDate(day)) === day
    ? day
    : undefined
}
