import { linkFieldNameOfKind } from '../collections/events/repeat/repeated-event-columns-and-overrides.ts'
import { isTermKind, type LinkedKind } from '../core/kinds.ts'
import { type Reader, raw, type Sql, sql } from '../db/database.ts'
import { orderOfEventLinksSql, ownEventLinksSql } from '../db/sql-fragments.ts'
import {
  collectInvariantViolationsOfItems,
  findRowsViolatingInvariant,
  type Invariant,
  type Violation,
} from './invariant-type.ts'

/** The columns of `event_text` that are copied to the JSON column `event.texts`, in the order of its arrays. */
const TEXT_COLUMNS = ['language', 'title', 'description', 'excerpt', 'slug', 'modified_at'] as const
/** Kinds of the linked records whose ids the JSON column `event.links` contains, in its order. */
const LINK_LISTS: readonly LinkedKind[] = ['venue', 'organizer', 'category', 'tag', 'series']

export const denormalizedTexts: Invariant = {
  name: 'repeated-texts',
  promise: 'the column texts of each event contains all of its texts and nothing else',
  advice: 'save the events again, which writes the column anew',
  find: ({ db }) =>
    findRowsViolatingInvariant(
      db,
      'event',
      'have other texts in the column texts',
      sql`SELECT e.id FROM event e
        WHERE ${lengthOf(db, sql`e.texts`)} <> (SELECT count(*) FROM event_text t WHERE t.event_id = e.id)
          OR EXISTS (SELECT 1 FROM event_text t WHERE t.event_id = e.id
            AND NOT EXISTS (SELECT 1 FROM ${elements(db, sql`e.texts`)} AS j WHERE ${equalsText(db)}))`,
    ),
}

const equalsText = (db: Reader) =>
  raw(TEXT_COLUMNS.map((column, at) => `${textAt(db, at)} = CAST(t.${column} AS text)`).join(' AND '))

export const denormalizedLinks: Invariant = {
  name: 'repeated-links',
  promise:
    'the column links of each event contains the ids of its links in their order; it may also contain ids of removed records',
  advice: 'save the events again with their venues, organizers, categories, tags and series',
  find: ({ db }) =>
    collectInvariantViolationsOfItems([...LINK_LISTS.entries()], ([at, kind]): Promise<Violation[]> => {
      const listed = idsInList(db, sql`e.links`, at)
      return findRowsViolatingInvariant(
        db,
        'event',
        `have other links of the kind ${kind} in the column links`,
        sql`SELECT e.id FROM event e WHERE (e.repeat_id IS NULL OR e.overrides LIKE ${`%"${linkFieldNameOfKind(kind)}"%`})
          AND coalesce(${db.dialect.joinedIds(sql`
            SELECT l.${raw(`${kind}_id`)} AS id FROM ${ownEventLinksSql(kind)} l
            WHERE l.event_id = e.id ORDER BY ${orderOfEventLinksSql(kind, sql`l`)}`)}, '')
          <> coalesce(${db.dialect.joinedIds(sql`
            SELECT j.id FROM ${listed} AS j WHERE EXISTS (SELECT 1 FROM ${raw(kind)} k WHERE k.id = j.id)
            ORDER BY ${isTermKind(kind) ? raw('j.id') : raw('j.place')}`)}, '')`,
      )
    }),
}

const isSqlite = (db: Reader) => db.dialect.engine === 'sqlite'

const lengthOf = (db: Reader, json: Sql) =>
  isSqlite(db) ? sql`json_array_length(${json})` : sql`json_array_length(${json}::json)`

/** SQL for the elements of a JSON array as rows with the column `value`. */
const elements = (db: Reader, json: Sql) =>
  isSqlite(db) ? sql`json_each(${json})` : sql`json_array_elements(${json}::json)`

/** SQL for the element at index `at` of the JSON array in the column `j.value`, as text. */
const textAt = (db: Reader, at: number) => (isSqlite(db) ? `CAST(j.value ->> ${at} AS text)` : `(j.value ->> ${at})`)

/**
 * SQL for one list of ids in the JSON column `event.links`, as rows with the id and its place in the list. `at` is the
 * index of the list; an empty text instead of JSON means that there are no ids.
 */
const idsInList = (db: Reader, json: Sql, at: number) =>
  isSqlite(db)
    ? sql`(SELECT value AS id, key AS place FROM json_each(nullif(${json}, ''), ${`$[${at}]`}))`
    : sql`(SELECT value::int AS id, place FROM json_array_elements_text(
        coalesce(nullif(${json}, ''), '[[],[],[],[],[]]')::json -> ${raw(String(at))}) WITH ORDINALITY AS u (value, place))`
