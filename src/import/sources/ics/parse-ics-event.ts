import type { Problem } from '../../../core/errors.ts'
import { parseInstant } from '../../../core/time/parse-date.ts'
import { fingerprintOfItemContent } from '../../items/compare-imported-items.ts'
import { convertRecurrenceLinesToField, formatRecurrenceDate } from '../imported-recurrence-field.ts'
import type { ZoneNames } from './find-ics-time-zones.ts'
import type { IcalProperty } from './ics-parser-thread.ts'
import {
  addSecondsToLocalTime,
  convertIcsTimeToZone,
  type IcsTime,
  lastDayOfAllDayEvent,
  parseDurationAsSeconds,
  parseIcsTime,
} from './ics-times.ts'

export interface IcsEventContext {
  zones: ZoneNames
  /** Time zone for local times without a zone, and for times whose `TZID` is unknown. */
  zone: string
}

/** The parsed values of a VEVENT. */
export interface IcsEvent {
  externalId: string
  fields: Record<string, unknown>
  /**
   * The RECURRENCE-ID of a VEVENT that describes a single date: the start of that date according to the recurrence
   * rule.
   */
  recurrenceId: IcsTime | undefined
  zone: string
  createdAt: number | undefined
  modifiedAt: number | undefined
  problems: Problem[]
  properties: IcsProperties
}

export type IcsProperties = readonly IcalProperty[]

export const findParsedIcsProperty = (properties: IcsProperties, name: string) =>
  properties.find((property) => property[0] === name)
const all = (properties: IcsProperties, name: string) => properties.filter((property) => property[0] === name)
export const textOfIcsProperty = (property: IcalProperty | undefined) =>
  property === undefined ? '' : String(property[3] ?? '').trim()

/** A parameter of the first property with a name, e.g. `RANGE` of `RECURRENCE-ID`; `''` if there is none. */
export const icsPropertyParameter = (properties: IcsProperties, name: string, parameter: string): string =>
  String(findParsedIcsProperty(properties, name)?.[1][parameter] ?? '')

/**
 * Parses the properties of a VEVENT. Invalid values are omitted, or left as they are for the check of the fields to
 * report.
 * @returns undefined if its times are outside the years 1 to 9999
 */
export function parseIcsEvent(properties: IcsProperties, context: IcsEventContext): IcsEvent | undefined {
  try {
    return readEvent(properties, context)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function readEvent(properties: IcsProperties, context: IcsEventContext): IcsEvent {
  const problems: Problem[] = []
  const { zone, times } = readTimes(properties, context, problems)
  const recurrenceId = findParsedIcsProperty(properties, 'recurrence-id')
  const title = textOfIcsProperty(findParsedIcsProperty(properties, 'summary'))
  return {
    externalId:
      textOfIcsProperty(findParsedIcsProperty(properties, 'uid')) ||
      fingerprintOfItemContent(`${title}\n${times.start_date ?? ''}`),
    fields: {
      ...times,
      ...(title !== '' && { title }),
      ...texts(properties),
      ...place(properties, problems),
      ...links(properties, problems),
      ...statuses(properties),
      ...recurrence(properties, context, zone, times, problems),
    },
    recurrenceId: recurrenceId && parseIcsTime(recurrenceId, context.zones),
    zone,
    createdAt: instantOf(properties, 'created'),
    modifiedAt: instantOf(properties, 'last-modified'),
    problems,
    properties,
  }
}

interface Times {
  start_date?: string
  end_date?: string
  all_day?: boolean
  timezone?: string
}

function readTimes(properties: IcsProperties, { zones, zone: usual }: IcsEventContext, problems: Problem[]) {
  const property = findParsedIcsProperty(properties, 'dtstart')
  const start = property && parseIcsTime(property, zones)
  if (start === undefined) {
    const text = textOfIcsProperty(property)
    return { zone: usual, times: text === '' ? ({} as Times) : { start_date: text, end_date: text } }
  }
  if (start.unknownZone !== undefined) {
    problems.push({ name: 'timezone', reason: 'import.zone', placeholders: { value: start.unknownZone, zone: usual } })
  }
  // Times in UTC are converted to the usual time zone of the file. Those of repeated events are not, because dates of
  // the rule would shift with daylight saving time.
  const isMoved = start.zone === 'UTC' && findParsedIcsProperty(properties, 'rrule') === undefined
  const zone = start.zone === undefined || isMoved ? usual : start.zone
  const first = convertIcsTimeToZone(start, zone)
  // Outlook writes all-day events as times at midnight, and marks them with a property of its own.
  const isDay = start.isDay || (first.endsWith(' 00:00:00') && isTrue(properties, 'x-microsoft-cdo-alldayevent'))
  const end = endOf(properties, zones, isDay, first, zone)
  const duration = textOfIcsProperty(findParsedIcsProperty(properties, 'duration'))
  if (end < first || duration.startsWith('-')) {
    const value = textOfIcsProperty(findParsedIcsProperty(properties, 'dtend')) || duration
    problems.push({ name: 'end_date', reason: 'import.end-before-start', placeholders: { value } })
  }
  const times: Times = { start_date: first, end_date: end < first ? first : end, all_day: isDay, timezone: zone }
  return { zone, times }
}

const isTrue = (properties: IcsProperties, name: string) =>
  textOfIcsProperty(findParsedIcsProperty(properties, name)).toUpperCase() === 'TRUE'

function endOf(properties: IcsProperties, zones: ZoneNames, isDay: boolean, first: string, zone: string): string {
  const property = findParsedIcsProperty(properties, 'dtend')
  const end = property && parseIcsTime(property, zones)
  const seconds = parseDurationAsSeconds(textOfIcsProperty(findParsedIcsProperty(properties, 'duration')))
  if (isDay) {
    const after = end
      ? convertIcsTimeToZone(end, zone)
      : seconds === undefined
        ? undefined
        : addSecondsToLocalTime(first, seconds)
    return after === undefined ? first : lastDayOfAllDayEvent(first, after)
  }
  if (end !== undefined) return convertIcsTimeToZone(end, zone)
  return seconds === undefined ? first : addSecondsToLocalTime(first, seconds)
}

function texts(properties: IcsProperties) {
  const alternative = all(properties, 'x-alt-desc').find(([, { fmttype }]) => /html/i.test(String(fmttype)))
  const description =
    textOfIcsProperty(alternative) || textOfIcsProperty(findParsedIcsProperty(properties, 'description'))
  const lists = all(properties, 'categories').flatMap(([, , , ...values]) => values.flat().map(String))
  const categories = [...new Set(lists.flatMap((text) => text.split(',')).map((name) => name.trim()))]
  const named = categories.filter((name) => name !== '')
  return { ...(description !== '' && { description }), ...(named.length > 0 && { categories: named }) }
}

/** The fields for LOCATION: a venue by its name or, for a URL, the address at which the event takes place online. */
function place(properties: IcsProperties, problems: Problem[]): Record<string, unknown> {
  const location = textOfIcsProperty(findParsedIcsProperty(properties, 'location')).replace(/\s+/g, ' ')
  const conference = textOfIcsProperty(
    findParsedIcsProperty(properties, 'conference') ?? findParsedIcsProperty(properties, 'x-google-conference'),
  )
  if (/^https?:\/\/\S+$/i.test(location)) return { online_url: location, attendance_mode: 'online' }
  const online = /^https?:/i.test(conference)
    ? { online_url: conference, attendance_mode: location ? 'mixed' : 'online' }
    : {}
  // A location that consists of digits is omitted, because the API takes such a venue for an id.
  if (location === '' || /^[\d\s,]+$/.test(location)) return online
  const geo = findParsedIcsProperty(properties, 'geo')?.[3]
  const [latitude, longitude] = [geo].flat().map(Number)
  const isOnMap =
    latitude !== undefined && longitude !== undefined && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  if (geo !== undefined && !isOnMap) {
    problems.push({ name: 'venue', reason: 'import.members', placeholders: { value: `GEO:${[geo].flat().join(';')}` } })
  }
  return { ...online, venue: isOnMap ? { venue: location, geo_lat: latitude, geo_lng: longitude } : location }
}

function links(properties: IcsProperties, problems: Problem[]) {
  const url = textOfIcsProperty(findParsedIcsProperty(properties, 'url'))
  const isWebsite = /^https?:\/\//i.test(url)
  if (url !== '' && !isWebsite) problems.push({ name: 'website', reason: 'reason.website' })
  const isPicture = ([, { fmttype }]: IcalProperty) => /^image\//i.test(String(fmttype))
  const image = [...all(properties, 'image'), ...all(properties, 'attach').filter(isPicture)].map(textOfIcsProperty)
  const picture = image.find((address) => /^https?:\/\//i.test(address))
  return { ...(isWebsite && { website: url }), ...(picture !== undefined && { image: picture }) }
}

function statuses(properties: IcsProperties) {
  const isCancelled = textOfIcsProperty(findParsedIcsProperty(properties, 'status')).toUpperCase() === 'CANCELLED'
  const isPrivate = ['PRIVATE', 'CONFIDENTIAL'].includes(
    textOfIcsProperty(findParsedIcsProperty(properties, 'class')).toUpperCase(),
  )
  return { ...(isCancelled && { event_status: 'cancelled' }), ...(isPrivate && { status: 'private' }) }
}

const NAMES = ['rrule', 'exrule', 'rdate', 'exdate']

/**
 * The field `recurrence` from the RRULE, RDATE and EXDATE lines of a VEVENT; omitted, with a problem, if it cannot be
 * stored.
 */
function recurrence(
  properties: IcsProperties,
  context: IcsEventContext,
  zone: string,
  times: Times,
  problems: Problem[],
) {
  const lines = properties
    .filter(([name]) => NAMES.includes(name))
    .flatMap((property) => recurrenceLine(property, context, zone))
  const { start_date: start, all_day: isAllDay = false } = times
  if (lines.length === 0 || start === undefined || findParsedIcsProperty(properties, 'recurrence-id')) return {}
  return convertRecurrenceLinesToField(lines, { start, isAllDay, timezone: zone }, problems)
}

function recurrenceLine(property: IcalProperty, context: IcsEventContext, zone: string): string[] {
  const [name, parameters, type, ...values] = property
  if (type === 'recur') return [`${name.toUpperCase()}:${formatRule(values[0])}`]
  // Of a period (RDATE with start and end) only the start is imported, because every added date has the length of the
  // event.
  const starts = type === 'period' ? values.map((value) => [value].flat()[0]) : values
  const dates = starts.flatMap((value) => {
    const time = parseIcsTime([name, parameters, type === 'period' ? 'date-time' : type, value], context.zones)
    return time === undefined ? [] : [formatRecurrenceDate(convertIcsTimeToZone(time, zone), time.isDay)]
  })
  return dates.length > 0 ? [`${name.toUpperCase()}:${dates.join(',')}`] : []
}

/** Names of weekdays by the number, from 1, that ical.js returns for WKST. */
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** Formats a rule parsed by ical.js as text, e.g. `FREQ=WEEKLY;BYDAY=TU`. */
const formatRule = (rule: unknown): string =>
  Object.entries(rule as Record<string, unknown>)
    .map(([part, value]) => {
      const text =
        part === 'until'
          ? String(value).replace(/[-:]/g, '')
          : part === 'wkst' && typeof value === 'number'
            ? WEEKDAYS[value - 1]
            : [value].flat().join(',')
      return `${part.toUpperCase()}=${text}`
    })
    .join(';')

function instantOf(properties: IcsProperties, name: string): number | undefined {
  const text = textOfIcsProperty(findParsedIcsProperty(properties, name))
  return text === '' ? undefined : parseInstant(text.replace('T', ' ').replace(/Z$/, ''), 'UTC', 0)
}
