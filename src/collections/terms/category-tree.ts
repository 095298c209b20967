import type { Language } from '../../core/language.ts'
import { type Dialect, type Reader, type Sql, sql, type Transaction } from '../../db/database.ts'
import { RAISED_VERSION } from '../../db/sql-fragments.ts'
import type { Scope } from '../scope.ts'
import { chooseDisplayText, type RecordText, readRecordTexts } from '../texts/record-texts.ts'

/** Whether the category `id` is the category `ancestor` or one of its descendants. */
export async function isSameCategoryOrDescendant(db: Reader, id: number, ancestor: number): Promise<boolean> {
  const row = await db.get(
    sql`SELECT 1 AS one FROM category_within WHERE category_id = ${id} AND ancestor_id = ${ancestor}`,
  )
  return row !== undefined
}

/**
 * Inserts a new category and its ancestors into the table `category_within`, which has a row for each category and each
 * of its ancestors, itself included.
 */
export async function insertCategoryAncestors(tx: Transaction, id: number, parent: number | null): Promise<void> {
  await tx.run(sql`INSERT INTO category_within (category_id, ancestor_id)
    SELECT p.id, w.ancestor_id FROM category p JOIN category_within w ON w.category_id = ${parent} WHERE p.id = ${id}
    UNION ALL SELECT p.id, p.id FROM category p WHERE p.id = ${id}`)
}

/**
 * Locks the category tree until the end of the transaction. Transactions that put events into categories share the
 * lock; a transaction that moves or deletes a category holds it exclusively.
 */
export const lockCategoryTree = (tx: Transaction, how?: 'shared') => tx.lock('category_tree', how)

/**
 * Recomputes two tables after a category was moved: the ancestors of the category and of its descendants
 * (`category_within`), and the categories of the events in them (`event_within`).
 */
export async function recomputeAncestorsInCategorySubtree(tx: Transaction, id: number): Promise<void> {
  const { inList, forNoKeyUpdate } = tx.dialect
  const rows = await tx.all<{ id: number }>(
    sql`SELECT category_id AS id FROM category_within WHERE ancestor_id = ${id} ORDER BY category_id`,
  )
  const moved = rows.map((row) => row.id)
  await tx.run(sql`DELETE FROM category_within WHERE ${inList(sql`category_id`, moved)}`)
  await tx.run(sql`
    INSERT INTO category_within (category_id, ancestor_id)
    WITH RECURSIVE above (category_id, ancestor_id) AS (
      SELECT p.id, p.id FROM category p WHERE ${inList(sql`p.id`, moved)}
      UNION SELECT above.category_id, p.parent_id FROM above JOIN category p ON p.id = above.ancestor_id
      WHERE p.parent_id IS NOT NULL
    )
    SELECT category_id, ancestor_id FROM above`)
  const which = sql`e.id IN (
    SELECT c.event_id FROM event_within c WHERE c.is_inherited IS NULL AND ${inList(sql`c.category_id`, moved)})`
  // Lock the events, so that concurrent writes finish before this transaction copies `listed_start` from the events.
  await tx.all(sql`SELECT e.id FROM event e WHERE ${which} ORDER BY e.id ${forNoKeyUpdate}`)
  await recomputeAncestorsOfEvents(tx, which)
}

/** Deletes a category. Its children become children of its parent, and its events lose the category. */
export async function deleteCategory(tx: Transaction, id: number, parent: number | null): Promise<void> {
  await lockCategoryTree(tx)
  await tx.run(sql`UPDATE category SET parent_id = ${parent}, ${RAISED_VERSION} WHERE parent_id = ${id}`)
  const bearers = sql`(SELECT event_id FROM event_within WHERE category_id = ${id} AND is_inherited IS NULL)`
  await tx.run(sql`DELETE FROM event_within WHERE is_inherited = 1 AND category_id <> ${id} AND event_id IN ${bearers}
    AND NOT EXISTS (
      SELECT 1 FROM event_within c JOIN category_within w ON w.category_id = c.category_id
      WHERE c.event_id = event_within.event_id AND c.is_inherited IS NULL AND c.category_id <> ${id}
        AND w.ancestor_id = event_within.category_id)`)
  await tx.run(sql`DELETE FROM category WHERE id = ${id}`)
}

/**
 * Recomputes the ancestors of the categories of some events in the table `event_within`.
 * @param which SQL condition that selects the events, on the table `event` with the alias `e`
 */
async function recomputeAncestorsOfEvents(tx: Transaction, which: Sql): Promise<void> {
  const within = sql`event_within c JOIN category_within w ON w.category_id = c.category_id`
  await Promise.all([
    tx.run(sql`DELETE FROM event_within WHERE is_inherited = 1 AND event_id IN (SELECT e.id FROM event e WHERE ${which})
      AND NOT EXISTS (SELECT 1 FROM ${within}
        WHERE c.event_id = event_within.event_id AND c.is_inherited IS NULL AND w.ancestor_id = event_within.category_id)`),
    tx.run(sql`INSERT INTO event_within (event_id, category_id, is_inherited, listed_start)
    SELECT DISTINCT e.id, w.ancestor_id, 1, e.listed_start FROM ${within} JOIN event e ON e.id = c.event_id
    WHERE c.is_inherited IS NULL AND (${which}) ON CONFLICT DO NOTHING`),
  ])
}

/**
 * The SQL statement that inserts the categories of events and their ancestors into the table `event_within`.
 * @param events subquery, with the alias `e`, that selects `id` and `listed_start` of the events
 */
export const buildCategoriesOfEventsInsert = ({ inList }: Dialect, events: Sql, categories: readonly number[]): Sql =>
  sql`INSERT INTO event_within (event_id, category_id, is_inherited, listed_start)
    SELECT e.id, w.ancestor_id, nullif(min(CASE WHEN w.ancestor_id = w.category_id THEN 0 ELSE 1 END), 0), e.listed_start
    FROM ${events} CROSS JOIN category_within w WHERE ${inList(sql`w.category_id`, categories)}
    GROUP BY e.id, w.ancestor_id, e.listed_start`

/** A category that is an ancestor of another one, with its texts. */
export interface Ancestor {
  original_language: Language
  texts: RecordText[]
}

/** Reads the ancestors of each category, top-level category first. */
export async function readAncestorsOfCategories(db: Reader, ids: readonly number[]): Promise<Map<number, Ancestor[]>> {
  const paths = new Map<number, Ancestor[]>(ids.map((id) => [id, []]))
  const rows = await db.all<{ id: number; ancestor: number; original_language: Language }>(sql`
    WITH RECURSIVE above (id, ancestor, depth) AS (
      SELECT p.id, p.parent_id, 1 FROM category p WHERE ${db.dialect.inList(sql`p.id`, ids)} AND p.parent_id IS NOT NULL
      UNION ALL SELECT above.id, p.parent_id, above.depth + 1 FROM above JOIN category p ON p.id = above.ancestor
      WHERE p.parent_id IS NOT NULL
    )
    SELECT above.id, above.ancestor, p.original_language FROM above JOIN category p ON p.id = above.ancestor
    ORDER BY above.depth DESC`)
  const texts = await readRecordTexts(db, 'category', [...new Set(rows.map(({ ancestor }) => ancestor))])
  for (const { id, ancestor, original_language } of rows) {
    const own = texts.get(ancestor) ?? []
    // The ancestor has no text: another transaction deleted it between the two statements. Leave it out.
    if (own.length > 0) paths.get(id)?.push({ original_language, texts: own })
  }
  return paths
}

/** The slugs of the ancestors of a category in a language, for the URL of the category. */
export const ancestorSlugsOfCategory = (scope: Scope, language: Language, ancestors: readonly Ancestor[]): string[] =>
  ancestors.map((ancestor) => chooseDisplayText({ ...scope, language }, ancestor).slug)
