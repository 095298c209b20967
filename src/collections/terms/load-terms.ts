import { type Caller, hasRight } from '../../core/caller.ts'
import { collectionNameOfKind, isHierarchicalKind, type TermKind } from '../../core/kinds.ts'
import type { Language } from '../../core/language.ts'
import { foldTextForSearch } from '../../core/text/fold-text.ts'
import { type Reader, raw, type Sql, sql } from '../../db/database.ts'
import { eventLinkTable, foreignKeyColumnOfKind, tableOfKind, textTableOfKind } from '../../db/sql-fragments.ts'
import type { Key, Rights } from '../collection.ts'
import { mapRowsById, sortRowsInOrderOfIds } from '../posts/load-posts.ts'
import type { Scope } from '../scope.ts'
import {
  chooseDisplayText,
  parseTextsOfRows,
  type RecordText,
  textsColumnSql,
  type WithTexts,
} from '../texts/record-texts.ts'

interface TermColumns {
  id: number
  parent_id: number | null
  original_language: Language
  /** Version of the category or tag: 1 when it is new; every write of it or of its texts raises it. */
  version: number
}

/** A category or tag (together called terms) with its texts. The parent of a tag is always null. */
export interface TermRow extends TermColumns {
  /** Number of public events that have this category or tag. */
  count: number
  text: RecordText
  texts: RecordText[]
}

const parentColumn = (kind: TermKind) => (isHierarchicalKind(kind) ? sql`p.parent_id` : sql`NULL AS parent_id`)

/**
 * SQL expression for the number of public events of a category or tag, whose table has the alias `p`. The number is
 * read from the counters in `event_count_in_total`.
 */
export const publicEventCountSql = (kind: TermKind): Sql => sql`
  (SELECT coalesce(sum(c.events), 0) FROM event_count_in_total c WHERE c.facet = ${raw(`'public:${kind}:'`)} || p.id)`

/**
 * SQL condition that the public calendar has an event with the term or one of its descendants; the term's table has the
 * alias `p`.
 */
export const hasListedEventsCondition = (kind: TermKind): Sql => sql`EXISTS (
  SELECT 1 FROM ${eventLinkTable(kind)} l WHERE l.${foreignKeyColumnOfKind(kind)} = p.id AND l.listed_start IS NOT NULL)`

/** Loads categories or tags in the order of the ids; ids without a term are skipped. */
export async function loadCategoriesOrTags(scope: Scope, kind: TermKind, ids: readonly number[]): Promise<TermRow[]> {
  if (ids.length === 0) return []
  return sortRowsInOrderOfIds(
    ids,
    await withEventCounts(scope, readTerms(scope.db, kind, ids), countsOf(scope.db, kind, ids)),
  )
}

/** Loads the categories or tags with these ids, as a map by id. */
export async function loadTermsById(
  scope: Scope,
  kind: TermKind,
  ids: readonly number[],
): Promise<Map<number, TermRow>> {
  if (ids.length === 0) return new Map()
  const { db } = scope
  const counts = db.countCache().find(kind, ids, (missing) => countsOf(db, kind, missing))
  const terms = knownTerms(db, kind, ids).then((found) => [...found.values()])
  return mapRowsById(await withEventCounts(scope, terms, counts))
}

const knownTerms = (db: Reader, kind: TermKind, ids: readonly number[]) =>
  db.recordCache().find(kind, ids, async (missing) => mapRowsById(await readTerms(db, kind, missing)))

type Term = TermColumns & { texts: RecordText[] }

async function readTerms(db: Reader, kind: TermKind, ids: readonly number[]): Promise<Term[]> {
  const rows = await db.all<TermColumns & WithTexts>(sql`
    SELECT p.id, ${parentColumn(kind)}, p.original_language, p.version, ${textsColumnSql(db, kind)}
    FROM ${tableOfKind(kind)} p
    WHERE ${db.dialect.inList(sql`p.id`, ids)}`)
  return parseTextsOfRows(rows)
}

type Counts = ReadonlyMap<number, { events: number }>

/** Waits for two concurrent queries, of terms and of their numbers of events, and merges the results. */
async function withEventCounts(scope: Scope, reading: Promise<Term[]>, counting: Promise<Counts>): Promise<TermRow[]> {
  const [terms, counts] = await Promise.all([reading, counting])
  return terms.map((term) => ({
    ...term,
    text: chooseDisplayText(scope, term),
    count: counts.get(term.id)?.events ?? 0,
  }))
}

/** Reads the number of public events of each term from the counters in `event_count_in_total`. */
async function countsOf(db: Reader, kind: TermKind, ids: readonly number[]): Promise<Counts> {
  const prefix = `public:${kind}:`
  const facets = ids.map((id) => prefix + id)
  const rows = await db.all<{ facet: string; events: number }>(sql`
    SELECT c.facet, sum(c.events) AS events FROM event_count_in_total c
    WHERE ${db.dialect.inList(sql`c.facet`, facets)} GROUP BY c.facet`)
  return new Map(rows.map(({ facet, events }) => [Number(facet.slice(prefix.length)), { events }]))
}

/** Folded titles by record text. Cached terms keep their texts, so each name is folded once until a term changes. */
const foldedTitles = new WeakMap<RecordText, string>()

function foldedTitleOf(text: RecordText): string {
  const folded = foldedTitles.get(text) ?? foldTextForSearch(text.title)
  foldedTitles.set(text, folded)
  return folded
}

/**
 * Creates a function that compares categories or tags by displayed name, for sorting the terms of many events. As in
 * lists of terms, case and accents make no difference. The names of all terms are compared only once.
 */
export function createTermComparator(terms: ReadonlyMap<number, TermRow>): (one: TermRow, other: TermRow) => number {
  const named = Array.from(terms.values(), ({ id, text }) => ({ id, name: foldedTitleOf(text) }))
  named.sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : one.id - other.id))
  const places = new Map(named.map(({ id }, place) => [id, place]))
  const placeOf = ({ id }: TermRow) => places.get(id) ?? 0
  return (one, other) => placeOf(one) - placeOf(other)
}

/** Returns those of the given ids that belong to existing categories or tags. */
export async function selectExistingTermIds(
  db: Reader,
  kind: TermKind,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  return new Set((await knownTerms(db, kind, ids)).keys())
}

export async function findCategoryOrTag(scope: Scope, kind: TermKind, key: Key): Promise<TermRow | undefined> {
  return 'id' in key ? (await loadCategoriesOrTags(scope, kind, [key.id]))[0] : undefined
}

/** The right to create, change and delete categories or tags. */
export const rightToWriteTerms = (kind: TermKind) => `${collectionNameOfKind(kind)}:write` as const

export const rightsOfTermCollection = (kind: TermKind): Rights<TermRow> => {
  const right = rightToWriteTerms(kind)
  const mayWrite = (caller: Caller) => hasRight(caller, right)
  return { canRead: () => true, canCreate: mayWrite, canEdit: mayWrite, missingEditRight: () => right }
}

/**
 * Ids of the categories or tags with this name in the requested language. With `parent`, only children of this category
 * are found; null means top-level categories.
 */
export async function selectTermIdsByName(
  scope: Scope,
  kind: TermKind,
  name: string,
  parent?: number | null,
): Promise<number[]> {
  const under = parent === undefined || !isHierarchicalKind(kind) ? sql`1 = 1` : sameParent(parent)
  const rows = await scope.db.all<{ id: number }>(sql`
    SELECT p.id FROM ${tableOfKind(kind)} p JOIN ${textTableOfKind(kind)} t ON t.${foreignKeyColumnOfKind(kind)} = p.id
    WHERE t.language = ${scope.language} AND t.title_folded = ${foldTextForSearch(name)} AND ${under} ORDER BY p.id`)
  return rows.map(({ id }) => id)
}

const sameParent = (parent: number | null) =>
  parent === null ? sql`p.parent_id IS NULL` : sql`p.parent_id = ${parent}`
