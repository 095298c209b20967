import type { LocalTime } from '../../../core/time/local-time.ts'
import type { Repeat } from './repeated-event-columns-and-overrides.ts'

/**
 * Path of the page of a date below that of the repeated event: its day and, if the repeated event takes place at
 * another time of day, its time, e.g. `2031-05-06` or `2031-05-06/1430`.
 */
export function pagePathOfDate({
  original_start,
  repeat,
}: {
  original_start: LocalTime
  repeat: Pick<Repeat, 'start_local'>
}): string[] {
  const [day, time] = original_start.split(' ') as [string, string]
  return repeat.start_local.endsWith(time) ? [day] : [day, time.replaceAll(':', '').replace(/00$/, '')]
}

/** Parses a path made by `pagePathOfDate` to the local start that it names; undefined for other paths. */
export function parsePagePathOfDate([day = '', time]: readonly string[], start: LocalTime): LocalTime | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return undefined
  if (time === undefined) return `${day} ${start.slice(11)}`
  const [, hour, minute, second = '00'] = /^(\d\d)(\d\d)(\d\d)?$/.exec(time) ?? []
  return hour === undefined ? undefined : `${day} ${hour}:${minute}:${second}`
}

/**
 * A date of a repeated event, named by its day and its position among the dates of that day, sorted by the starts that
 * the rules give.
 */
export interface NumberedDate {
  /** Local day, `2031-05-06`. */
  day: string
  /** The position of the date among the dates of its day: 1 for the first. */
  number: number
}

/**
 * Parses the path that The Events Calendar gives to the second and later dates of a day: `2031-05-06/2`. Undefined for
 * other paths.
 */
export function parseNumberedPagePathOfDate(path: string): NumberedDate | undefined {
  const [, day, number] = /^(\d{4}-\d\d-\d\d)\/([2-9]|[1-9]\d\d?)$/.exec(path) ?? []
  return day === undefined ? undefined : { day, number: Number(number) }
}
