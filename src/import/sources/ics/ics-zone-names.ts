import { findIana } from 'windows-iana'
import { isTimeZone } from '../../../core/time/instant.ts'
import { findZoneByRules } from './find-zone-by-rules.ts'
import { findPropertyValue } from './read-ics-components.ts'

/** Finds the time zone that a calendar means by a `TZID`: a name of the tz database, or a fixed offset. */
export interface ZoneNames {
  /** Adds a time zone that the file itself defines (VTIMEZONE). */
  define(text: string): void
  /** Finds the time zone for a `TZID`; undefined if it is unknown. */
  find(tzid: string): string | undefined
}

/** Creates a finder of time zones. @param preferred zone that is taken for a definition with its offsets */
export function createZoneNames(preferred: string): ZoneNames {
  const defined = new Map<string, string>()
  return {
    define(text) {
      const tzid = findPropertyValue(text, 'TZID')
      const location = findPropertyValue(text, 'X-LIC-LOCATION')
      const zone = location !== undefined && isTimeZone(location) ? location : definedZone(text, preferred)
      if (tzid !== undefined && zone !== undefined) defined.set(tzid, zone)
    },
    find: (tzid) => namedZone(tzid) ?? defined.get(tzid),
  }
}

/** A zone by its name: of the tz database, of Windows, or at the end of a path such as `/mozilla.org/20050126_1/Europe/Berlin`. */
function namedZone(tzid: string): string | undefined {
  const name = tzid.trim().replace(/^"|"$/g, '')
  if (isTimeZone(name)) return name
  const [, sign, hours, minutes = '00'] = /^(?:GMT|UTC)\s*([+-])(\d{1,2}):?(\d\d)?$/i.exec(name) ?? []
  if (hours !== undefined) return `${sign}${hours.padStart(2, '0')}:${minutes}`
  const [windows] = findIana(name)
  if (windows !== undefined) return windows
  const parts = name.split('/').filter((part) => part !== '')
  return [parts.slice(-3), parts.slice(-2), parts.slice(-1)]
    .map((end) => end.join('/'))
    .find((end) => end !== '' && isTimeZone(end))
}

const definedZone = (text: string, preferred: string) => onlyOffset(text) ?? findZoneByRules(text, preferred)

/** The offset of a zone without summer time, e.g. `+02:00`. */
function onlyOffset(text: string): string | undefined {
  const offsets = new Set(
    Array.from(text.matchAll(/^TZOFFSETTO:([+-]\d\d)(\d\d)/gim), ([, hours, minutes]) => `${hours}:${minutes}`),
  )
  const [offset] = offsets
  return offsets.size === 1 ? offset : undefined
}
