import type { Problems } from '../../../core/errors.ts'
import { startOfDay } from '../../../core/time/local-time.ts'
import { parseLocalTimeAndPrecision } from '../../../core/time/parse-date.ts'
import { raw, type Sql, sql } from '../../../db/database.ts'
import type { Scope } from '../../scope.ts'

/**
 * For each query parameter that limits the start or the end of events: whether it limits the start or the end, and the
 * operator of the comparison.
 */
const BOUNDS = {
  starts_before: ['start', '<'],
  starts_after: ['start', '>'],
  ends_before: ['end', '<'],
  ends_after: ['end', '>'],
} as const

export const BOUND_NAMES = ['starts_before', 'starts_after', 'ends_before', 'ends_after'] as const

export type BoundQuery = Partial<Record<(typeof BOUND_NAMES)[number], string>>

/** Whether a query contains a parameter that limits the start or the end of events. */
export const hasStartOrEndParameter = (query: BoundQuery) => BOUND_NAMES.some((name) => query[name] !== undefined)

/**
 * Translates `starts_before`, `starts_after`, `ends_before` and `ends_after` to SQL conditions on the table `event`
 * (alias `p`). The moment itself is excluded. A date without a time of day means its first second. Moments with an
 * offset or time zone are instants; others are local times of each event.
 */
export const startAndEndFilterConditions = ({ site, now }: Scope, query: BoundQuery, problems: Problems): Sql[] =>
  BOUND_NAMES.flatMap((name) => {
    const text = query[name]
    if (text === undefined) return []
    const moment = parseLocalTimeAndPrecision(text, site.timezone, now)
    if (moment === undefined) {
      problems.add(name, 'reason.date')
      return []
    }
    const [edge, comparison] = BOUNDS[name]
    const { local, hasTime, instant } = moment
    return instant === undefined
      ? [sql`p.${raw(`${edge}_local ${comparison}`)} ${hasTime ? local : startOfDay(local)}`]
      : [sql`p.${raw(`${edge}_at ${comparison}`)} ${instant}`]
  })
