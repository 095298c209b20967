import { isKindListedByDate, POST_KINDS } from '../../core/kinds.ts'
import { instantToLocal } from '../../core/time/instant.ts'
import { cacheResultUntilCommit } from '../../db/cache/cache-result-until-commit.ts'
import { type Database, type Reader, sql } from '../../db/database.ts'
import { ongoingEventsSql } from '../../db/ongoing-events-sql.ts'
import { readNextPublication } from '../posts/next-publication.ts'

/**
 * Predicts when public responses change because time passes, without a write. Times are seconds since 1970-01-01 UTC;
 * `Infinity` when nothing will change.
 */
export interface NextChanges {
  /** Time of the first scheduled publication after `now`. */
  publication(now: number): Promise<number>
  /** Time of the first start of a public event at or after `now`. */
  start(now: number): Promise<number>
  /** Time of the first end, after `now`, of a public event that has begun. */
  end(now: number): Promise<number>
}

/**
 * The time span for which the values of the column `event.is_public` are valid, because no scheduled event becomes
 * public in it: see `PublicationSpan` in events/scheduled-publication.ts.
 */
interface CurrentSpan {
  last: number
  to: number
}

/**
 * Creates a cache of the times at which public responses change. A time is read from the database again only after a
 * relevant commit or when it has passed.
 * @param readSpan returns the time span in which no scheduled event becomes public
 */
export function createNextPublicChangeCache(db: Database, readSpan: () => Promise<CurrentSpan>): NextChanges {
  const { version, versionExceptEvents } = db
  // One query of publication dates for each value of `is_public`, because the database index begins with this column.
  // Events with `is_public = 1` can have a future date too: a server with a fast clock published them early.
  const eventPublications = [sql`AND p.is_public = 0`, sql`AND p.is_public = 1`].map((which) =>
    cachedUntil(version, (now) => readNextPublication(db, 'event', now, which)),
  )
  const otherPublications = POST_KINDS.filter((kind) => !isKindListedByDate(kind)).map((kind) =>
    cachedUntil(versionExceptEvents, (now) => readNextPublication(db, kind, now)),
  )
  return {
    async publication(now) {
      const { last, to } = await readSpan()
      // No scheduled event becomes public before the end of the current time span (`CurrentSpan`), and the next event
      // becomes public at its end, so the database need not be queried.
      const events = last <= now && now < to ? [to] : eventPublications.map((next) => next(now))
      return Math.min(...(await Promise.all([...events, ...otherPublications.map((next) => next(now))])))
    },
    start: cachedUntil(version, (now) => nextStart(db, now)),
    end: cachedUntil(version, (now) => nextEnd(db, now)),
  }
}

function cachedUntil(version: () => string, read: (now: number) => Promise<number>): (now: number) => Promise<number> {
  const moment = cacheResultUntilCommit(
    version,
    async (from: number) => ({ from, at: await read(from) }),
    ({ from, at }, now) => from <= now && now < at,
  )
  return async (now) => (await moment(now)).at
}

async function nextStart(db: Reader, now: number): Promise<number> {
  const row = await db.get<Moment>(
    sql`SELECT min(p.start_at) AS at FROM event p WHERE p.is_public = 1 AND p.start_at >= ${now}`,
  )
  return row?.at ?? Number.POSITIVE_INFINITY
}

async function nextEnd(db: Reader, now: number): Promise<number> {
  // No local time is more than a day ahead of UTC. Events that begin in that day may be found too; their ends are
  // later.
  const startsBefore = instantToLocal(now + DAY_SECONDS, 'UTC')
  const row = await db.get<Moment>(sql`
    SELECT min(running.end_at) AS at FROM (${ongoingEventsSql({ startsBefore, endsAfter: now })}) AS running
      CROSS JOIN event p WHERE p.id = running.id AND p.is_public = 1`)
  return row?.at ?? Number.POSITIVE_INFINITY
}

const DAY_SECONDS = 86_400

interface Moment {
  at: number | null
}
