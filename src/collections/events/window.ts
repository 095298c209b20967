import type { Problems } from '../../core/errors.ts'
import { instantToLocal } from '../../core/time/instant.ts'
import { addMonths, endOfDay, type LocalTime, startOfDay } from '../../core/time/local-time.ts'
import { parseDate } from '../../core/time/parse-date.ts'
import { sql } from '../../db/database.ts'
import type { Scope } from '../collection.ts'
import type { EventQuery } from './schema.ts'

/** How far the default listing looks ahead. */
const DEFAULT_MONTHS = 24

/** Whole days. */
export interface Window {
  from: LocalTime
  to: LocalTime
}

/** Whole days of the event's own wall clock, both bounds inside; only the START of an event counts (contract). */
export const startsInWindow = ({ from, to }: Window) => sql`p.start_local >= ${from} AND p.start_local <= ${to}`

export function readWindow({ site, now }: Scope, query: EventQuery, problems: Problems): Window {
  const read = (name: 'start_date' | 'end_date') => {
    const local = query[name] === undefined ? undefined : parseDate(query[name], site.timezone, now)
    if (query[name] !== undefined && local === undefined) problems.add(name, 'reason.date')
    return local
  }
  // The peer's day before: the last minute of yesterday in UTC, seen from the site.
  const yesterday = instantToLocal(Math.floor(now / 86_400) * 86_400 - 60, site.timezone)
  const start = read('start_date') ?? yesterday
  const end = read('end_date') ?? addMonths(instantToLocal(now, site.timezone), DEFAULT_MONTHS)
  return { from: startOfDay(start), to: endOfDay(end) }
}
