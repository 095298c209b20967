import { cacheResultUntilCommit } from '../../db/cache/cache-result-until-commit.ts'
import { type Database, type Reader, sql } from '../../db/database.ts'

/**
 * A scheduled event becomes public when its date comes, without any request that changes it. The column `is_public`
 * stores which events are public, so that lists and totals need not compare dates. `updatePublicStateOfScheduledEvents`
 * updates this column before the first read after a publication date.
 */

/**
 * The time span for which the stored values of the column `event.is_public` are valid, because no scheduled event
 * becomes public in it: from `from` (inclusive) to `to` (exclusive), in seconds since 1970-01-01 UTC.
 */
export interface PublicationSpan {
  from: number
  to: number
  /** The latest publication date of all public events. */
  last: number
}

/**
 * Tolerated difference between the clocks of several servers with one database. Within this tolerance no server
 * unpublishes an event that another server published.
 */
const SKEW_MAX_SECONDS = 60

/**
 * Reads the time span for which the values of the column `event.is_public` are valid. Any write of an event may change
 * it.
 */
async function readPublicationSpan(db: Reader): Promise<PublicationSpan> {
  const row = await db.get<{ next: number | null; last: number | null }>(sql`
    SELECT (SELECT min(published_at) FROM event WHERE status = 'publish' AND is_public = 0) AS next,
      (SELECT max(published_at) FROM event WHERE status = 'publish' AND is_public = 1) AS last`)
  const last = row?.last ?? Number.NEGATIVE_INFINITY
  return { from: last - SKEW_MAX_SECONDS, to: row?.next ?? Number.POSITIVE_INFINITY, last }
}

/**
 * Makes events public whose publication date has come. Events whose date is in the future, because a clock was set
 * back, become scheduled again.
 */
export async function updatePublicStateOfScheduledEvents(db: Database, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.lock('publication')
    await tx.run(sql`UPDATE event SET is_public = 1
      WHERE status = 'publish' AND is_public = 0 AND published_at <= ${now}`)
    await tx.run(sql`UPDATE event SET is_public = 0
      WHERE status = 'publish' AND is_public = 1 AND published_at > ${now + SKEW_MAX_SECONDS}`)
  })
}

export interface PublicationUpdater {
  /** Updates the column `event.is_public`, unless its values are valid at the time `now`; resolves afterwards. */
  ensureCurrent(now: number): Promise<void>
  /**
   * Returns the time span for which the values of the column `event.is_public` are valid; cached until the next commit.
   */
  span(): Promise<PublicationSpan>
}

export function createUpdaterOfScheduledPublication(db: Database): PublicationUpdater {
  const span = cacheResultUntilCommit(db.version, () => readPublicationSpan(db))
  return {
    async ensureCurrent(now) {
      const { from, to } = await span()
      if (now < from || now >= to) await updatePublicStateOfScheduledEvents(db, now)
    },
    span,
  }
}
