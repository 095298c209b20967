import ICAL from 'ical.js'
import {
  ianaZoneName,
  instantToLocal,
  localToInstant,
  type OffsetPeriod,
  offsetPeriods,
  zoneAbbreviation,
} from '../../core/time/instant.ts'

/** Onset of a zone that never changed its offset: earlier than all events with a time zone. */
const ALWAYS = '1601-01-01 00:00:00'
const YEAR_SECONDS = 366 * 86_400

/**
 * The offsets of a zone as a `VTIMEZONE` component (RFC 5545, 3.6.5), with each change as an observance of its own. A
 * recurrence rule would be wrong for years in which other rules applied.
 * @param zone  IANA name
 * @param years the years in which events begin or end
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

/** The offsets of a zone in a year, which is a day longer at both ends, because it is the local year of any zone. */
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
  // The onset is the local time before the change.
  const onset = Number.isFinite(from) ? instantToLocal(from + offsetBefore, 'UTC') : ALWAYS
  component.addPropertyWithValue('dtstart', ICAL.Time.fromDateTimeString(onset.replace(' ', 'T')))
  component.addPropertyWithValue('tzoffsetfrom', utcOffset(offsetBefore))
  component.addPropertyWithValue('tzoffsetto', utcOffset(offset))
  component.addPropertyWithValue('tzname', zoneAbbreviation(Number.isFinite(from) ? from : 0, zone))
  return component
}

/** Whether a greater offset is followed by a smaller one within a year, as summer time is. */
function endsWithinAYear(zone: string, from: number, offset: number): boolean {
  return offsetPeriods(zone, from, Math.min(from + YEAR_SECONDS, LAST)).some((span) => span.offset < offset)
}

const utcOffset = (seconds: number) => ICAL.UtcOffset.fromSeconds(Math.trunc(seconds / 60) * 60)

/** The `TZID` of a zone; undefined for UTC and plain offsets, which have no IANA name and are written as UTC times. */
export const tzidOf = (zone: string) => ianaZoneName(zone)
