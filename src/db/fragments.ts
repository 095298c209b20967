import { type Caller, can } from '../core/caller.ts'
import type { Kind, LinkedKind } from '../core/kinds.ts'
import type { Language } from '../core/language.ts'
import { join, type Reader, raw, type Sql, sql } from './database.ts'

/**
 * SQL fragments shared by all queries. In all of them `p` is the table of the post or term, and `t` its text table
 * (`event_text` …), joined so that it has the row of the displayed language.
 */

/** The table of the records of a kind. */
export const kindTable = (kind: Kind) => raw(kind)
/** The table with the texts of a kind in each language, such as `event_text`. */
export const textTable = (kind: Kind) => raw(`${kind}_text`)
/** The column of a text or link table that refers to the record, such as `event_id`. */
export const idColumn = (kind: Kind) => raw(`${kind}_id`)
/** The table that links events to records of a kind, such as `event_venue`. */
export const linkTable = (kind: LinkedKind) => raw(`event_${kind}`)

/** True when all conditions are, also when there are none. */
export const and = (conditions: readonly Sql[]) =>
  conditions.length > 0
    ? join(
        conditions.map((condition) => sql`(${condition})`),
        ' AND ',
      )
    : sql`1 = 1`

/** True when at least one condition is. */
export const or = (conditions: readonly Sql[]) =>
  conditions.length > 0
    ? join(
        conditions.map((condition) => sql`(${condition})`),
        ' OR ',
      )
    : sql`1 = 0`

/** The post is published and its publication date has come. @param now UTC seconds */
export const publiclyVisible = (now: number, alias = 'p') =>
  sql`${raw(alias)}.status = 'publish' AND ${raw(alias)}.published_at <= ${now}`

/** The posts that a list without a status filter shows to this caller. Posts in the trash are never among them. */
export function visibleTo(caller: Caller, now: number, alias = 'p'): Sql {
  // Enumerates the other statuses, because an index cannot serve `status <> 'trash'`.
  const notInTrash = sql`${raw(alias)}.status IN ('publish', 'draft', 'pending', 'private')`
  if (can(caller, 'posts:edit-others')) return notInTrash
  if (!can(caller, 'posts:create')) return publiclyVisible(now, alias)
  return sql`(${publiclyVisible(now, alias)}) OR (${raw(alias)}.author_id = ${caller.id} AND ${notInTrash})`
}

/** The condition of `visibleTo`, for a post that was already read. */
export function canSeePost(
  caller: Caller,
  now: number,
  post: { status: string; published_at: number; author_id: number },
): boolean {
  if (can(caller, 'posts:edit-others')) return post.status !== 'trash'
  if (post.status === 'publish' && post.published_at <= now) return true
  return can(caller, 'posts:create') && post.author_id === caller.id && post.status !== 'trash'
}

/** Posts that have one of the statuses and that the caller may read. `future` means published with a later date. */
export function withStatus(statuses: readonly string[], caller: Caller, now: number): Sql {
  const hasStatus = or(
    statuses.map((status) => {
      if (status === 'publish') return publiclyVisible(now)
      if (status === 'future') return sql`p.status = 'publish' AND p.published_at > ${now}`
      return sql`p.status = ${status}`
    }),
  )
  if (can(caller, 'posts:edit-others')) return hasStatus
  return sql`(${hasStatus}) AND ((${publiclyVisible(now)}) OR p.author_id = ${caller.id ?? 0})`
}

/** Selects the text of a record to display: in `language`, else in the site's default, else in the original language. */
export interface DisplayLanguage {
  language: Language
  siteDefault: Language
}

/** `t` is the text to display. @param original the original language of the record */
export function inDisplayLanguage(
  kind: Kind,
  { language, siteDefault }: DisplayLanguage,
  original = sql`p.original_language`,
): Sql {
  const hasNoText = (other: Language) => sql`NOT EXISTS (SELECT 1 FROM ${textTable(kind)} x
    WHERE x.${idColumn(kind)} = t.${idColumn(kind)} AND x.language = ${other})`
  const isOriginal = sql`t.language = ${original}`
  const fallback =
    siteDefault === language
      ? isOriginal
      : sql`(t.language = ${siteDefault} OR (${hasNoText(siteDefault)} AND ${isOriginal}))`
  return sql`(t.language = ${language} OR (${hasNoText(language)} AND ${fallback}))`
}

/**
 * Every word occurs in the displayed text of `p`.
 * @param words case-folded
 * @param shared a column of `p` that is searched as well, folded; for what all languages share, such as an address
 */
export function matchingWords(
  db: Reader,
  kind: Kind,
  words: readonly string[],
  { shared, ...display }: DisplayLanguage & { shared?: Sql },
): Sql {
  const { contains } = db.dialect
  const contained = (word: string) =>
    shared
      ? sql`(${contains(sql`t.search_text`, word)} OR ${contains(shared, word)})`
      : contains(sql`t.search_text`, word)
  return sql`EXISTS (SELECT 1 FROM ${textTable(kind)} t WHERE t.${idColumn(kind)} = p.id
    AND ${inDisplayLanguage(kind, display)} AND ${and(words.map(contained))})`
}

/** Drafts may have an empty slug. The unique index on slugs excludes those, so a query must repeat this condition to use it. */
export const hasSlug = sql`slug <> ''`
