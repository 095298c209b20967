import { instantToLocal, localToInstant } from '../core/time/instant.ts'
import { addDays, type LocalTime } from '../core/time/local-time.ts'
import { EVENT_KIND_KEYS, type EventKind, type EventKindKey, eventKindOf } from './kinds.ts'
import type { Random } from './random.ts'

/** The days a sample calendar covers, counted from today. */
export const FIRST_DAY = -30
export const LAST_DAY = 548
/** A whole number of weeks before the first day. */
const FIRST_WEEK = -35

const DAY_SECONDS = 86_400
const PAST_SHARE = 0.12
/** The share of what is to come that crowds into the next weeks; the rest spreads over all days alike. */
const SOON_SHARE = 0.65
const SOON_DAYS_MEAN = 55
/** How busy the days of the week are, Monday to Sunday. */
const WEEKDAY_WEIGHTS = [0.45, 0.5, 0.6, 0.7, 0.85, 1, 0.8]

export interface EventTime {
  start: LocalTime
  end: LocalTime
  isAllDay: boolean
}

/** 0 is Monday. */
export const weekdayOf = (day: LocalTime) => (Math.floor(localToInstant(day, 'UTC') / DAY_SECONDS) + 3) % 7

/** A day on which something happens, counted from today: the nearer and the closer to the weekend, the likelier. */
export function chooseDay(random: Random, today: LocalTime): number {
  const weekday = weekdayOf(today)
  for (;;) {
    const day = anyDay(random)
    if (day <= LAST_DAY && random.chance(WEEKDAY_WEIGHTS[(weekday + day - FIRST_WEEK) % 7] as number)) return day
  }
}

function anyDay(random: Random): number {
  if (random.chance(PAST_SHARE)) return random.integer(FIRST_DAY, -1)
  const isSoon = random.chance(SOON_SHARE)
  return isSoon ? Math.floor(-SOON_DAYS_MEAN * Math.log(1 - random.fraction())) : random.integer(0, LAST_DAY)
}

/** Something that suits the day of the week and the season. */
export function chooseKind(random: Random, day: LocalTime): EventKindKey {
  const weekday = weekdayOf(day)
  return random.weighted(EVENT_KIND_KEYS, (key) => {
    const kind = eventKindOf(key)
    return isInSeason(kind, day) ? kind.weight * Number(kind.days[weekday]) : 0
  })
}

export function isInSeason({ season }: EventKind, day: LocalTime): boolean {
  const date = day.slice(5, 10)
  return season === undefined || (season[0] <= date && date <= season[1])
}

/** @param day the 00:00:00 of it */
export function chooseTime(random: Random, { starts, minutes, span }: EventKind, day: LocalTime): EventTime {
  const lastDay = span ? addDays(day, random.integer(...span) - 1) : day
  const clock = random.pick(starts)
  if (minutes.length === 0) return { start: day, end: lastDay, isAllDay: true }
  return { start: atClock(day, clock), end: addMinutes(atClock(lastDay, clock), random.pick(minutes)), isAllDay: false }
}

export const atClock = (day: LocalTime, clock: string): LocalTime => `${day.slice(0, 10)} ${clock}:00`

/** What the clock on the wall shows minutes later, on a day without a change of time. */
export const addMinutes = (time: LocalTime, minutes: number): LocalTime =>
  instantToLocal(localToInstant(time, 'UTC') + minutes * 60, 'UTC')
