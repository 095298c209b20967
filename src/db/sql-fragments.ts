import { type Caller, hasRight } from '../core/caller.ts'
import { canKindRepeat, isTermKind, type Kind, type LinkedKind } from '../core/kinds.ts'
import type { Language } from '../core/language.ts'
import { join, type Reader, raw, type Sql, sql } from './database.ts'

/**
 * SQL fragments shared by all queries. In each, the alias `p` is the table of the record (such as `event`), and `t` is
 * the table of its texts (such as `event_text`), joined by the row of the displayed language.
 */

/** The table of a kind of record, such as `event`. */
export const tableOfKind = (kind: Kind) => raw(kind)
/** The table with the texts of a kind of record in all languages, such as `event_text`. */
export const textTableOfKind = (kind: Kind) => raw(`${kind}_text`)
/** The name of the foreign key column that refers to a kind of record, such as `event_id`. */
export const foreignKeyColumnOfKind = (kind: Kind) => raw(`${kind}_id`)
/**
 * The table that links events to a kind of record, such as `event_venue`. That of categories also links events to the
 * ancestors of their categories.
 */
export const eventLinkTable = (kind: LinkedKind) => raw(kind === 'category' ? 'event_within' : `event_${kind}`)
/** Like `eventLinkTable`, but without the ancestors of the categories that events name. Only for reading. */
export const ownEventLinksSql = (kind: LinkedKind): Sql =>
  kind === 'category'
    ? sql`(SELECT event_id, category_id FROM event_within WHERE is_inherited IS NULL)`
    : sql`${eventLinkTable(kind)}`
/**
 * The sort key of the records to which an event refers: venues and other posts have a position, and null is the first;
 * terms are ordered by id.
 * @param links the alias of `ownEventLinksSql`
 */
export const orderOfEventLinksSql = (kind: LinkedKind, links: Sql): Sql =>
  isTermKind(kind) ? sql`${links}.${foreignKeyColumnOfKind(kind)}` : sql`coalesce(${links}.position, 0)`

/**
 * SQL assignment for every UPDATE of a record, also for a change of its texts or its references to other records. The
 * version differs even between two writes in the same second, unlike `modified_at`.
 */
export const RAISED_VERSION = sql`version = version + 1`

/**
 * The id of the record whose texts the record `p` has: a date of a repeated event without texts of its own has those of
 * the repeated event.
 */
export const idOfRecordWhoseTextsAreUsedSql = (kind: Kind) =>
  canKindRepeat(kind) ? sql`CASE WHEN p.repeat_id IS NULL OR p.texts <> '[]' THEN p.id ELSE p.repeat_id END` : sql`p.id`

/** Joins conditions with AND. Without conditions the result is true. */
export const joinWithAnd = (conditions: readonly Sql[]) =>
  conditions.length > 0
    ? join(
        conditions.map((condition) => sql`(${condition})`),
        ' AND ',
      )
    : sql`1 = 1`

/** Joins conditions with OR. Without conditions the result is false. */
export const joinWithOr = (conditions: readonly Sql[]) =>
  conditions.length > 0
    ? join(
        conditions.map((condition) => sql`(${condition})`),
        ' OR ',
      )
    : sql`1 = 0`

/**
 * A condition: the record is published, and its publication date is not in the future, so that anonymous visitors may
 * see it.
 * @param now UTC seconds
 */
export const publiclyVisibleCondition = (now: number, alias = 'p') =>
  sql`${raw(alias)}.status = 'publish' AND ${raw(alias)}.published_at <= ${now}`

/**
 * A condition: lists that the caller requests without a filter by status include this record. Never true for records in
 * the trash.
 */
export function visibleToCallerCondition(caller: Caller, now: number, alias = 'p'): Sql {
  // Lists all statuses except `trash`, because `status <> 'trash'` could not use an index.
  const notInTrash = sql`${raw(alias)}.status IN ('publish', 'draft', 'pending', 'private')`
  if (hasRight(caller, 'posts:edit-others')) return notInTrash
  if (!hasRight(caller, 'posts:create')) return publiclyVisibleCondition(now, alias)
  return sql`(${publiclyVisibleCondition(now, alias)}) OR (${raw(alias)}.author_id = ${caller.id} AND ${notInTrash})`
}

/**
 * A condition: the record has the given status, which is not `publish`. The SQL contains `<> 'publish'` in addition,
 * because SQLite uses the index of unpublished events only for queries that contain the condition of the index.
 */
export const hasUnpublishedStatusCondition = (status: string) => sql`p.status <> 'publish' AND p.status = ${status}`

/** A condition: the event takes place at its start, because it is neither cancelled nor postponed. */
export const eventTakesPlaceCondition = (alias = 'p') =>
  sql`${raw(alias)}.event_status NOT IN ('cancelled', 'postponed')`

/** Whether a post that was already read from the database meets the SQL condition of `visibleToCallerCondition`. */
export function canCallerSeePost(
  caller: Caller,
  now: number,
  post: { status: string; published_at: number; author_id: number },
): boolean {
  if (hasRight(caller, 'posts:edit-others')) return post.status !== 'trash'
  if (post.status === 'publish' && post.published_at <= now) return true
  return hasRight(caller, 'posts:create') && post.author_id === caller.id && post.status !== 'trash'
}

/**
 * A condition: the record has one of the statuses, and the caller may read it. The status `future` means published with
 * a publication date in the future.
 */
export function readableWithOneOfStatusesCondition(statuses: readonly string[], caller: Caller, now: number): Sql {
  const hasStatus = joinWithOr(
    statuses.map((status) => {
      if (status === 'publish') return publiclyVisibleCondition(now)
      if (status === 'future') return sql`p.status = 'publish' AND p.published_at > ${now}`
      return hasUnpublishedStatusCondition(status)
    }),
  )
  if (hasRight(caller, 'posts:edit-others')) return hasStatus
  return sql`(${hasStatus}) AND ((${publiclyVisibleCondition(now)}) OR p.author_id = ${caller.id ?? 0})`
}

/**
 * The language in which a record is displayed: `language` if the record has a text in it, else `siteDefault`, else the
 * record's original language.
 */
export interface DisplayLanguage {
  language: Language
  siteDefault: Language
}

/**
 * A condition: the row `t` is in the language in which the record is displayed.
 * @param original the column with the record's original language
 */
export function isTextInDisplayLanguageCondition(
  kind: Kind,
  { language, siteDefault }: DisplayLanguage,
  original = sql`p.original_language`,
): Sql {
  const hasNoText = (other: Language) => sql`NOT EXISTS (SELECT 1 FROM ${textTableOfKind(kind)} x
    WHERE x.${foreignKeyColumnOfKind(kind)} = t.${foreignKeyColumnOfKind(kind)} AND x.language = ${other})`
  const isOriginal = sql`t.language = ${original}`
  // The languages are compared first: PostgreSQL may read all texts of a language to find out which records have none.
  const fallback =
    siteDefault === language
      ? isOriginal
      : sql`(t.language = ${siteDefault} OR (${isOriginal} AND ${hasNoText(siteDefault)}))`
  return sql`(t.language = ${language} OR (${fallback} AND ${hasNoText(language)}))`
}

/**
 * A condition: the displayed text of the record `p` contains every word.
 * @param words case-folded
 * @param shared a case-folded column of `p` that is searched too; for data that is the same in all languages, such as
 * an address
 */
export function displayedTextContainsWordsCondition(
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
  return displayedTextMeetsCondition(kind, display, joinWithAnd(words.map(contained)))
}

/** A condition: the displayed text of the record `p` meets `condition`, in which the text has the alias `t`. */
export const displayedTextMeetsCondition = (kind: Kind, display: DisplayLanguage, condition: Sql): Sql =>
  sql`EXISTS (SELECT 1 FROM ${textTableOfKind(kind)} t WHERE t.${foreignKeyColumnOfKind(kind)} = ${idOfRecordWhoseTextsAreUsedSql(kind)}
    AND ${isTextInDisplayLanguageCondition(kind, display)} AND ${condition})`

/**
 * A condition that excludes drafts without a slug. The unique index on slugs is partial (`slug <> ''`), so only queries
 * that include this condition can use it.
 */
export const nonEmptySlugCondition = sql`slug <> ''`
