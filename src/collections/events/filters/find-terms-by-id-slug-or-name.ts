import type { TermKind } from '../../../core/kinds.ts'
import { parseId } from '../../../core/schema/field-types.ts'
import { foldTextForSearch } from '../../../core/text/fold-text.ts'
import { normalizeSlug } from '../../../core/text/slug.ts'
import { type Sql, sql } from '../../../db/database.ts'
import {
  foreignKeyColumnOfKind,
  nonEmptySlugCondition,
  tableOfKind,
  textTableOfKind,
} from '../../../db/sql-fragments.ts'
import type { Scope } from '../../scope.ts'

/**
 * Finds terms by ids, slugs or names. Slugs and names are looked up in the requested language and, if none is found, in
 * all languages. Runs at most three statements.
 * @returns the ids in the order of the words, and the words that match no term
 */
export async function findTermIdsByIdSlugOrName(
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
      ? namedTerms(scope, kind, sql`${nonEmptySlugCondition} AND ${inList(sql`t.slug`, others.map(normalizeSlug))}`)
      : [],
    others.length > 0 ? namedTerms(scope, kind, inList(sql`t.title_folded`, others.map(foldTextForSearch))) : [],
  ])
  const found = words.map((word) => {
    if (/^\d+$/.test(word)) return byId.filter(({ id }) => id === parseId(word))
    const [slug, name] = [normalizeSlug(word), foldTextForSearch(word)]
    const rows = [...bySlug.filter((row) => row.slug === slug), ...byName.filter((row) => row.name === name)]
    const here = rows.filter((row) => row.language === scope.language)
    return here.length > 0 ? here : rows
  })
  const unknown = words.filter((_, index) => found[index]?.length === 0)
  return { ids: [...new Set(found.flat().map(({ id }) => id))], unknown }
}

const namedTerms = ({ db }: Scope, kind: TermKind, condition: Sql) =>
  db.all<{ id: number; language: string; slug: string; name: string }>(sql`
    SELECT p.id, t.language, t.slug, t.title_folded AS name
    FROM ${tableOfKind(kind)} p JOIN ${textTableOfKind(kind)} t ON t.${foreignKeyColumnOfKind(kind)} = p.id WHERE ${condition}
    ORDER BY p.id`)
