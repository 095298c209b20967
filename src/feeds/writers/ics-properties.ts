import ICAL from 'ical.js'
import { instantToLocal } from '../../core/time/instant.ts'
import type { LocalTime } from '../../core/time/local-time.ts'

/** Parameters of an iCalendar property (`LANGUAGE`, `TZID` …). Parameters that are undefined are omitted. */
type Parameters = Record<string, string | undefined>

/** Converts an instant (Unix time in seconds) to an iCalendar time in UTC. */
export const convertInstantToIcsUtcTime = (instant: number) =>
  ICAL.Time.fromDateTimeString(`${instantToLocal(instant, 'UTC').replace(' ', 'T')}Z`)

export function addIcsProperty(
  component: ICAL.Component,
  name: string,
  value: unknown,
  parameters: Parameters = {},
): void {
  const property = propertyOf(component, name, parameters)
  property.setValue(value as string)
  component.addProperty(property)
}

/** Adds a property with several values, such as `CATEGORIES`, to a component of iCalendar. */
export function addIcsListProperty(
  component: ICAL.Component,
  name: string,
  values: unknown[],
  parameters: Parameters = {},
): void {
  const property = propertyOf(component, name, parameters)
  property.setValues(values as string[])
  component.addProperty(property)
}

function propertyOf(component: ICAL.Component, name: string, parameters: Parameters): ICAL.Property {
  const property = new ICAL.Property(name, component)
  for (const [key, value] of Object.entries(parameters)) {
    if (value !== undefined) property.setParameter(key, value)
  }
  return property
}

/** Converts a local time to an iCalendar time. The property that contains the time needs the parameter `TZID`. */
export const convertLocalTimeToIcsTime = (local: LocalTime) => ICAL.Time.fromDateTimeString(local.replace(' ', 'T'))

/** Converts the day of a local time to an iCalendar date. */
export const convertLocalTimeToIcsDay = (local: LocalTime) => ICAL.Time.fromDateString(local.slice(0, 10))
