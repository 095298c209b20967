import { isPostKind, LINKED_KINDS, type LinkedKind } from '../../../core/kinds.ts'
import { join, raw, type Sql, sql } from '../../../db/database.ts'
import {
  displayedTextMeetsCondition,
  eventLinkTable,
  foreignKeyColumnOfKind,
  joinWithAnd,
  joinWithOr,
  tableOfKind,
  visibleToCallerCondition,
} from '../../../db/sql-fragments.ts'
import { displayLanguagesOfRequest, type Scope } from '../../scope.ts'
import { columnsContainCondition, wordOfTitleBeginsCondition } from '../../texts/search-text.ts'
import { eventIdsContainingWordsSql } from './text-search.ts'

/** A search in the texts of events and in the names of their venues, organizers, series, categories and tags. */
export interface TextAndNameSearch {
  /**
   * SQL condition that each word occurs in a text of the event `p`, or in the name of a record that is linked to the
   * event.
   */
  condition: Sql
  /** SQL expression for the rank of the event `p`, a number: the better the event matches, the smaller. */
  rank: Sql
}

/** The records of one kind whose name contains a word. */
interface NamedRecords {
  kind: LinkedKind
  ids: number[]
}

/**
 * If a word is in the names of more records of a kind than this, the search ignores these names: the word is too
 * frequent to say which events are meant.
 */
const NAMED_MAX = 500

/**
 * How well a word matches, by where it occurs; better matches have smaller numbers. `beginning`: a word of the title
 * begins with it, as “art” in “Art fair”, but not in “Party”.
 */
const RANK = { beginning: 0, title: 1, venue: 2, series: 2, organizer: 3, category: 4, tag: 4, text: 5 } as const

/**
 * Writes a rank into the SQL text. It is not a bound parameter, because PostgreSQL would not know that it is a number.
 */
const rankNumber = (place: keyof typeof RANK) => raw(String(RANK[place]))

/**
 * Builds the search for words in texts of events and in names of linked records.
 * @param words case-folded, at least one
 */
export async function buildSearchOfTextsAndNames(scope: Scope, words: readonly string[]): Promise<TextAndNameSearch> {
  const parts = await Promise.all(
    words.map(async (word) => {
      const named = await findNamedRecords(scope, word)
      const texts = await eventIdsContainingWordsSql(scope, [word])
      const condition = sql`p.id IN (${matchingIdsSql(scope, texts, named)})`
      return { condition, named, rank: rankOfWordSql(scope, word, named) }
    }),
  )
  const sum = sql`(${join(
    parts.map(({ rank }) => rank),
    ' + ',
  )})`
  const named = recordsNamedInAll(parts.map((part) => part.named))
  return {
    condition: joinWithAnd(parts.map(({ condition }) => condition)),
    rank: named.length > 0 && words.length > 1 ? rankOfWordsSql(scope, words, named, sum) : sum,
  }
}

/** The records that are among those of each word, so that their name contains all words. */
function recordsNamedInAll([first = [], ...others]: readonly NamedRecords[][]): NamedRecords[] {
  const isInAll = (kind: LinkedKind, id: number) =>
    others.every((other) => other.some((records) => records.kind === kind && records.ids.includes(id)))
  return first
    .map(({ kind, ids }) => ({ kind, ids: ids.filter((id) => isInAll(kind, id)) }))
    .filter(({ ids }) => ids.length > 0)
}

/**
 * The rank of several words: a name that contains all of them is a better match than a title and a name with one each.
 */
function rankOfWordsSql(scope: Scope, words: readonly string[], named: readonly NamedRecords[], sum: Sql): Sql {
  const inTitle = columnsContainCondition(scope.db.dialect, ['title'], words)
  const isTitle = displayedTextMeetsCondition('event', displayLanguagesOfRequest(scope), inTitle)
  return sql`CASE ${join([sql`WHEN ${isTitle} THEN ${sum}`, ...casesOfNames(scope, named)], ' ')} ELSE ${sum} END`
}

async function findNamedRecords(scope: Scope, word: string): Promise<NamedRecords[]> {
  const found = await Promise.all(
    LINKED_KINDS.map(async (kind) => {
      const rows = await scope.db.slow.all<{ id: number }>(sql`
        SELECT p.id FROM ${tableOfKind(kind)} p WHERE ${nameCondition(scope, kind, word)} LIMIT ${NAMED_MAX + 1}`)
      return { kind, ids: rows.map(({ id }) => id) }
    }),
  )
  return found.filter(({ ids }) => ids.length > 0 && ids.length <= NAMED_MAX)
}

/**
 * SQL condition that the caller may see the record `p`, and that its displayed name or, for a venue, its address
 * contains the word.
 */
function nameCondition(scope: Scope, kind: LinkedKind, word: string): Sql {
  const { db, caller, now } = scope
  const display = displayLanguagesOfRequest(scope)
  const inName = displayedTextMeetsCondition(kind, display, columnsContainCondition(db.dialect, ['title'], [word]))
  const isFound = kind === 'venue' ? joinWithOr([inName, db.dialect.contains(sql`p.search_text`, word)]) : inName
  return isPostKind(kind) ? joinWithAnd([visibleToCallerCondition(caller, now), isFound]) : isFound
}

const isLinkedTo = ({ db }: Scope, { kind, ids }: NamedRecords) =>
  db.dialect.inList(sql`l.${foreignKeyColumnOfKind(kind)}`, ids)

function matchingIdsSql(scope: Scope, texts: Sql, named: readonly NamedRecords[]): Sql {
  const linked = named.map(
    (records) => sql`SELECT l.event_id FROM ${eventLinkTable(records.kind)} l WHERE ${isLinkedTo(scope, records)}`,
  )
  return join([sql`SELECT * FROM (${texts}) AS found_in_text`, ...linked], ' UNION ALL ')
}

function rankOfWordSql(scope: Scope, word: string, named: readonly NamedRecords[]): Sql {
  const display = displayLanguagesOfRequest(scope)
  const { dialect } = scope.db
  const titleMeets = (condition: Sql) => displayedTextMeetsCondition('event', display, condition)
  const cases = [
    sql`WHEN ${titleMeets(wordOfTitleBeginsCondition(dialect, word))} THEN ${rankNumber('beginning')}`,
    sql`WHEN ${titleMeets(columnsContainCondition(dialect, ['title'], [word]))} THEN ${rankNumber('title')}`,
    ...casesOfNames(scope, named),
  ]
  return sql`CASE ${join(cases, ' ')} ELSE ${rankNumber('text')} END`
}

const casesOfNames = (scope: Scope, named: readonly NamedRecords[]): Sql[] =>
  named
    .toSorted((one, other) => RANK[one.kind] - RANK[other.kind])
    .map(
      (records) => sql`WHEN EXISTS (SELECT 1 FROM ${eventLinkTable(records.kind)} l
        WHERE l.event_id = p.id AND ${isLinkedTo(scope, records)}) THEN ${rankNumber(records.kind)}`,
    )
