import { hasListedStart, POST_KINDS, type PostKind } from '../../core/kinds.ts'
import { cacheUntilCommit } from '../../db/cache/cache-until-commit.ts'
import { type Database, empty, type Reader, sql } from '../../db/database.ts'
import { kindTable } from '../../db/fragments.ts'

/**
 * Computes when public responses change next without a write. Seconds since 1970-01-01 UTC; `Infinity` when nothing will
 * change.
 */
export interface NextChanges {
  /** The first scheduled publication after `now`. */
  publication(now: number): Promise<number>
  /** The first start of a public event at or after `now`. */
  start(now: number): Promise<number>
}

/** The time span in which the column `is_public` of all events is correct (see events/publication.ts). */
interface CurrentSpan {
  last: number
  to: number
}

/**
 * Reads each moment from the database only when a relevant commit happened or the moment has passed.
 * @param readSpan reads the current time span
 */
export function createNextChanges(db: Database, readSpan: () => Promise<CurrentSpan>): NextChanges {
  const { version, versionExceptEvents } = db
  // Two reads by `is_public`, because the index begins with it. Events published ahead of time by a server whose clock is
  // fast count too.
  const eventPublications = [sql`AND p.is_public = 0`, sql`AND p.is_public = 1`].map((which) =>
    cachedUntil(version, (now) => nextPublication(db, 'event', now, which)),
  )
  const otherPublications = POST_KINDS.filter((kind) => !hasListedStart(kind)).map((kind) =>
    cachedUntil(versionExceptEvents, (now) => nextPublication(db, kind, now)),
  )
  return {
    async publication(now) {
      const { last, to } = await readSpan()
      // Inside the time span its end is the next publication of an event, so no query is needed.
      const events = last <= now && now < to ? [to] : eventPublications.map((next) => next(now))
      return Math.min(...(await Promise.all([...events, ...otherPublications.map((next) => next(now))])))
    },
    start: cachedUntil(version, (now) => nextStart(db, now)),
  }
}

function cachedUntil(version: () => string, read: (now: number) => Promise<number>): (now: number) => Promise<number> {
  const moment = cacheUntilCommit(
    version,
    async (from: number) => ({ from, at: await read(from) }),
    ({ from, at }, now) => from <= now && now < at,
  )
  return async (now) => (await moment(now)).at
}

async function nextPublication(db: Reader, kind: PostKind, now: number, which = empty): Promise<number> {
  const row = await db.get<Moment>(sql`SELECT min(p.published_at) AS at FROM ${kindTable(kind)} p
    WHERE p.status = 'publish' AND p.published_at > ${now} ${which}`)
  return row?.at ?? Number.POSITIVE_INFINITY
}

async function nextStart(db: Reader, now: number): Promise<number> {
  const row = await db.get<Moment>(
    sql`SELECT min(p.start_at) AS at FROM event p WHERE p.is_public = 1 AND p.start_at >= ${now}`,
  )
  return row?.at ?? Number.POSITIVE_INFINITY
}

interface Moment {
  at: number | null
}
