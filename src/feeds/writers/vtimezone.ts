import ICAL from 'ical.js'
import { memoize } from '../../core/generic/memoize.ts'
import { ianaZoneName } from '../../core/time/instant.ts'
import { deriveTimeZoneObservances, type Observance, type YearSpan } from './derive-time-zone-observances.ts'

/**
 * The UTC offsets of a time zone as a `VTIMEZONE` component (RFC 5545, 3.6.5), as text without a line break at the end.
 * @param zone IANA name
 * @param span years of the events; the component is also correct for later years if the zone has yearly rules
 */
export const formatVtimezone = (zone: string, { first, last }: YearSpan) => cachedText(`${zone} ${first} ${last}`)

const cachedText = memoize((key) => {
  const [zone, first, last] = key.split(' ') as [string, string, string]
  const component = new ICAL.Component('vtimezone')
  component.addPropertyWithValue('tzid', zone)
  for (const observance of deriveTimeZoneObservances(zone, { first: Number(first), last: Number(last) })) {
    component.addSubcomponent(toComponent(observance))
  }
  return component.toString()
})

function toComponent({ isDaylight, onset, offsetBefore, offset, name, rule }: Observance): ICAL.Component {
  const component = new ICAL.Component(isDaylight ? 'daylight' : 'standard')
  component.addPropertyWithValue('dtstart', ICAL.Time.fromDateTimeString(onset.replace(' ', 'T')))
  component.addPropertyWithValue('tzoffsetfrom', utcOffset(offsetBefore))
  component.addPropertyWithValue('tzoffsetto', utcOffset(offset))
  component.addPropertyWithValue('tzname', name)
  if (rule !== undefined) component.addPropertyWithValue('rrule', ICAL.Recur.fromString(rule))
  return component
}

const utcOffset = (seconds: number) => ICAL.UtcOffset.fromSeconds(Math.trunc(seconds / 60) * 60)

/** The IANA name of a zone, for `TZID`; undefined for UTC and for numeric offsets, whose times are written in UTC. */
export const icsTzidOfZone = (zone: string) => ianaZoneName(zone)
