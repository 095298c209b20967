import { type Dialect, raw, sql } from '../database.ts'
import { postgresEventCounts } from './postgres-event-counts.ts'
import { eventTextSearchSql, likePatternContaining } from './postgres-search.ts'

/**
 * Formats values as a PostgreSQL array literal (manual, 8.15.6), in which quoted values escape `"` and `\` by a
 * backslash.
 */
const arrayLiteral = (values: readonly (number | string)[]) =>
  `{${values.map((value) => (typeof value === 'number' ? value : `"${value.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`

export const postgresDialect: Dialect = {
  engine: 'postgres',
  inList(column, values) {
    if (values.length === 0) return sql`1 = 0`
    return typeof values[0] === 'string'
      ? sql`${column} = ANY(${arrayLiteral(values)}::text[])`
      : sql`${column} = ANY(${arrayLiteral(values)}::bigint[])`
  },
  positionIn: (column, values) => sql`array_position(${arrayLiteral(values)}::int[], ${column})`,
  jsonRows: (fields, from) => sql`(SELECT json_agg(json_build_array(${fields}))::text FROM ${from})`,
  joinedIds: (rows) => sql`(SELECT string_agg(r.id::text, ',') FROM (${rows}) r)`,
  valuesTable: (values) => {
    const array = typeof values[0] === 'string' ? sql`::text[]` : sql`::int[]`
    return sql`(SELECT value, position - 1 AS position
      FROM unnest(${arrayLiteral(values)}${array}) WITH ORDINALITY AS u (value, position))`
  },
  contains: (text, needle) => sql`${text} LIKE ${likePatternContaining(needle)}`,
  lineOf: (text, line) => sql`split_part(${text}, chr(10), ${raw(String(line))})`,
  eventTextSearchSql: eventTextSearchSql,
  eventCounts: postgresEventCounts,
  forUpdate: sql`FOR UPDATE`,
  forNoKeyUpdate: sql`FOR NO KEY UPDATE`,
  localTime: (text) => sql`(${text})::timestamp`,
  dayOfLocalTime: (local) => sql`${local}::date`,
  timeOfLocalTime: (local) => sql`${local}::time`,
  binaryOrder: (text) => sql`${text} COLLATE "C"`,
}
