import type { Language } from '../../core/language.ts'
import { type Reader, sql } from '../../db/database.ts'
import { isPublic } from '../../db/fragments.ts'

/** How many published events have a text of their own in each language; a language without any is absent. */
export async function countPublished(db: Reader, now: number): Promise<Map<Language, number>> {
  const rows = await db.all<{ language: Language; total: number }>(sql`
    SELECT t.language, count(*) AS total FROM event p JOIN event_text t ON t.event_id = p.id
    WHERE ${isPublic(now)} GROUP BY t.language`)
  return new Map(rows.map(({ language, total }) => [language, total]))
}
