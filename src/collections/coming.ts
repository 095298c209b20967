import { type Database, empty, join, type Reader, type Sql, sql } from '../db/database.ts'
import { type PostKind, table } from '../db/fragments.ts'
import { keptPerVersion } from '../db/kept.ts'

/** Moments at which what guests see changes though nobody writes. Seconds since 1970-01-01 UTC; `Infinity` for none. */
export interface Coming {
  /** The next scheduled publication after `now`. */
  publication(now: number): Promise<number>
  /** The next start of an event, `now` included. */
  start(now: number): Promise<number>
}

/** Asks the database once for each change of it and each moment that passes. */
export function comingMoments(db: Database): Coming {
  return { publication: kept(db, nextPublication), start: kept(db, nextStart) }
}

function kept(db: Database, read: (db: Reader, now: number) => Promise<number>): (now: number) => Promise<number> {
  const moment = keptPerVersion(
    db.version,
    async (from: number) => ({ from, at: await read(db, from) }),
    ({ from, at }, now) => from <= now && now < at,
  )
  return async (now) => (await moment(now)).at
}

async function nextPublication(db: Reader, now: number): Promise<number> {
  const first = (kind: PostKind, which: Sql = empty) => sql`SELECT min(p.published_at) AS at FROM ${table(kind)} p
    WHERE p.status = 'publish' AND p.published_at > ${now} ${which}`
  // Events are many, and their index begins with this; a server whose clock is ahead may have made some public already.
  const events = [sql`AND p.is_public = 0`, sql`AND p.is_public = 1`].map((which) => first('event', which))
  const firsts = [...events, first('venue'), first('organizer')]
  const row = await db.get<Moment>(sql`SELECT min(f.at) AS at FROM (${join(firsts, ' UNION ALL ')}) f`)
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
