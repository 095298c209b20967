import type { NextChanges } from '../../collections/records/next-changes.ts'
import { instantToLocal, localToInstant } from '../../core/time/instant.ts'
import { addDays, startOfDay } from '../../core/time/local-time.ts'
import { parseMoment } from '../../core/time/parse-date.ts'

const DAY_SECONDS = 86_400

/**
 * When time alone may change the response to an anonymous request: at the next scheduled publication, at midnight, which
 * moves the default date range, and at the next event start if the query is restricted to upcoming events.
 * @param now         seconds since 1970-01-01 UTC, before anything was read for the response
 * @param query       parsed query parameters
 * @param zone        time zone of the site
 * @param nextChanges finds the next publication and the next start
 * @returns the first second at which the response may differ; `now` if it must not be cached
 */
export async function findCacheExpiry(
  now: number,
  query: Record<string, unknown>,
  zone: string,
  nextChanges: NextChanges,
): Promise<number> {
  const midnight = Math.min(nextUtcMidnight(now), nextMidnight(now, zone))
  for (const name of ['start_date', 'end_date']) {
    if (query[name] !== undefined && !isSameBound(query[name], zone, now, midnight - 1)) return now
  }
  const publication = await nextChanges.publication(now)
  // An event counts as upcoming until the second after its start.
  const start = query.only_with_upcoming === undefined ? Number.POSITIVE_INFINITY : (await nextChanges.start(now)) + 1
  return Math.min(midnight, publication, start)
}

/** The default date range of event lists begins at midnight UTC (`collections/events/window.ts`). */
const nextUtcMidnight = (now: number) => (Math.floor(now / DAY_SECONDS) + 1) * DAY_SECONDS

/** The first second of the next day in a zone; where daylight saving time skips midnight, the end of the gap. */
const nextMidnight = (now: number, zone: string) =>
  localToInstant(addDays(startOfDay(instantToLocal(now, zone)), 1), zone)

/**
 * Whether a date parameter means the same bound of the event list at the times `first` and `last`, and therefore at all times
 * between them: true for `tomorrow`, false for `+2 hours`. Without a time of day only the day matters.
 */
function isSameBound(value: unknown, zone: string, first: number, last: number): boolean {
  if (typeof value !== 'string') return false
  const boundAt = (time: number) => {
    const moment = parseMoment(value, zone, time)
    return moment?.hasTime ? moment.local : moment?.local.slice(0, 10)
  }
  return boundAt(first) === boundAt(last)
}
