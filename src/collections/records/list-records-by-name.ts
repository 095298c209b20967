import { isTermKind, type LinkedKind } from '../../core/kinds.ts'
import type { PageRequest } from '../../core/list-page.ts'
import { foldTextForSearch } from '../../core/text/fold-text.ts'
import { LAST_CALENDAR_DAY } from '../../core/time/local-time.ts'
import { type Reader, raw, type Sql, sql } from '../../db/database.ts'
import { limitOffsetSql } from '../../db/read-page-of-rows.ts'
import {
  foreignKeyColumnOfKind,
  isTextInDisplayLanguageCondition,
  joinWithAnd,
  tableOfKind,
  textTableOfKind,
  visibleToCallerCondition,
} from '../../db/sql-fragments.ts'
import { displayLanguagesOfRequest, type Scope } from '../scope.ts'
import { hasListedEventsCondition } from '../terms/load-terms.ts'

/** The heading under which pages list names that begin with a digit or another character that sorts before letters. */
export const NO_LETTER = '#'

/** The first letter of names, case-folded, and the number of records with such a name. */
export interface Initial {
  letter: string
  total: number
}

/** The first letter of a name in the form in which `listFirstLettersOfNames` returns it. */
export function foldedFirstLetterOfName(name: string): string {
  const [first = ''] = foldTextForSearch(name)
  return first < 'a' ? NO_LETTER : first
}

/** The first letters of the displayed names of all records of a kind that the caller may see, in alphabetical order. */
export async function listFirstLettersOfNames(scope: Scope, kind: LinkedKind): Promise<Initial[]> {
  const { from, where, initial } = namesOf(scope, kind)
  const rows = await scope.db.slow.all<Initial>(sql`
    SELECT ${initial} AS letter, count(*) AS total FROM ${from} WHERE ${where}
    GROUP BY 1 ORDER BY ${scope.db.dialect.binaryOrder(initial)}`)
  return rows.map(({ letter, total }) => ({ letter, total: Number(total) }))
}

/**
 * The ids of one page of the records of a kind that the caller may see, by displayed name.
 * @param letter lists only names with this first letter; undefined for all names
 */
export async function listRecordIdsByName(
  scope: Scope,
  kind: LinkedKind,
  letter: string | undefined,
  request: PageRequest,
): Promise<number[]> {
  const { from, where, initial } = namesOf(scope, kind)
  const condition = letter === undefined ? where : joinWithAnd([where, sql`${initial} = ${letter}`])
  const rows = await scope.db.slow.all<{ id: number }>(sql`
    SELECT p.id FROM ${from} WHERE ${condition}
    ORDER BY ${scope.db.dialect.binaryOrder(sql`t.title_folded`)}, p.id ${limitOffsetSql(request)}`)
  return rows.map(({ id }) => id)
}

/**
 * The ids of the records of a kind that the caller may see and whose displayed name contains all words, first those
 * whose name begins with the first word.
 * @param words case-folded, at least one
 */
export async function findRecordIdsByName(
  scope: Scope,
  kind: LinkedKind,
  words: readonly string[],
  max: number,
): Promise<number[]> {
  const { dialect, slow } = scope.db
  const { from, where } = namesOf(scope, kind)
  const contained = words.map((word) => dialect.contains(sql`t.title_folded`, word))
  const [first = ''] = words
  const rows = await slow.all<{ id: number }>(sql`
    SELECT p.id FROM ${from} WHERE ${joinWithAnd([...contained, where])}
    ORDER BY CASE WHEN substr(t.title_folded, 1, ${raw(String([...first].length))}) = ${first} THEN 0 ELSE 1 END,
      ${dialect.binaryOrder(sql`t.title_folded`)}, p.id LIMIT ${max}`)
  return rows.map(({ id }) => id)
}

/** SQL of the displayed names (`t.title_folded`) of the records `p` of a kind. */
function namesOf(scope: Scope, kind: LinkedKind): { from: Sql; where: Sql; initial: Sql } {
  const { caller, now, db } = scope
  const first = sql`substr(t.title_folded, 1, 1)`
  return {
    from: sql`${tableOfKind(kind)} p JOIN ${textTableOfKind(kind)} t ON t.${foreignKeyColumnOfKind(kind)} = p.id
      AND ${isTextInDisplayLanguageCondition(kind, displayLanguagesOfRequest(scope))}`,
    // Categories and tags are listed only if a listed event has them: the name of one that only hidden events have
    // could reveal these events.
    where: isTermKind(kind) ? hasListedEventsCondition(kind) : sql`(${visibleToCallerCondition(caller, now)})`,
    initial: sql`CASE WHEN ${db.dialect.binaryOrder(first)} < 'a' THEN ${raw(`'${NO_LETTER}'`)} ELSE ${first} END`,
  }
}

/**
 * The numbers of public events that begin on a day or later, by the id of the record that they refer to, read from the
 * counters in `event_count`. Events of the descendants of a category count for the category too.
 * @param from `YYYY-MM-DD`
 */
export async function countUpcomingEventsOfRecords(
  db: Reader,
  kind: LinkedKind,
  ids: readonly number[],
  from: string,
): Promise<Map<number, number>> {
  const prefix = `${kind}:`
  const counts = await countUpcomingEventsOfFacets(
    db,
    ids.map((id) => prefix + id),
    from,
  )
  return new Map(Array.from(counts, ([facet, total]) => [Number(facet.slice(prefix.length)), total]))
}

/**
 * The numbers of listed events that begin on a day or later, by facet; facets without counters are missing.
 * @param facets values of `event_count.facet`, such as `free` or `category:7`
 * @param from `YYYY-MM-DD`
 */
export async function countUpcomingEventsOfFacets(
  db: Reader,
  facets: readonly string[],
  from: string,
): Promise<Map<string, number>> {
  const rows = await db.all<{ facet: string; total: number }>(sql`
    SELECT facet, sum(events) AS total FROM ${db.dialect.eventCounts('month', from, LAST_CALENDAR_DAY)} AS counted
    WHERE ${db.dialect.inList(sql`facet`, facets)} GROUP BY facet`)
  return new Map(rows.map(({ facet, total }) => [facet, Number(total)]))
}
