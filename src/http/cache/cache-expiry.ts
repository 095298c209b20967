import type { NextChanges } from '../../collections/records/next-changes.ts'
import { instantToLocal, localToInstant } from '../../core/time/instant.ts'
import { addDays, startOfDay } from '../../core/time/local-time.ts'
import { parseDate } from '../../core/time/parse-date.ts'

const DAY_SECONDS = 86_400

/**
 * Until when an answer to a guest stays the same if nobody writes: a publication, the midnights at which default windows
 * move, the next start where only upcoming events count.
 * @param now   when it was asked for, before anything was read
 * @param query the parameters, parsed
 * @param zone  of the site
 * @returns the first second at which it may differ; `now` or earlier when that cannot be told
 */
export async function findCacheExpiry(
  now: number,
  query: Record<string, unknown>,
  zone: string,
  coming: NextChanges,
): Promise<number> {
  const midnight = Math.min(nextUtcMidnight(now), nextMidnight(now, zone))
  for (const name of ['start_date', 'end_date']) {
    if (query[name] !== undefined && !isSameDay(query[name], zone, now, midnight - 1)) return now
  }
  const publication = await coming.publication(now)
  // An event that begins this very second is still to come.
  const start = query.only_with_upcoming === undefined ? Number.POSITIVE_INFINITY : (await coming.start(now)) + 1
  return Math.min(midnight, publication, start)
}

/** Windows of events begin at a day of UTC (see `readWindow` in collections/events/window.ts). */
const nextUtcMidnight = (now: number) => (Math.floor(now / DAY_SECONDS) + 1) * DAY_SECONDS

/** Where summer time skips midnight, the moment it does. */
const nextMidnight = (now: number, zone: string) =>
  localToInstant(addDays(startOfDay(instantToLocal(now, zone)), 1), zone)

/**
 * Whether a typed date means the same day at both moments. Words move forward with the clock, never back, so what is the
 * same at both ends is the same in between: `tomorrow` is, `+2 hours` is not. Of a window only the days count.
 */
function isSameDay(typed: unknown, zone: string, first: number, last: number): boolean {
  if (typeof typed !== 'string') return false
  const dayAt = (moment: number) => parseDate(typed, zone, moment)?.slice(0, 10)
  return dayAt(first) === dayAt(last)
}
