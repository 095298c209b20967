import type { TermKind } from '../../../core/kinds.ts'
import { parseId } from '../../../core/schema/schema.ts'
import { foldText } from '../../../core/text/fold.ts'
import { normalizeSlug } from '../../../core/text/slug.ts'
import { type Sql, sql } from '../../../db/database.ts'
import { foreignKeyColumn, hasSlug, kindTable, textTable } from '../../../db/fragments.ts'
import type { Scope } from '../../collection.ts'

/**
 * Finds terms by ids, slugs or names. Slugs and names are looked up in the requested language and, if none is found, in
 * all languages. Runs at most three statements.
 * @returns the ids, and the words that match no term
 */
export async function findTermIds(
  scope: Scope,
  kind: TermKind,
  words: string[],
): Promise<{ ids: number[]; unknown: string[] }> {
  const { inList } = scope.db.dialect
  const numbers = words.filter((word) => /^\d+$/.test(word)).map((word) => parseId(word) ?? 0)
  const others = words.filter((word) => !/^\d+$/.test(word))
  const [byId, bySlug, byName] = await Promise.all([
    numbers.length > 0 ? namedTerms(scope, kind, inList(sql`p.id`, numbers)) : [],
    others.length > 0
      ? namedTerms(scope, kind, sql`${hasSlug} AND ${inList(sql`t.slug`, others.map(normalizeSlug))}`)
      : [],
    others.length > 0 ? namedTerms(scope, kind, inList(sql`t.title_folded`, others.map(foldText))) : [],
  ])
  const known = new Set(byId.map(({ id }) => id))
  const unknown = words.filter((word) => /^\d+$/.test(word) && !known.has(parseId(word) ?? 0))
  const ids = [...known]
  for (const word of others) {
    const [slug, name] = [normalizeSlug(word), foldText(word)]
    const rows = [...bySlug.filter((row) => row.slug === slug), ...byName.filter((row) => row.name === name)]
    if (rows.length === 0) unknown.push(word)
    const here = rows.filter((row) => row.language === scope.language)
    ids.push(...(here.length > 0 ? here : rows).map(({ id }) => id))
  }
  return { ids: [...new Set(ids)], unknown }
}

const namedTerms = ({ db }: Scope, kind: TermKind, condition: Sql) =>
  db.all<{ id: number; language: string; slug: string; name: string }>(sql`
    SELECT p.id, t.language, t.slug, t.title_folded AS name
    FROM ${kindTable(kind)} p JOIN ${textTable(kind)} t ON t.${foreignKeyColumn(kind)} = p.id WHERE ${condition}`)
