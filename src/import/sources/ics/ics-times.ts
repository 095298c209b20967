import { instantToLocal, localToInstant } from '../../../core/time/instant.ts'
import {
  addDays,
  type LocalTime,
  localTimeFromWallSeconds,
  localTimeToWallSeconds,
} from '../../../core/time/local-time.ts'
import { parseDate } from '../../../core/time/parse-date.ts'
import type { ZoneNames } from './find-ics-time-zones.ts'
import type { IcalProperty } from './ics-parser-thread.ts'

/** The value of a property such as DTSTART: a local time with its time zone, or a day. */
export interface IcsTime {
  local: LocalTime
  /** Time zone of the time; `UTC` if it is in UTC; undefined for a day, and for a local time without a zone. */
  zone: string | undefined
  isDay: boolean
  /** The `TZID` of the time if no time zone with this name could be found. */
  unknownZone?: string | undefined
}

/** Parses the value of DTSTART, DTEND or RECURRENCE-ID; undefined if it is not valid. */
export function parseIcsTime([, parameters, type, value]: IcalProperty, zones: ZoneNames): IcsTime | undefined {
  const text = String(value)
  const local = parseDate(text.replace(/Z$/, '').replace('T', ' '), 'UTC', 0)
  if (local === undefined || (type !== 'date' && type !== 'date-time')) return undefined
  if (type === 'date') return { local, zone: undefined, isDay: true }
  if (text.endsWith('Z')) return { local, zone: 'UTC', isDay: false }
  const { tzid } = parameters
  if (tzid === undefined) return { local, zone: undefined, isDay: false }
  const zone = zones.find(String(tzid))
  return { local, zone, isDay: false, ...(zone === undefined && { unknownZone: String(tzid) }) }
}

/** Converts a time to the local time in a time zone. Days, and local times without a zone, are not converted. */
export const convertIcsTimeToZone = ({ local, zone }: IcsTime, target: string): LocalTime =>
  zone === undefined || zone === target ? local : instantToLocal(localToInstant(local, zone), target)

const DURATION = /^([+-])?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

/** The length of a DURATION such as `PT1H30M` in seconds; undefined if it is negative or not valid. */
export function parseDurationAsSeconds(text: string): number | undefined {
  const [match, sign, ...numbers] = DURATION.exec(text) ?? []
  if (match === undefined || sign === '-') return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = numbers.map((number) => Number(number ?? 0))
  return (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds
}

/** Adds seconds to a local time as though clocks were never changed. */
export const addSecondsToLocalTime = (local: LocalTime, seconds: number): LocalTime =>
  localTimeFromWallSeconds(localTimeToWallSeconds(local) + seconds)

/** The last day of an all-day event from its DTEND, which is the day after the last one. Never before the first day. */
export const lastDayOfAllDayEvent = (first: LocalTime, end: LocalTime): LocalTime => {
  const last = addDays(end, -1)
  return last < first ? first : last
}
