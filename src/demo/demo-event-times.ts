import { dayNumberOfLocalTime, weekdayOfDayNumber } from '../core/recurrence/expansion/calendar-day.ts'
import { instantToLocal, localToInstant } from '../core/time/instant.ts'
import { addDays, type LocalTime } from '../core/time/local-time.ts'
import { demoEventKindWithKey, EVENT_KIND_KEYS, type EventKind, type EventKindKey } from './demo-event-kinds.ts'
import type { Random } from './pseudo-random.ts'

/** First and last day of the sample calendar: 0 is today, 1 tomorrow. */
export const FIRST_DAY = -30
export const LAST_DEMO_DAY = 548
/** A multiple of 7 below `FIRST_DAY`. It is subtracted from days so that the remainder modulo 7 is never negative. */
const FIRST_WEEK = -35

const PAST_SHARE = 0.12
/**
 * Share of future events that take place soon, most of them within weeks. The other events are distributed evenly up to
 * `LAST_DEMO_DAY`.
 */
const SOON_SHARE = 0.65
const SOON_DAYS_MEAN = 55
/** Relative number of events per weekday, Monday to Sunday. */
const WEEKDAY_WEIGHTS = [0.45, 0.5, 0.6, 0.7, 0.85, 1, 0.8]

export interface ChosenTime {
  start: LocalTime
  end: LocalTime
  isAllDay: boolean
}

/** The weekday of a local time; 0 is Monday. */
export const weekdayOfLocalTime = (local: LocalTime): number => weekdayOfDayNumber(dayNumberOfLocalTime(local))

/** Chooses the day of an event: 0 is today, 1 tomorrow. Days near today and days of weekends are more frequent. */
export function chooseDemoEventDay(random: Random, today: LocalTime): number {
  const weekday = weekdayOfLocalTime(today)
  for (;;) {
    const day = chooseDayBeforeWeekday(random)
    if (day <= LAST_DEMO_DAY && random.chance(WEEKDAY_WEIGHTS[(weekday + day - FIRST_WEEK) % 7] as number)) return day
  }
}

function chooseDayBeforeWeekday(random: Random): number {
  if (random.chance(PAST_SHARE)) return random.integer(FIRST_DAY, -1)
  const isSoon = random.chance(SOON_SHARE)
  return isSoon ? Math.floor(-SOON_DAYS_MEAN * Math.log(1 - random.fraction())) : random.integer(0, LAST_DEMO_DAY)
}

/** Chooses a kind of event that fits the weekday and the season. */
export function chooseDemoEventKind(random: Random, day: LocalTime): EventKindKey {
  const weekday = weekdayOfLocalTime(day)
  return random.weighted(EVENT_KIND_KEYS, (key) => {
    const kind = demoEventKindWithKey(key)
    return isDayInSeasonOfEventKind(kind, day) ? kind.weight * Number(kind.weekdayWeights[weekday]) : 0
  })
}

export function isDayInSeasonOfEventKind({ season }: EventKind, day: LocalTime): boolean {
  const date = day.slice(5, 10)
  return season === undefined || (season[0] <= date && date <= season[1])
}

/** Chooses start and end of an event. @param day its first day, local time at midnight */
export function chooseDemoEventTime(
  random: Random,
  { startTimes, durationsMinutes, daysRange }: EventKind,
  day: LocalTime,
): ChosenTime {
  const lastDay = daysRange ? addDays(day, random.integer(...daysRange) - 1) : day
  const clock = random.pick(startTimes)
  if (durationsMinutes.length === 0) return { start: day, end: lastDay, isAllDay: true }
  return {
    start: replaceTimeOfDay(day, clock),
    end: addMinutesToLocalTime(replaceTimeOfDay(lastDay, clock), random.pick(durationsMinutes)),
    isAllDay: false,
  }
}

export const replaceTimeOfDay = (day: LocalTime, clock: string): LocalTime => `${day.slice(0, 10)} ${clock}:00`

/** Adds minutes to a local time, as if clocks were never changed for daylight saving. */
export const addMinutesToLocalTime = (time: LocalTime, minutes: number): LocalTime =>
  instantToLocal(localToInstant(time, 'UTC') + minutes * 60, 'UTC')
