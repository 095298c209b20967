import { cacheUntilCommit } from '../../db/cache/cache-until-commit.ts'
import { type Database, type Reader, sql } from '../../db/database.ts'

/**
 * Scheduled events become public by the passing of time alone. Which ones are is kept with them, so that lists and totals
 * need not compare dates: `settle` brings that up to date, before the first read after the moment.
 */

/** The span of time in which what is kept holds: UTC seconds, `from` inside, `to` outside. */
export interface PublicationSpan {
  from: number
  to: number
  /** The last publication of what is public. */
  last: number
}

/** Clocks of several machines differ; within so many seconds none undoes what another did. */
const SKEW_MAX_SECONDS = 60

/** Until when nothing changes of what is public, if nobody writes. */
export async function readPublicationSpan(db: Reader): Promise<PublicationSpan> {
  const row = await db.get<{ next: number | null; last: number | null }>(sql`
    SELECT (SELECT min(published_at) FROM event WHERE status = 'publish' AND is_public = 0) AS next,
      (SELECT max(published_at) FROM event WHERE status = 'publish' AND is_public = 1) AS last`)
  const last = row?.last ?? Number.NEGATIVE_INFINITY
  return { from: last - SKEW_MAX_SECONDS, to: row?.next ?? Number.POSITIVE_INFINITY, last }
}

/** Makes public what has become so by now, and the other way round when a clock was put back. */
export async function updatePublicEvents(db: Database, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.lock('publication')
    await tx.run(sql`UPDATE event SET is_public = 1
      WHERE status = 'publish' AND is_public = 0 AND published_at <= ${now}`)
    await tx.run(sql`UPDATE event SET is_public = 0
      WHERE status = 'publish' AND is_public = 1 AND published_at > ${now + SKEW_MAX_SECONDS}`)
  })
}

export interface Publication {
  /** Settles when it is time: lists and totals hold at this moment once it resolves. */
  settled(now: number): Promise<void>
  /** What is kept holds in it, until someone writes. */
  span(): Promise<PublicationSpan>
}

export function createPublication(db: Database): Publication {
  const span = cacheUntilCommit(db.version, () => readPublicationSpan(db))
  return {
    async settled(now) {
      const { from, to } = await span()
      if (now < from || now >= to) await updatePublicEvents(db, now)
    },
    span,
  }
}
