import { instantToLocal, localToInstant } from '../../../core/time/instant.ts'
import {
  addDays,
  type LocalTime,
  localTimeFromWallSeconds,
  localTimeToWallSeconds,
} from '../../../core/time/local-time.ts'
import { parseDate } from '../../../core/time/parse-date.ts'
import type { IcalProperty } from './ics-parser-thread.ts'
import type { ZoneNames } from './ics-zone-names.ts'

/** The value of a property such as DTSTART: a local time with its zone, or a day. */
export interface IcsTime {
  local: LocalTime
  /** `UTC` for times in UTC; undefined for days and floating times. */
  zone: string | undefined
  isDay: boolean
  /** The `TZID` of the time, if no time zone is known for it. */
  unknownZone?: string | undefined
}

/** The time of DTSTART, DTEND or RECURRENCE-ID; undefined if it is not valid. */
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

/** The local time of a time in a zone. Days and floating times are the same in every zone. */
export const localTimeInZone = ({ local, zone }: IcsTime, target: string): LocalTime =>
  zone === undefined || zone === target ? local : instantToLocal(localToInstant(local, zone), target)

const DURATION = /^([+-])?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

/** Seconds of a DURATION such as `PT1H30M`; undefined if it is not valid or negative. */
export function durationSeconds(text: string): number | undefined {
  const [match, sign, ...numbers] = DURATION.exec(text) ?? []
  if (match === undefined || sign === '-') return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = numbers.map((number) => Number(number ?? 0))
  return (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds
}

/** Adds seconds to a local time without regard to daylight saving time. */
export const addSeconds = (local: LocalTime, seconds: number): LocalTime =>
  localTimeFromWallSeconds(localTimeToWallSeconds(local) + seconds)

/** The last day of an event of whole days, whose DTEND is the day after. Not before the first. */
export const lastDayOfEvent = (first: LocalTime, end: LocalTime): LocalTime => {
  const last = addDays(end, -1)
  return last < first ? first : last
}
