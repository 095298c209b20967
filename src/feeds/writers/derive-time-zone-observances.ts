import { instantToLocal, localToInstant, utcOffsetPeriods, zoneAbbreviation } from '../../core/time/instant.ts'
import type { LocalTime } from '../../core/time/local-time.ts'

/** The first and the last year in which events of a feed take place. */
export interface YearSpan {
  first: number
  last: number
}

/**
 * A period of a time zone with one UTC offset that may begin every year, as a `STANDARD` or `DAYLIGHT` component states
 * it (RFC 5545, 3.6.5).
 */
export interface Observance {
  isDaylight: boolean
  /** First time at which the offset begins: a local time with the previous offset. */
  onset: LocalTime
  /** UTC offset in seconds before the onset, positive east of UTC; `offsetAfter` is the one after it. */
  offsetBefore: number
  offset: number
  /** Abbreviation of the time in this zone, e.g. `CEST`. */
  name: string
  /** Recurrence rule (RFC 5545, 3.3.10) of later onsets, if there are any. */
  rule: string | undefined
}

/** The beginning of a UTC offset of a zone in one year, such as the beginning of summer time. */
interface Onset extends Omit<Observance, 'onset' | 'rule'> {
  local: LocalTime
  year: number
  /** Unix time in seconds; `-Infinity` for an offset that the zone has always had. */
  at: number
}

/** The local onset of an offset that never changed. It is earlier than all events. */
const ALWAYS = '1601-01-01 00:00:00'
const DAY_SECONDS = 86_400
const YEAR_SECONDS = 366 * DAY_SECONDS
const LAST_INSTANT = localToInstant('9999-12-30 00:00:00', 'UTC')

/**
 * From this year on, the tz database contains only rules for every year: the dates that Morocco has announced end in
 * 2087.
 */
const YEARLY_RULES_FROM = 2088

/**
 * A rule is written without an end only if it also applies to this number of years after the last event. In fewer
 * years, the last and the fourth Sunday of a month could be the same.
 */
const CONFIRMED_YEARS = 12

/**
 * Derives the observances that describe a time zone in a range of years. Onsets of consecutive years on the same
 * weekday of the same week become one observance with a recurrence rule. The rule ends with the last onset to which it
 * applies, or has no end if it applies to years after the range. All other onsets become observances without a rule.
 * @param zone IANA name
 */
export function deriveTimeZoneObservances(zone: string, { first, last }: YearSpan): Observance[] {
  const end = Math.min(last, Math.max(first, YEARLY_RULES_FROM))
  const confirmedUntil = Math.min(end + CONFIRMED_YEARS, 9999)
  const start = Math.max(first, 2)
  const confirmed = seriesOf(onsetsIn(zone, start, confirmedUntil))
  // The rules for summer time and for standard time must both be endless, or neither: otherwise summer time would last
  // for years after the other rule has ended.
  const isYearly = confirmed.every((one) => one.last.year <= end || isRecurrenceEndless(one))
  return (isYearly ? confirmed : seriesOf(onsetsIn(zone, start, end))).map((series) => {
    const { local, year: _, at: __, ...observance } = series.first
    return { ...observance, onset: local, rule: ruleOf(series, isYearly && isRecurrenceEndless(series)) }
  })

  function isRecurrenceEndless(series: Series): boolean {
    return series.last.year >= confirmedUntil && series.first !== series.last
  }
}

function ruleOf({ first, last, rules }: Series, isEndless: boolean): string | undefined {
  if (first === last) return undefined
  const until = isEndless ? '' : `;UNTIL=${basicFormat(instantToLocal(last.at, 'UTC'))}Z`
  return `FREQ=YEARLY;${rules[0]}${until}`
}

/** Formats a local time in the basic format of ISO 8601, as iCalendar requires: `20061029T060000`. */
const basicFormat = (local: LocalTime) => local.replaceAll(/[-:]/g, '').replace(' ', 'T')

/**
 * Lists the onsets of the UTC offsets in a range of years. The range is extended by a day, because local years begin
 * before or after those in UTC.
 */
function onsetsIn(zone: string, first: number, last: number): Onset[] {
  const newYear = (year: number) => localToInstant(`${String(year).padStart(4, '0')}-01-01 00:00:00`, 'UTC')
  const stop = last >= 9999 ? LAST_INSTANT : newYear(last + 1) + DAY_SECONDS
  // Whether an onset begins summer time depends on the next change of the offset, so the changes of one more year are
  // read.
  const periods = utcOffsetPeriods(zone, newYear(first) - DAY_SECONDS, Math.min(stop + YEAR_SECONDS, LAST_INSTANT))
  return periods.flatMap(({ from, offset, offsetBefore }, index) => {
    if (from > stop) return []
    const isFirst = !Number.isFinite(from)
    // An onset is a local time with the UTC offset that was valid before the change.
    const local = isFirst ? ALWAYS : instantToLocal(from + offsetBefore, 'UTC')
    // A change to a larger UTC offset begins summer time if the offset decreases again within a year; otherwise it is a
    // permanent change of standard time.
    const isDaylight =
      offset > offsetBefore &&
      periods.slice(index + 1).some((next) => next.from <= from + YEAR_SECONDS && next.offset < offset)
    const name = zoneAbbreviation(isFirst ? 0 : from, zone)
    return [{ local, year: Number(local.slice(0, 4)), at: from, offset, offsetBefore, isDaylight, name }]
  })
}

/** Onsets of consecutive years, and the rules that apply to all of them, the most usual rule first. */
interface Series {
  first: Onset
  last: Onset
  rules: string[]
}

/** Divides onsets into the longest sequences to which one rule applies, in chronological order. */
function seriesOf(onsets: readonly Onset[]): Series[] {
  const all: Series[] = []
  const latest = new Map<string, Series>()
  for (const onset of onsets) {
    const { local, offset, offsetBefore, isDaylight, name } = onset
    const key = [local.slice(5, 7), local.slice(11), offset, offsetBefore, isDaylight, name].join(' ')
    const series = latest.get(key)
    const own = rulesOf(onset)
    const rules = series?.last.year === onset.year - 1 ? series.rules.filter((rule) => own.includes(rule)) : []
    if (series && rules.length > 0) {
      Object.assign(series, { last: onset, rules })
      continue
    }
    const next = { first: onset, last: onset, rules: own }
    latest.set(key, next)
    all.push(next)
  }
  return all
}

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/**
 * The rules for every year that yield the date of an onset: the last or nth weekday of a month, the first weekday from
 * a certain day on, or the same date.
 */
function rulesOf({ local }: Onset): string[] {
  const [year, month, day] = local.slice(0, 10).split('-').map(Number) as [number, number, number]
  const weekday = WEEKDAYS[new Date(`${local.slice(0, 10)}T00:00:00Z`).getUTCDay()]
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const firstDays = Array.from({ length: 7 }, (_, back) => day - back).filter((from) => from >= 1 && from + 6 <= length)
  const days = [
    ...(day > length - 7 ? [`BYDAY=-1${weekday}`] : []),
    ...(day <= 28 ? [`BYDAY=${Math.ceil(day / 7)}${weekday}`] : []),
    ...firstDays.map((from) => `BYMONTHDAY=${Array.from({ length: 7 }, (_, at) => from + at)};BYDAY=${weekday}`),
    `BYMONTHDAY=${day}`,
  ]
  return days.map((rule) => `BYMONTH=${month};${rule}`)
}
