import { type Caller, can } from '../core/caller.ts'
import type { Kind, LinkedKind } from '../core/kinds.ts'
import type { Language } from '../core/language.ts'
import { join, type Reader, raw, type Sql, sql } from './database.ts'

/** Pieces of SQL named in the words of the domain. `p` is always the post or term asked about, `t` its shown text. */

export const kindTable = (kind: Kind) => raw(kind)
export const textTable = (kind: Kind) => raw(`${kind}_text`)
/** The column of a text or link table that names the `kind`. */
export const idColumn = (kind: Kind) => raw(`${kind}_id`)
export const linkTable = (kind: LinkedKind) => raw(`event_${kind}`)

export const and = (conditions: readonly Sql[]) =>
  conditions.length > 0
    ? join(
        conditions.map((condition) => sql`(${condition})`),
        ' AND ',
      )
    : sql`1 = 1`

export const or = (conditions: readonly Sql[]) =>
  conditions.length > 0
    ? join(
        conditions.map((condition) => sql`(${condition})`),
        ' OR ',
      )
    : sql`1 = 0`

/** Out, and its date has come. */
export const publiclyVisible = (now: number, alias = 'p') =>
  sql`${raw(alias)}.status = 'publish' AND ${raw(alias)}.published_at <= ${now}`

/** What a listing shows this caller when it asks for no status: never the trash. */
export function visibleTo(caller: Caller, now: number, alias = 'p'): Sql {
  // All but the trash, by name: an index finds what is equal, not what differs.
  const kept = sql`${raw(alias)}.status IN ('publish', 'draft', 'pending', 'private')`
  if (can(caller, 'posts:edit-others')) return kept
  if (!can(caller, 'posts:create')) return publiclyVisible(now, alias)
  return sql`(${publiclyVisible(now, alias)}) OR (${raw(alias)}.author_id = ${caller.id} AND ${kept})`
}

/** What `visibleTo` says, of a post at hand. */
export function canSeePost(
  caller: Caller,
  now: number,
  post: { status: string; published_at: number; author_id: number },
): boolean {
  if (can(caller, 'posts:edit-others')) return post.status !== 'trash'
  if (post.status === 'publish' && post.published_at <= now) return true
  return can(caller, 'posts:create') && post.author_id === caller.id && post.status !== 'trash'
}

/** Records with one of the statuses, of those the caller may read. */
export function withStatus(statuses: readonly string[], caller: Caller, now: number): Sql {
  const wanted = or(
    statuses.map((status) => {
      if (status === 'publish') return publiclyVisible(now)
      if (status === 'future') return sql`p.status = 'publish' AND p.published_at > ${now}`
      return sql`p.status = ${status}`
    }),
  )
  if (can(caller, 'posts:edit-others')) return wanted
  return sql`(${wanted}) AND ((${publiclyVisible(now)}) OR p.author_id = ${caller.id ?? 0})`
}

/** Which text of a record is shown: in the language asked for, else in the site's default, else the original. */
export interface DisplayLanguage {
  language: Language
  siteDefault: Language
}

/** `t` is that text. @param original the language the record was written in */
export function inDisplayLanguage(
  kind: Kind,
  { language, siteDefault }: DisplayLanguage,
  original = sql`p.original_language`,
): Sql {
  const lacks = (other: Language) => sql`NOT EXISTS (SELECT 1 FROM ${textTable(kind)} x
    WHERE x.${idColumn(kind)} = t.${idColumn(kind)} AND x.language = ${other})`
  const isOriginal = sql`t.language = ${original}`
  const otherwise =
    siteDefault === language
      ? isOriginal
      : sql`(t.language = ${siteDefault} OR (${lacks(siteDefault)} AND ${isOriginal}))`
  return sql`(t.language = ${language} OR (${lacks(language)} AND ${otherwise}))`
}

/** Every word stands somewhere in the shown text of `p`, or in `shared`, a folded column of `p` itself. */
export function matchingWords(
  db: Reader,
  kind: Kind,
  words: readonly string[],
  { shared, ...shown }: DisplayLanguage & { shared?: Sql },
): Sql {
  const { contains } = db.dialect
  const found = (word: string) =>
    shared
      ? sql`(${contains(sql`t.search_text`, word)} OR ${contains(shared, word)})`
      : contains(sql`t.search_text`, word)
  return sql`EXISTS (SELECT 1 FROM ${textTable(kind)} t WHERE t.${idColumn(kind)} = p.id
    AND ${inDisplayLanguage(kind, shown)} AND ${and(words.map(found))})`
}

/** Drafts may have no slug, and the index of slugs leaves those out: every search for one says so. */
export const hasSlug = sql`slug <> ''`
