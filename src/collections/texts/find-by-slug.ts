import type { Kind } from '../../core/kinds.ts'
import type { Language } from '../../core/language.ts'
import { isStorableText } from '../../core/schema/field-types.ts'
import { normalizeSlug } from '../../core/text/slug.ts'
import { type Reader, type Sql, sql } from '../../db/database.ts'
import { foreignKeyColumnOfKind, nonEmptySlugCondition, textTableOfKind } from '../../db/sql-fragments.ts'
import type { Scope } from '../scope.ts'
import type { RecordText } from './record-texts.ts'

/** Ids of the records with this slug in the requested language or, if there are none, in any language. */
export async function selectRecordIdsBySlug(scope: Scope, kind: Kind, slug: string): Promise<number[]> {
  const rows = await withSlug(scope.db, kind, slug)
  const here = rows.filter((row) => row.language === scope.language)
  return [...new Set((here.length > 0 ? here : rows).map((row) => row.id))]
}

/** Ids of the records with these slugs in the requested language or else in any language, in the order of the slugs. */
export const selectRecordIdsBySlugsInOrder = async (
  scope: Scope,
  kind: Kind,
  slugs: readonly string[],
): Promise<number[]> => (await Promise.all(slugs.map((slug) => selectRecordIdsBySlug(scope, kind, slug)))).flat()

/**
 * SQL condition that a record, whose table has the alias `p`, has this slug in any language. Undefined when no record
 * can have it.
 */
export const recordHasSlugCondition = (kind: Kind, slug: string): Sql | undefined =>
  isSlug(slug)
    ? sql`p.id IN (SELECT ${foreignKeyColumnOfKind(kind)} FROM ${textTableOfKind(kind)} WHERE ${hasThis(slug)})`
    : undefined

/** Returns those rows whose text in the requested language has the slug or, if there are none, all rows. */
export function preferRowsInRequestedLanguage<Row extends { texts: RecordText[] }>(
  { language }: Scope,
  slug: string,
  rows: Row[],
): Row[] {
  const key = normalizeSlug(slug)
  const here = rows.filter(({ texts }) => texts.some((text) => text.language === language && text.slug === key))
  return here.length > 0 ? here : rows
}

/** Id of the record with this slug in the requested language. */
export async function findIdBySlugInLanguage(scope: Scope, kind: Kind, slug: string): Promise<number | undefined> {
  const rows = await withSlug(scope.db, kind, slug)
  return rows.find((row) => row.language === scope.language)?.id
}

async function withSlug(db: Reader, kind: Kind, slug: string): Promise<{ id: number; language: Language }[]> {
  if (!isSlug(slug)) return []
  return db.all(
    sql`SELECT ${foreignKeyColumnOfKind(kind)} AS id, language FROM ${textTableOfKind(kind)} WHERE ${hasThis(slug)}`,
  )
}

/** Whether a text can be a slug. Empty text cannot, because a lookup of it would find drafts without a slug. */
const isSlug = (slug: string) => slug !== '' && isStorableText(slug)

const hasThis = (slug: string) => sql`${nonEmptySlugCondition} AND slug = ${normalizeSlug(slug)}`
