import type { Problems } from '../../core/errors.ts'
import { instantToLocal } from '../../core/time/instant.ts'
import { addMonths, endOfDay, type LocalTime, startOfDay } from '../../core/time/local-time.ts'
import { parseDate } from '../../core/time/parse-date.ts'
import { sql } from '../../db/database.ts'
import type { Scope } from '../collection.ts'
import type { EventQuery } from './schema.ts'

/** End of the default window. */
const DEFAULT_MONTHS = 24

/** A range of whole days in local time. */
export interface Window {
  from: LocalTime
  to: LocalTime
}

/**
 * Condition that an event starts inside a window, by its own local time. The end of the event does not matter (contract).
 */
export const startsInWindow = ({ from, to }: Window) => sql`p.start_local >= ${from} AND p.start_local <= ${to}`

export function readWindow({ site, now }: Scope, query: EventQuery, problems: Problems): Window {
  const read = (name: 'start_date' | 'end_date') => {
    const local = query[name] === undefined ? undefined : parseDate(query[name], site.timezone, now)
    if (query[name] !== undefined && local === undefined) problems.add(name, 'reason.date')
    return local
  }
  // The default start of The Events Calendar: the local day of the site at the last minute of yesterday in UTC.
  const yesterday = instantToLocal(Math.floor(now / 86_400) * 86_400 - 60, site.timezone)
  const start = read('start_date') ?? yesterday
  const end = read('end_date') ?? addMonths(instantToLocal(now, site.timezone), DEFAULT_MONTHS)
  return { from: startOfDay(start), to: endOfDay(end) }
}
