import type { LocalTime } from '../../../core/time/local-time.ts'
import { sql } from '../../../db/database.ts'
import { visibleToCondition } from '../../../db/fragments.ts'
import type { Scope } from '../../collection.ts'
import type { DatesSummary } from './row.ts'

/** A response shows at most this many dates that differ from their repeated event. */
const OVERRIDDEN_MAX = 100

export async function summarizeDates({ db, caller, now }: Scope, repeatId: number): Promise<DatesSummary> {
  const visible = sql`p.repeat_id = ${repeatId} AND (${visibleToCondition(caller, now)})`
  const [counted, next, overridden] = await Promise.all([
    db.get<{ total: number; last_start: LocalTime | null }>(
      sql`SELECT count(*) AS total, max(p.start_local) AS last_start FROM event p WHERE ${visible}`,
    ),
    db.get<NonNullable<DatesSummary['next']>>(sql`SELECT p.id, p.start_local, p.start_at, p.original_start FROM event p
      WHERE ${visible} AND p.start_at >= ${now} ORDER BY p.start_at, p.id LIMIT 1`),
    db.all<DatesSummary['overridden'][number]>(sql`SELECT p.id, p.start_local, p.overrides FROM event p
      WHERE ${visible} AND p.overrides <> '' ORDER BY p.start_local, p.id LIMIT ${OVERRIDDEN_MAX}`),
  ])
  return { total: counted?.total ?? 0, last_start: counted?.last_start ?? null, next, overridden }
}
