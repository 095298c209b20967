import { type Dialect, join, sql } from './database.ts'

/** An array literal (PostgreSQL manual, 8.15.6): in quotes, a backslash keeps the next character as it is. */
const arrayOf = (values: readonly (number | string)[]) =>
  `{${values.map((value) => (typeof value === 'number' ? value : `"${value.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`

export const postgresDialect: Dialect = {
  engine: 'postgres',
  among(column, values) {
    if (values.length === 0) return sql`1 = 0`
    return typeof values[0] === 'string'
      ? sql`${column} = ANY(${arrayOf(values)}::text[])`
      : sql`${column} = ANY(${arrayOf(values)}::bigint[])`
  },
  positionIn: (column, values) => sql`array_position(${arrayOf(values)}::int[], ${column})`,
  jsonRows: (fields, from) => sql`(SELECT json_agg(json_build_array(${fields}))::text FROM ${from})`,
  joinedIds: (rows) => sql`(SELECT string_agg(r.id::text, ',') FROM (${rows}) r)`,
  numbered: (values) =>
    sql`(SELECT value, position - 1 AS position FROM unnest(${arrayOf(values)}::int[]) WITH ORDINALITY AS u (value, position))`,
  // Takes half as long as `strpos`, which counts characters before it compares.
  contains: (text, needle) => sql`${text} LIKE ${`%${needle.replace(/[\\%_]/g, '\\$&')}%`}`,
  // OFFSET 0 has this planned alone: what is asked of the texts besides would count as dear, and reading half of another
  // index as the way to ask it less often.
  eventTexts: (words, where) => ({
    from: sql`(SELECT t.event_id, t.language, t.listed_start FROM event_text t
      WHERE ${join(words.map(inEventText), ' AND ')} AND ${where} OFFSET 0) AS t`,
    where: sql`1 = 1`,
  }),
  forUpdate: sql`FOR UPDATE`,
  forChange: sql`FOR NO KEY UPDATE`,
  sortable: (text) => sql`${text} COLLATE "C"`,
}

/**
 * What the index can find by three letters in a row is asked for so that it does; the rest is compared with every text,
 * in an order of letters that the index does not have, or all of it would be read besides.
 */
const inEventText = (word: string) =>
  postgresDialect.contains(/[\p{L}\p{N}]{3}/u.test(word) ? sql`t.search_text` : sql`t.search_text COLLATE "C"`, word)
