import ICAL from 'ical.js'
import {
  ianaZoneName,
  instantToLocal,
  localToInstant,
  type OffsetPeriod,
  offsetPeriods,
  zoneAbbreviation,
} from '../../core/time/instant.ts'

/** Where a zone began when it never changed: a moment before all events that have a zone to speak of. */
const ALWAYS = '1601-01-01 00:00:00'
const YEAR_SECONDS = 366 * 86_400

/**
 * The clocks of a zone as iCalendar has them (RFC 5545, 3.6.5), change by change: rules would be wrong for the years in
 * which others held, and those to come are not decided.
 * @param years in which events begin or end
 */
export function createVtimezone(zone: string, years: readonly number[]): ICAL.Component {
  const component = new ICAL.Component('vtimezone')
  component.addPropertyWithValue('tzid', zone)
  const spans = new Map(years.flatMap((year) => spansIn(zone, year)).map((span) => [span.from, span]))
  for (const span of [...spans.values()].toSorted((one, other) => one.from - other.from)) {
    component.addSubcomponent(observance(zone, span))
  }
  return component
}

/** Wherever the clocks of the zone stood in a year, by whatever wall. */
function spansIn(zone: string, year: number): OffsetPeriod[] {
  const at = (name: number) => localToInstant(`${String(name).padStart(4, '0')}-01-01 00:00:00`, 'UTC')
  const first = Math.max(year, 2)
  return offsetPeriods(zone, at(first) - DAY_SECONDS, Math.min(at(Math.min(first + 1, 9999)) + DAY_SECONDS, LAST))
}

const DAY_SECONDS = 86_400
const LAST = localToInstant('9999-12-30 00:00:00', 'UTC')

function observance(zone: string, { from, offset, offsetBefore }: OffsetPeriod): ICAL.Component {
  const isSummer = offset > offsetBefore && endsWithinAYear(zone, from, offset)
  const component = new ICAL.Component(isSummer ? 'daylight' : 'standard')
  // The onset stands on the clock before the change.
  const onset = Number.isFinite(from) ? instantToLocal(from + offsetBefore, 'UTC') : ALWAYS
  component.addPropertyWithValue('dtstart', ICAL.Time.fromDateTimeString(onset.replace(' ', 'T')))
  component.addPropertyWithValue('tzoffsetfrom', utcOffset(offsetBefore))
  component.addPropertyWithValue('tzoffsetto', utcOffset(offset))
  component.addPropertyWithValue('tzname', zoneAbbreviation(Number.isFinite(from) ? from : 0, zone))
  return component
}

function endsWithinAYear(zone: string, from: number, offset: number): boolean {
  return offsetPeriods(zone, from, Math.min(from + YEAR_SECONDS, LAST)).some((span) => span.offset < offset)
}

const utcOffset = (seconds: number) => ICAL.UtcOffset.fromSeconds(Math.trunc(seconds / 60) * 60)

/** The `TZID` of a zone; undefined for UTC and bare offsets, which are told in UTC: no program knows them by name. */
export const tzidOf = (zone: string) => ianaZoneName(zone)
