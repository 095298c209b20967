import { type Reader, raw, type Sql, sql } from '../db/database.ts'
import { findSequentially, findViolations, type Invariant, type Violation } from './invariant.ts'

/** The columns of `event_text` in the order in which a text stands in `event.texts`. */
const PACKED = ['language', 'title', 'description', 'excerpt', 'slug', 'modified_at'] as const
/** The kinds of links in the order in which they stand in `event.links`, and the order of each. */
const LINKED = [
  ['venue', 'l.position'],
  ['organizer', 'l.position'],
  ['category', 'l.category_id'],
  ['tag', 'l.tag_id'],
] as const

export const denormalizedTexts: Invariant = {
  name: 'repeated-texts',
  promise: 'rows of events repeat their texts, all of them and nothing else',
  advice: 'save the events again, which repeats their texts anew',
  find: ({ db }) =>
    findViolations(
      db,
      'event',
      'do not repeat their texts',
      sql`SELECT e.id FROM event e
        WHERE ${lengthOf(db, sql`e.texts`)} <> (SELECT count(*) FROM event_text t WHERE t.event_id = e.id)
          OR EXISTS (SELECT 1 FROM event_text t WHERE t.event_id = e.id
            AND NOT EXISTS (SELECT 1 FROM ${elements(db, sql`e.texts`)} AS j WHERE ${isPacked(db)}))`,
    ),
}

const isPacked = (db: Reader) =>
  raw(PACKED.map((column, at) => `${textAt(db, at)} = CAST(t.${column} AS text)`).join(' AND '))

export const denormalizedLinks: Invariant = {
  name: 'repeated-links',
  promise: 'rows of events repeat what they are linked to, in its order; only what was removed may be named besides',
  advice: 'save the events again with their venues, organizers, categories and tags',
  find: ({ db }) =>
    findSequentially([...LINKED.entries()], ([at, [kind, order]]): Promise<Violation[]> => {
      const repeated = elementsOf(db, sql`e.links`, at)
      const isOrdered = order === 'l.position'
      return findViolations(
        db,
        'event',
        `do not repeat their links of the kind ${kind}`,
        sql`SELECT e.id FROM event e WHERE coalesce(${db.dialect.joinedIds(sql`
            SELECT l.${raw(`${kind}_id`)} AS id FROM ${raw(`event_${kind}`)} l WHERE l.event_id = e.id ORDER BY ${raw(order)}`)}, '')
          <> coalesce(${db.dialect.joinedIds(sql`
            SELECT j.id FROM ${repeated} AS j WHERE EXISTS (SELECT 1 FROM ${raw(kind)} k WHERE k.id = j.id)
            ORDER BY ${isOrdered ? raw('j.place') : raw('j.id')}`)}, '')`,
      )
    }),
}

const isSqlite = (db: Reader) => db.dialect.engine === 'sqlite'

const lengthOf = (db: Reader, json: Sql) =>
  isSqlite(db) ? sql`json_array_length(${json})` : sql`json_array_length(${json}::json)`

/** The elements of a list, as `value`. */
const elements = (db: Reader, json: Sql) =>
  isSqlite(db) ? sql`json_each(${json})` : sql`json_array_elements(${json}::json)`

const textAt = (db: Reader, at: number) => (isSqlite(db) ? `CAST(j.value ->> ${at} AS text)` : `(j.value ->> ${at})`)

/** The numbers in the list that stands at a place of a list, `''` for nothing: `id`, and its `place` in it. */
const elementsOf = (db: Reader, json: Sql, at: number) =>
  isSqlite(db)
    ? sql`(SELECT value AS id, key AS place FROM json_each(nullif(${json}, ''), ${`$[${at}]`}))`
    : sql`(SELECT value::int AS id, place FROM json_array_elements_text(
        coalesce(nullif(${json}, ''), '[[],[],[],[]]')::json -> ${raw(String(at))}) WITH ORDINALITY AS u (value, place))`
