import { findIana } from 'windows-iana'
import { isTimeZone } from '../../../core/time/instant.ts'
import { findTimeZoneByOffsetRules } from './find-time-zone-by-rules.ts'
import { findZoneByDisplayName } from './ics-zone-display-names.ts'
import { findIcsPropertyInText } from './read-ics-components.ts'

/** Finds the time zone for the names (`TZID`) in a calendar file: a zone of the tz database, or a fixed offset. */
export interface ZoneNames {
  /**
   * Adds a time zone that the file defines.
   * @param text its VTIMEZONE component
   */
  define(text: string): void
  /** Finds the time zone that a `TZID` means; undefined if there is none. */
  find(tzid: string): string | undefined
}

/**
 * Creates a finder of time zones for one file.
 * @param preferred time zone that is chosen for a VTIMEZONE with the same offsets
 */
export function createIcsTimeZoneFinder(preferred: string): ZoneNames {
  const defined = new Map<string, string>()
  // A file names the same zones in all of its events.
  const found = new Map<string, string | undefined>()
  return {
    define(text) {
      found.clear()
      const tzid = findIcsPropertyInText(text, 'TZID')
      const location = findIcsPropertyInText(text, 'X-LIC-LOCATION')
      const zone = location !== undefined && isTimeZone(location) ? location : definedZone(text, preferred)
      if (tzid !== undefined && zone !== undefined) defined.set(tzid, zone)
    },
    find(tzid) {
      if (!found.has(tzid)) found.set(tzid, namedZone(tzid) ?? defined.get(tzid) ?? findZoneByDisplayName(tzid))
      return found.get(tzid)
    },
  }
}

/**
 * Finds a time zone by a name of the tz database, a name of Windows, or the end of a path such as
 * `/mozilla.org/20050126_1/Europe/Berlin`.
 */
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

const definedZone = (text: string, preferred: string) => onlyOffset(text) ?? findTimeZoneByOffsetRules(text, preferred)

/** The only offset of a VTIMEZONE without daylight saving time, e.g. `+02:00`; undefined if it has several. */
function onlyOffset(text: string): string | undefined {
  const offsets = new Set(
    Array.from(text.matchAll(/^TZOFFSETTO:([+-]\d\d)(\d\d)/gim), ([, hours, minutes]) => `${hours}:${minutes}`),
  )
  const [offset] = offsets
  return offsets.size === 1 ? offset : undefined
}
