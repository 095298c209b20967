import { cacheUntilCommit } from '../../db/cache/cache-until-commit.ts'
import { type Database, type Reader, sql } from '../../db/database.ts'

/**
 * A scheduled event becomes public without a write. So that lists and totals need not compare dates, the column `is_public`
 * stores which events are public. `updatePublicEvents` updates it before the first read after a publication date.
 */

/** The time span in which `is_public` is correct: seconds since 1970-01-01 UTC, `from` inclusive, `to` exclusive. */
export interface PublicationSpan {
  from: number
  to: number
  /** The latest publication date of a public event. */
  last: number
}

/** Tolerated difference between the clocks of several servers: within it no server unpublishes what another published. */
const SKEW_MAX_SECONDS = 60

/** Reads the time span in which `is_public` is correct if nothing is written. */
export async function readPublicationSpan(db: Reader): Promise<PublicationSpan> {
  const row = await db.get<{ next: number | null; last: number | null }>(sql`
    SELECT (SELECT min(published_at) FROM event WHERE status = 'publish' AND is_public = 0) AS next,
      (SELECT max(published_at) FROM event WHERE status = 'publish' AND is_public = 1) AS last`)
  const last = row?.last ?? Number.NEGATIVE_INFINITY
  return { from: last - SKEW_MAX_SECONDS, to: row?.next ?? Number.POSITIVE_INFINITY, last }
}

/** Publishes events whose date has come, and unpublishes those whose date is in the future after a clock was set back. */
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
  /** Resolves when `is_public` is correct at `now`, and updates it first if necessary. */
  settled(now: number): Promise<void>
  /** Returns the time span in which `is_public` is correct, until the next commit. */
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
