import { localToInstant } from '../../../core/time/instant.ts'
import { findIcsPropertyInText } from './read-ics-components.ts'

/** Time zones that are compared first, because the first one with the offsets of a VTIMEZONE is chosen. */
const COMMON_ZONES = [
  ...['Europe/Berlin', 'Europe/London', 'Europe/Helsinki', 'America/New_York', 'America/Chicago', 'America/Denver'],
  ...['America/Los_Angeles', 'America/Anchorage', 'America/Halifax', 'America/St_Johns', 'Australia/Sydney'],
]

/**
 * Days (month and day) on which offsets from UTC are compared, to distinguish zones that change clocks on different
 * days.
 */
const DAYS = [
  [1, 15],
  [3, 20],
  [7, 15],
  [10, 29],
] as const

const YEAR = 2026

/**
 * Finds a time zone of the tz database with the same offsets as a zone that a calendar file defines (VTIMEZONE), such
 * as the `Customized Time Zone` of Outlook.
 * @param text the VTIMEZONE component
 * @param preferred time zone that is returned if it has these offsets
 */
export function findTimeZoneByOffsetRules(text: string, preferred: string): string | undefined {
  const [standard, daylight] = ['STANDARD', 'DAYLIGHT'].map((name) => lastRule(text, name))
  if (!standard || !daylight) return undefined
  const offsetOn = (day: number) => {
    const [start, end] = [daylight.from, standard.from]
    const isDaylight = start < end ? day >= start && day < end : day >= start || day < end
    return (isDaylight ? daylight : standard).offset
  }
  const instants = DAYS.map(([month, day]) => Date.UTC(YEAR, month - 1, day, 12) / 1000 - offsetOn(month * 100 + day))
  const matches = (zone: string) =>
    DAYS.every(([month, day], at) => localToInstant(noonOf(month, day), zone) === instants[at])
  return [preferred, ...COMMON_ZONES].find(matches) ?? Intl.supportedValuesOf('timeZone').find(matches)
}

const noonOf = (month: number, day: number) =>
  `${YEAR}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')} 12:00:00`

interface Rule {
  /** Offset from UTC in seconds. */
  offset: number
  /** Month and approximate day of the change to this offset, as one number: 328 for the last Sunday in March. */
  from: number
}

/** Parses the last STANDARD or DAYLIGHT part of a VTIMEZONE. Earlier parts of the same name apply to past years. */
function lastRule(text: string, name: string): Rule | undefined {
  const parts = [...text.matchAll(new RegExp(`BEGIN:${name}\\r?\\n([\\s\\S]*?)END:${name}`, 'gi'))]
  const part = parts.at(-1)?.[1] ?? ''
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)/.exec(findIcsPropertyInText(part, 'TZOFFSETTO') ?? '') ?? []
  if (hours === undefined) return undefined
  const seconds = (Number(hours) * 60 + Number(minutes)) * 60
  const rule = findIcsPropertyInText(part, 'RRULE') ?? ''
  const [, startMonth, startDay] = /^\d{4}(\d\d)(\d\d)/.exec(findIcsPropertyInText(part, 'DTSTART') ?? '') ?? []
  const month = Number(/BYMONTH=(\d+)/i.exec(rule)?.[1] ?? startMonth ?? 0)
  const week = Number(/BYDAY=(-?\d)/i.exec(rule)?.[1] ?? 0)
  const day = week > 0 ? week * 7 - 3 : week < 0 ? 28 : Number(startDay ?? 1)
  return { offset: sign === '-' ? -seconds : seconds, from: month * 100 + day }
}
