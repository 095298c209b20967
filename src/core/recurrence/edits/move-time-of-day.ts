import {
  endOfDay,
  type LocalTime,
  localTimeFromWallSeconds,
  localTimeToWallSeconds,
  startOfDay,
} from '../../time/local-time.ts'
import type { AddedDate, Recurrence, RecurrenceRule, RecurringTimes } from '../recurrence-types.ts'

/**
 * Moves the time of day of a recurrence to that of a new start, without changing its days. Added dates do not change if
 * their time of day is neither that of the start nor of a rule.
 */
export function moveTimeOfDayOfRecurrence(recurrence: Recurrence, times: RecurringTimes): Recurrence {
  const { rules, excludedRules, dates, excludedDates, start } = recurrence
  const clock = createClock(recurrence, times)
  const moveRule = (rule: RecurrenceRule): RecurrenceRule => ({
    ...rule,
    ...(rule.until !== undefined && { until: movedUntil(rule.until, timesOfDay(rule, start), clock.time) }),
    hours: times.isAllDay ? [] : sorted(rule.hours.map(clock.hour)),
    minutes: times.isAllDay ? [] : sorted(rule.minutes.map(clock.minute)),
  })
  return {
    ...recurrence,
    ...times,
    rules: rules.map(moveRule),
    excludedRules: excludedRules.map(moveRule),
    dates: dates.map((date) => moveAddedDate(date, clock.time(date.start), times.isAllDay)),
    excludedDates: excludedDates.map(clock.time),
  }
}

/** Creates functions that replace the hour, the minute or the time of day of the old start by that of the new start. */
function createClock({ start, rules }: Recurrence, times: RecurringTimes) {
  const part = (index: number) => [Number(start.slice(index, index + 2)), Number(times.start.slice(index, index + 2))]
  const [[oldHour, newHour = 0] = [], [oldMinute, newMinute = 0] = []] = [part(11), part(14)]
  const hour = (one: number) => (one === oldHour ? newHour : one)
  const minute = (one: number) => (one === oldMinute ? newMinute : one)
  const seconds = times.start.slice(16)
  const hours = new Set([oldHour, ...rules.flatMap((rule) => rule.hours)])
  const minutes = new Set([oldMinute, ...rules.flatMap((rule) => rule.minutes)])
  const time = (local: LocalTime): LocalTime => {
    if (times.isAllDay) return startOfDay(local)
    const [atHour, atMinute] = [Number(local.slice(11, 13)), Number(local.slice(14, 16))]
    if (!hours.has(atHour) || !minutes.has(atMinute) || local.slice(16) !== start.slice(16)) return local
    return `${local.slice(0, 10)} ${twoDigits(hour(atHour))}:${twoDigits(minute(atMinute))}${seconds}`
  }
  return { hour, minute, time }
}

/** The times of day at which a rule gives dates, `19:30:00`. */
function timesOfDay({ hours, minutes }: RecurrenceRule, start: LocalTime): string[] {
  const [hour = '', minute = '', second = ''] = start.slice(11).split(':')
  const ofHour = (one: string) =>
    (minutes.length > 0 ? minutes.map(twoDigits) : [minute]).map((at) => `${one}:${at}:${second}`)
  return (hours.length > 0 ? hours.map(twoDigits) : [hour]).flatMap(ofHour)
}

/**
 * Moves UNTIL if it would otherwise exclude dates of its day that it included, or include dates that it excluded.
 * @param times the times of day of the rule
 * @param move returns the new time of a date
 */
function movedUntil(until: LocalTime, times: readonly string[], move: (local: LocalTime) => LocalTime): LocalTime {
  const moved = times.map((time) => ({
    isIncluded: time <= until.slice(11),
    start: move(`${until.slice(0, 11)}${time}`),
  }))
  const startsOf = (isIncluded: boolean) =>
    moved
      .filter((one) => one.isIncluded === isIncluded)
      .map(({ start }) => start)
      .sort()
  const [last, next] = [startsOf(true).at(-1), startsOf(false)[0]]
  if ((last === undefined || last <= until) && (next === undefined || next > until)) return until
  return last ?? localTimeFromWallSeconds(localTimeToWallSeconds(next ?? until) - 1)
}

/** Moves an added date to a new start. Its end, if it has one, moves by the same time. */
export function moveAddedDate({ start, end }: AddedDate, newStart: LocalTime, isAllDay: boolean): AddedDate {
  if (end === undefined) return { start: newStart }
  if (isAllDay) return { start: newStart, end: endOfDay(end) }
  const shift = localTimeToWallSeconds(newStart) - localTimeToWallSeconds(start)
  return { start: newStart, end: localTimeFromWallSeconds(localTimeToWallSeconds(end) + shift) }
}

const sorted = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b)
const twoDigits = (number: number) => String(number).padStart(2, '0')
