import type { Language } from '../../core/language.ts'
import { type Reader, sql } from '../../db/database.ts'
import type { Scope } from '../collection.ts'
import { shownText, type Text, textsOf } from '../texts.ts'

/** The categories and everything below them. */
export async function withDescendants(db: Reader, ids: readonly number[]): Promise<number[]> {
  const rows = await db.all<{ id: number }>(sql`
    WITH RECURSIVE below (id) AS (
      SELECT p.id FROM category p WHERE ${db.dialect.among(sql`p.id`, ids)}
      UNION SELECT p.id FROM category p JOIN below ON p.parent_id = below.id
    ) SELECT id FROM below`)
  return rows.map(({ id }) => id)
}

/** A category above another, with its texts. */
export interface Ancestor {
  original_language: Language
  texts: Text[]
}

/** For each category those above it, from the top down. */
export async function ancestorsOf(db: Reader, ids: readonly number[]): Promise<Map<number, Ancestor[]>> {
  const paths = new Map<number, Ancestor[]>(ids.map((id) => [id, []]))
  const rows = await db.all<{ id: number; ancestor: number; original_language: Language }>(sql`
    WITH RECURSIVE above (id, ancestor, depth) AS (
      SELECT p.id, p.parent_id, 1 FROM category p WHERE ${db.dialect.among(sql`p.id`, ids)} AND p.parent_id IS NOT NULL
      UNION ALL SELECT above.id, p.parent_id, above.depth + 1 FROM above JOIN category p ON p.id = above.ancestor
      WHERE p.parent_id IS NOT NULL
    )
    SELECT above.id, above.ancestor, p.original_language FROM above JOIN category p ON p.id = above.ancestor
    ORDER BY above.depth DESC`)
  const texts = await textsOf(db, 'category', [...new Set(rows.map(({ ancestor }) => ancestor))])
  for (const { id, ancestor, original_language } of rows) {
    const own = texts.get(ancestor) ?? []
    // Without any text it was removed between the two statements.
    if (own.length > 0) paths.get(id)?.push({ original_language, texts: own })
  }
  return paths
}

/** Their slugs in a language. */
export const slugsIn = (scope: Scope, language: Language, ancestors: readonly Ancestor[]): string[] =>
  ancestors.map(({ texts, original_language }) => shownText({ ...scope, language }, texts, original_language).slug)
