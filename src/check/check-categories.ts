import { type Sql, sql } from '../db/database.ts'
import { findRowsViolatingInvariant, type Invariant } from './invariant-type.ts'

/**
 * Recursive common table expression: all pairs of a category and one of its ancestors, including each category with
 * itself. UNION drops duplicate pairs, so that the recursion ends even if categories form a cycle.
 */
const ABOVE = sql`above (id, ancestor) AS (
  SELECT id, id FROM category
  UNION SELECT above.id, c.parent_id FROM above JOIN category c ON c.id = above.ancestor WHERE c.parent_id IS NOT NULL)`

const STORED_ANCESTORS = sql`SELECT category_id AS id, ancestor_id AS other FROM category_within`
const EXPECTED_ANCESTORS = sql`SELECT id, ancestor AS other FROM above`
const STORED_EVENTS = sql`SELECT event_id AS id, category_id AS other FROM event_within`
const EXPECTED_EVENTS = sql`SELECT c.event_id AS id, w.ancestor_id AS other
  FROM event_within c JOIN category_within w ON w.category_id = c.category_id WHERE c.is_inherited IS NULL`

/** SQL query for the pairs (`id`, `other`) that the query `some` returns and the query `others` does not. */
const without = (some: Sql, others: Sql) => sql`SELECT id || ' ' || other AS id FROM (${some} EXCEPT ${others}) AS d`

export const categoryHierarchy: Invariant = {
  name: 'categories',
  promise: 'no category is its own ancestor, and the stored ancestors of each category are complete',
  advice: 'give the categories another parent and then the right one again, which stores their ancestors anew',
  find: async ({ db }) => [
    ...(await findRowsViolatingInvariant(
      db,
      'category',
      'are their own ancestor',
      sql`SELECT id FROM (WITH RECURSIVE up (id, ancestor) AS (
          SELECT id, parent_id FROM category WHERE parent_id IS NOT NULL
          UNION SELECT up.id, c.parent_id FROM up JOIN category c ON c.id = up.ancestor WHERE c.parent_id IS NOT NULL)
        SELECT id FROM up WHERE id = ancestor) AS circles`,
    )),
    ...(await findRowsViolatingInvariant(
      db,
      'category_within',
      'are missing (category, ancestor)',
      sql`SELECT id FROM (WITH RECURSIVE ${ABOVE} ${without(EXPECTED_ANCESTORS, STORED_ANCESTORS)}) AS m`,
    )),
    ...(await findRowsViolatingInvariant(
      db,
      'category_within',
      'must not exist (category, ancestor)',
      sql`SELECT id FROM (WITH RECURSIVE ${ABOVE} ${without(STORED_ANCESTORS, EXPECTED_ANCESTORS)}) AS m`,
    )),
  ],
}

export const eventCategories: Invariant = {
  name: 'events-within',
  promise: 'events are listed in their categories and in all ancestors of these',
  advice: 'save the events again with their categories',
  find: async ({ db }) => [
    ...(await findRowsViolatingInvariant(
      db,
      'event_within',
      'are missing (event, category)',
      without(EXPECTED_EVENTS, STORED_EVENTS),
    )),
    ...(await findRowsViolatingInvariant(
      db,
      'event_within',
      'must not exist (event, category)',
      without(STORED_EVENTS, EXPECTED_EVENTS),
    )),
  ],
}
