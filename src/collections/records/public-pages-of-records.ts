import { isHierarchicalKind, isKindListedByDate, isTermKind, KINDS, type Kind } from '../../core/kinds.ts'
import type { Language } from '../../core/language.ts'
import { type Sql, sql } from '../../db/database.ts'
import {
  foreignKeyColumnOfKind,
  nonEmptySlugCondition,
  publiclyVisibleCondition,
  tableOfKind,
  textTableOfKind,
} from '../../db/sql-fragments.ts'
import type { Scope } from '../scope.ts'
import { ancestorSlugsOfCategory, readAncestorsOfCategories } from '../terms/category-tree.ts'
import { hasListedEventsCondition } from '../terms/load-terms.ts'

/** The public HTML page of a record, with its URL in each language in which the record exists. */
export interface PublicPage {
  /** Time of the last change in seconds since 1970-01-01 UTC; 0 when unknown. */
  modifiedAt: number
  addresses: { language: Language; address: string }[]
}

/**
 * A part of the sitemap: records of one kind, sorted by id, beginning with the id `from`. The number of records is a
 * parameter of `readPublicPagesOfRange`.
 */
export interface PageRange {
  kind: Kind
  from: number
}

/**
 * Divides the records with public pages into ranges of at most `size` records.
 * @returns the ranges, and the total number of these records
 */
export async function dividePublicPagesIntoRanges(
  scope: Scope,
  size: number,
): Promise<{ ranges: PageRange[]; total: number }> {
  const found = await Promise.all(
    KINDS.map(async (kind) => {
      const rows = await scope.db.slow.all<{ id: number; total: number }>(sql`
        SELECT numbered.id, numbered.total FROM (
          SELECT p.id, row_number() OVER (ORDER BY p.id) - 1 AS position, count(*) OVER () AS total
          FROM ${tableOfKind(kind)} p WHERE ${isOpen(scope, kind)}
        ) numbered WHERE numbered.position % ${size} = 0 ORDER BY numbered.id`)
      return { ranges: rows.map(({ id }) => ({ kind, from: id })), total: Number(rows[0]?.total ?? 0) }
    }),
  )
  return { ranges: found.flatMap(({ ranges }) => ranges), total: found.reduce((sum, { total }) => sum + total, 0) }
}

const BATCH = 200

/**
 * Reads the public pages of the records in a range from the database, in batches.
 * @param size maximum number of records
 */
export async function* readPublicPagesOfRange(
  scope: Scope,
  { kind, from }: PageRange,
  size: number,
): AsyncGenerator<PublicPage[]> {
  let next = from
  for (let left = size; left > 0; left -= BATCH) {
    const rows = await rowsFrom(scope, kind, next, Math.min(left, BATCH))
    if (rows.length === 0) return
    yield await withAddresses(scope, kind, rows)
    next = (rows.at(-1)?.id ?? 0) + 1
  }
}

interface Row {
  id: number
  modified_at: number | null
  /** JSON array with a pair of language and slug for each text. */
  slugs: string | null
}

function rowsFrom(scope: Scope, kind: Kind, from: number, limit: number): Promise<Row[]> {
  const texts = sql`${textTableOfKind(kind)} t WHERE t.${foreignKeyColumnOfKind(kind)} = p.id AND ${nonEmptySlugCondition}`
  const modified = isTermKind(kind)
    ? sql`(SELECT max(t.modified_at) FROM ${textTableOfKind(kind)} t WHERE t.${foreignKeyColumnOfKind(kind)} = p.id)`
    : sql`coalesce(p.modified_at, p.created_at)`
  return scope.db.all<Row>(sql`
    SELECT p.id, ${modified} AS modified_at, ${scope.db.dialect.jsonRows(sql`t.language, t.slug`, texts)} AS slugs
    FROM ${tableOfKind(kind)} p WHERE p.id >= ${from} AND ${isOpen(scope, kind)} ORDER BY p.id LIMIT ${limit}`)
}

/**
 * SQL condition that anonymous visitors may see the HTML page of the record. Categories and tags that only hidden
 * events have are excluded, because their names could reveal these events.
 */
function isOpen({ now }: Scope, kind: Kind): Sql {
  if (isTermKind(kind)) return hasListedEventsCondition(kind)
  if (!isKindListedByDate(kind)) return publiclyVisibleCondition(now)
  // The sitemap contains repeated events instead of their dates, although repeated events are stored as hidden from
  // lists.
  return sql`${publiclyVisibleCondition(now)} AND p.repeat_id IS NULL AND (p.hide_from_listings = 0
    OR EXISTS (SELECT 1 FROM event_repeat r WHERE r.event_id = p.id AND r.is_hidden = 0))`
}

async function withAddresses(scope: Scope, kind: Kind, rows: Row[]): Promise<PublicPage[]> {
  const above = isHierarchicalKind(kind)
    ? await readAncestorsOfCategories(
        scope.db,
        rows.map(({ id }) => id),
      )
    : undefined
  return rows.map(({ id, modified_at, slugs }) => {
    const slugsByLanguage = new Map((JSON.parse(slugs ?? '[]') as [Language, string][]) ?? [])
    const addresses = scope.languages.flatMap((language) => {
      const slug = slugsByLanguage.get(language)
      if (slug === undefined) return []
      const urls = scope.urls.inLanguage(language)
      return [
        {
          language,
          address: urls.page(kind, [...ancestorSlugsOfCategory(scope, language, above?.get(id) ?? []), slug]),
        },
      ]
    })
    return { modifiedAt: modified_at ?? 0, addresses }
  })
}
