import ICAL from 'ical.js'
import {
  ianaZoneName,
  instantToLocal,
  localToInstant,
  type OffsetPeriod,
  offsetPeriods,
  zoneAbbreviation,
} from '../../core/time/instant.ts'

/**
 * `DTSTART` of the only observance of a zone whose UTC offset never changed: earlier than all events with a time zone.
 */
const ALWAYS = '1601-01-01 00:00:00'
const YEAR_SECONDS = 366 * 86_400

/**
 * The UTC offsets of a time zone as a `VTIMEZONE` component (RFC 5545, 3.6.5). Each change of the UTC offset is a
 * separate observance, because a recurrence rule would be wrong for years in which other rules applied.
 * @param zone IANA name
 * @param years years in which events begin or end
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

/**
 * The periods of constant UTC offset in a year. Both ends are extended by a day, because a local year begins and ends
 * up to a day before or after the UTC year.
 */
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
  // `DTSTART` of an observance is a local time with the UTC offset that was valid before the change.
  const onset = Number.isFinite(from) ? instantToLocal(from + offsetBefore, 'UTC') : ALWAYS
  component.addPropertyWithValue('dtstart', ICAL.Time.fromDateTimeString(onset.replace(' ', 'T')))
  component.addPropertyWithValue('tzoffsetfrom', utcOffset(offsetBefore))
  component.addPropertyWithValue('tzoffsetto', utcOffset(offset))
  component.addPropertyWithValue('tzname', zoneAbbreviation(Number.isFinite(from) ? from : 0, zone))
  return component
}

/**
 * Whether the UTC offset decreases again within a year: then the change begins summer time (`DAYLIGHT`), else it is
 * permanent.
 */
function endsWithinAYear(zone: string, from: number, offset: number): boolean {
  return offsetPeriods(zone, from, Math.min(from + YEAR_SECONDS, LAST)).some((span) => span.offset < offset)
}

const utcOffset = (seconds: number) => ICAL.UtcOffset.fromSeconds(Math.trunc(seconds / 60) * 60)

/** The IANA name of a zone, for `TZID`; undefined for UTC and for numeric offsets, whose times are written in UTC. */
export const tzidOf = (zone: string) => ianaZoneName(zone)
