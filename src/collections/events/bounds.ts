import type { Problems } from '../../core/errors.ts'
import { localToInstant } from '../../core/time/instant.ts'
import { startOfDay } from '../../core/time/local-time.ts'
import { parseMoment } from '../../core/time/parse-date.ts'
import { type Sql, sql } from '../../db/database.ts'
import type { Scope } from '../collection.ts'

/** SQL for each query parameter that limits the start or the end of events to times before or after an instant. */
const BOUNDS = {
  starts_before: (instant: number) => sql`p.start_at < ${instant}`,
  starts_after: (instant: number) => sql`p.start_at > ${instant}`,
  ends_before: (instant: number) => sql`p.end_at < ${instant}`,
  ends_after: (instant: number) => sql`p.end_at > ${instant}`,
}

export const BOUND_NAMES = ['starts_before', 'starts_after', 'ends_before', 'ends_after'] as const

export type BoundQuery = Partial<Record<(typeof BOUND_NAMES)[number], string>>

/**
 * Translates `starts_before`, `starts_after`, `ends_before` and `ends_after` to SQL conditions on the table `event`
 * (alias `p`). A date without a time of day means its first second; dates without a time zone are local times of the
 * site.
 */
export const boundConditions = ({ site, now }: Scope, query: BoundQuery, problems: Problems): Sql[] =>
  BOUND_NAMES.flatMap((name) => {
    const text = query[name]
    if (text === undefined) return []
    const moment = parseMoment(text, site.timezone, now)
    if (moment === undefined) {
      problems.add(name, 'reason.date')
      return []
    }
    const { local, hasTime, instant } = moment
    return [BOUNDS[name](instant ?? localToInstant(hasTime ? local : startOfDay(local), site.timezone))]
  })
