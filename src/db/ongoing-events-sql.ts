import { instantToLocal } from '../core/time/instant.ts'
import { type LocalTime, localTimeToWallSeconds } from '../core/time/local-time.ts'
import { join, raw, type Sql, sql } from './database.ts'

const DAY_SECONDS = 86_400

/**
 * Events that last longer than a day are divided into groups by duration. Each entry is a group: its longest duration
 * in seconds, and its number in the index `event_long`. The last group has no longest duration.
 */
const GROUPS = [
  { number: 1, longest: 8 * DAY_SECONDS },
  { number: 2, longest: 64 * DAY_SECONDS },
  { number: 3, longest: 512 * DAY_SECONDS },
  { number: 4, longest: Number.MAX_SAFE_INTEGER },
] as const

/** The number of the group of an event. Must equal the expression in the index, so that the database uses it. */
const GROUP_NUMBER = raw(`CASE WHEN r.end_at - r.start_at <= 691200 THEN 1 WHEN r.end_at - r.start_at <= 5529600 THEN 2
  WHEN r.end_at - r.start_at <= 44236800 THEN 3 ELSE 4 END`)

/** Events that begin before a local time and have not ended at an instant. */
export interface OngoingBounds {
  /** Local time, in the time zone of each event, before which the events begin. */
  startsBefore: LocalTime
  /** Unix time in seconds after which the events end. */
  endsAfter: number
}

/**
 * Builds a query for the events that `OngoingBounds` describes: their `id`, `end_at` and `duration` in seconds.
 *
 * An index by start or by end would return half of the calendar. In one group, the events that have not ended began at
 * most the group's longest duration ago, so a short range of the index contains them.
 */
export function ongoingEventsSql({ startsBefore, endsAfter }: OngoingBounds): Sql {
  const isRunning = sql`r.start_local < ${startsBefore} AND r.end_at > ${endsAfter}`
  // A day is added, because the local time in a zone differs from UTC by less than a day.
  const latestStartAt = localTimeToWallSeconds(startsBefore) + DAY_SECONDS
  const earliestShortStart = instantToLocal(endsAfter - 2 * DAY_SECONDS, 'UTC')
  const columns = sql`r.id, r.end_at, r.end_at - r.start_at AS duration`
  const short = sql`SELECT ${columns} FROM event r
    WHERE r.start_local > ${earliestShortStart} AND ${isRunning} AND r.end_at - r.start_at <= ${raw(String(DAY_SECONDS))}`
  const long = GROUPS.map(
    ({ number, longest }) => sql`SELECT ${columns} FROM event r
      WHERE ${GROUP_NUMBER} = ${raw(String(number))} AND r.end_at - r.start_at > ${raw(String(DAY_SECONDS))}
        AND r.start_at >= ${endsAfter - longest} AND r.start_at < ${latestStartAt} AND ${isRunning}`,
  )
  return join([short, ...long], ' UNION ALL ')
}
