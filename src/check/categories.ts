import { type Sql, sql } from '../db/database.ts'
import { findViolations, type Invariant } from './invariant.ts'

/** Each category with itself and every one above it, anew from the parents; a circle ends where it began. */
const ABOVE = sql`above (id, ancestor) AS (
  SELECT id, id FROM category
  UNION SELECT above.id, c.parent_id FROM above JOIN category c ON c.id = above.ancestor WHERE c.parent_id IS NOT NULL)`

const PLACED = sql`SELECT category_id AS id, ancestor_id AS other FROM category_within`
const ANCESTORS = sql`SELECT id, ancestor AS other FROM above`
const STORED = sql`SELECT event_id AS id, category_id AS other FROM event_within`
const WITHIN = sql`SELECT c.event_id AS id, w.ancestor_id AS other
  FROM event_category c JOIN category_within w ON w.category_id = c.category_id`

/** Pairs that only one of two statements has. */
const without = (some: Sql, others: Sql) => sql`SELECT id || ' ' || other AS id FROM (${some} EXCEPT ${others}) AS d`

export const categoryHierarchy: Invariant = {
  name: 'categories',
  promise: 'no category is above itself, and it is known of each what is above it',
  advice: 'give the categories another parent and then the right one, which notes anew what is above them',
  find: async ({ db }) => [
    ...(await findViolations(
      db,
      'category',
      'are above themselves',
      sql`SELECT id FROM (WITH RECURSIVE up (id, ancestor) AS (
          SELECT id, parent_id FROM category WHERE parent_id IS NOT NULL
          UNION SELECT up.id, c.parent_id FROM up JOIN category c ON c.id = up.ancestor WHERE c.parent_id IS NOT NULL)
        SELECT id FROM up WHERE id = ancestor) AS circles`,
    )),
    ...(await findViolations(
      db,
      'category_within',
      'are missing (category, ancestor)',
      sql`SELECT id FROM (WITH RECURSIVE ${ABOVE} ${without(ANCESTORS, PLACED)}) AS m`,
    )),
    ...(await findViolations(
      db,
      'category_within',
      'should not be there (category, ancestor)',
      sql`SELECT id FROM (WITH RECURSIVE ${ABOVE} ${without(PLACED, ANCESTORS)}) AS m`,
    )),
  ],
}

export const eventCategories: Invariant = {
  name: 'events-within',
  promise: 'an event is in its categories and in all above them',
  advice: 'save the events again with their categories',
  find: async ({ db }) => [
    ...(await findViolations(db, 'event_within', 'are missing (event, category)', without(WITHIN, STORED))),
    ...(await findViolations(db, 'event_within', 'should not be there (event, category)', without(STORED, WITHIN))),
  ],
}
