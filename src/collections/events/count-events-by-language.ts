import type { Language } from '../../core/language.ts'
import { type Reader, sql } from '../../db/database.ts'

/** Counts the public events with a text in each language. Languages without events have no entry. */
export async function countPublicEventsByLanguage(db: Reader): Promise<Map<Language, number>> {
  const rows = await db.all<{ facet: string; total: number }>(sql`
    SELECT facet, sum(events) AS total FROM event_count_in_total WHERE facet LIKE 'public:language:%' GROUP BY facet`)
  return new Map(rows.map(({ facet, total }) => [facet.slice('public:language:'.length) as Language, total]))
}
