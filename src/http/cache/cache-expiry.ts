import { BOUND_NAMES } from '../../collections/events/filters/start-and-end-filters.ts'
import type { NextChanges } from '../../collections/records/next-public-change-cache.ts'
import { instantToLocal, localToInstant } from '../../core/time/instant.ts'
import { addDays, startOfDay } from '../../core/time/local-time.ts'
import { parseLocalTimeAndPrecision } from '../../core/time/parse-date.ts'

const DAY_SECONDS = 86_400

/** When a response may change although the database does not change (seconds since 1970-01-01 UTC). */
export interface CacheExpiry {
  /** The first second at which the response may differ; the time `now` if the response must not be cached. */
  at: number
  /**
   * Like `at`, but ignores scheduled publications. Used for `Cache-Control`, because the time of a publication is
   * secret until it comes.
   */
  announcedAt: number
}

/**
 * Determines when the response to an anonymous request may change although the database does not change: at the next
 * scheduled publication, at midnight (the default date range of lists moves), for queries restricted to upcoming
 * events when the next event starts, and for lists with ongoing events when the next event ends.
 * @param now seconds since 1970-01-01 UTC, taken before any data was read for the response
 * @param query parsed query parameters
 * @param zone time zone of the site
 * @param nextChanges finds the times of the next publication and of the next start and end of an event
 */
export async function findExpiryOfAnonymousResponse(
  now: number,
  query: Record<string, unknown>,
  zone: string,
  nextChanges: NextChanges,
): Promise<CacheExpiry> {
  const midnight = Math.min(nextUtcMidnight(now), nextMidnight(now, zone))
  for (const name of ['start_date', 'end_date', ...BOUND_NAMES]) {
    if (query[name] !== undefined && !isSameBound(query[name], zone, now, midnight - 1))
      return { at: now, announcedAt: now }
  }
  const publication = await nextChanges.publication(now)
  // An event counts as upcoming during the second in which it starts, so the response changes one second later.
  const start = query.only_with_upcoming === undefined ? Number.POSITIVE_INFINITY : (await nextChanges.start(now)) + 1
  const end = query.ongoing === undefined ? Number.POSITIVE_INFINITY : await nextChanges.end(now)
  const announcedAt = Math.min(midnight, start, end)
  return { at: Math.min(announcedAt, publication), announcedAt }
}

/**
 * The next midnight in UTC, at which the default date range of event lists changes
 * (`collections/events/filters/date-window.ts`).
 */
const nextUtcMidnight = (now: number) => (Math.floor(now / DAY_SECONDS) + 1) * DAY_SECONDS

/**
 * The first second of the next day in a time zone. If daylight saving time skips midnight, that is the end of the gap.
 */
const nextMidnight = (now: number, zone: string) =>
  localToInstant(addDays(startOfDay(instantToLocal(now, zone)), 1), zone)

/**
 * Whether a date parameter denotes the same date or time at both `first` and `last`, and so at all times between them:
 * true for `tomorrow`, false for `+2 hours`. For values without a time of day only the date is compared.
 */
function isSameBound(value: unknown, zone: string, first: number, last: number): boolean {
  if (typeof value !== 'string') return false
  const boundAt = (time: number) => {
    const moment = parseLocalTimeAndPrecision(value, zone, time)
    return moment?.hasTime ? moment.local : moment?.local.slice(0, 10)
  }
  return boundAt(first) === boundAt(last)
}
