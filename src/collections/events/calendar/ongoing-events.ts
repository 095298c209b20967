import { sql } from '../../../db/database.ts'
import { ongoingEventsSql } from '../../../db/ongoing-events-sql.ts'
import type { Scope } from '../../scope.ts'
import type { OngoingCriteria } from '../filters/event-criteria.ts'
import { unindexedWordsCondition } from '../filters/text-search.ts'

const DAY_SECONDS = 86_400
const HOUR_SECONDS = 3600

/** Whether an event lasts longer than the setting `long_event_days`, so that pages show it in a list of its own. */
export const isLongEvent = ({ site }: Pick<Scope, 'site'>, seconds: number): boolean =>
  // The limit is an hour longer than `long_event_days`, because clocks may be set back during the event.
  seconds > site.long_event_days * DAY_SECONDS + HOUR_SECONDS

export interface OngoingEvent {
  id: number
  /** Length of the event in seconds. */
  duration: number
  /** End of the event: Unix time in seconds. */
  end_at: number
}

/**
 * Finds the events that began before the range of dates of a query and have not ended, earliest start first.
 * @param criteria selects the events; undefined: the query asks for no ongoing events, so the result is empty
 */
export async function findOngoingEvents(scope: Scope, criteria: OngoingCriteria | undefined): Promise<OngoingEvent[]> {
  if (criteria === undefined) return []
  const { facet, words } = criteria
  const running = sql`(${ongoingEventsSql(criteria)}) AS running`
  // CROSS JOIN makes SQLite find the few running events first.
  if (facet && words.length === 0) {
    return scope.db.all<OngoingEvent>(sql`
      SELECT running.* FROM ${running} CROSS JOIN ${facet.from}
      WHERE ${facet.eventId} = running.id AND ${facet.where} AND l.listed_start IS NOT NULL
      ORDER BY l.listed_start, running.id`)
  }
  return scope.db.slow.all<OngoingEvent>(sql`
    SELECT running.* FROM ${running} CROSS JOIN event p
    WHERE p.id = running.id AND ${unindexedWordsCondition(scope, criteria)} ORDER BY p.start_local, p.id`)
}
