import { type Dialect, empty, type Sql, sql } from '../database.ts'
import { eventTextSearchSql } from './sqlite-search.ts'

const afterFirstLine = (text: Sql) => sql`substr(${text}, instr(${text}, char(10)) + 1)`

export const sqliteDialect: Dialect = {
  engine: 'sqlite',
  // Most lists have one value, and for one value `=` is faster than unpacking a JSON array.
  inList: (column, values) =>
    values.length === 1
      ? sql`${column} = ${values[0]}`
      : sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`,
  positionIn: (column, values) => sql`(SELECT key FROM json_each(${JSON.stringify(values)}) WHERE value = ${column})`,
  jsonRows: (fields, from) => sql`(SELECT json_group_array(json_array(${fields})) FROM ${from})`,
  joinedIds: (rows) => sql`(SELECT group_concat(r.id) FROM (${rows}) r)`,
  valuesTable: (values) =>
    values.length === 1
      ? sql`(SELECT ${values[0]} AS value, 0 AS position)`
      : sql`(SELECT value, key AS position FROM json_each(${JSON.stringify(values)}))`,
  contains: (text, needle) => sql`instr(${text}, ${needle}) > 0`,
  lineOf(text, line) {
    const others = line === 1 ? text : afterFirstLine(text)
    return line === 3 ? afterFirstLine(others) : sql`substr(${others}, 1, instr(${others}, char(10)) - 1)`
  },
  eventTextSearchSql: async (_db, words, where) => eventTextSearchSql(words, where),
  eventCounts: (period, from, to) =>
    sql`(SELECT facet, ${period === 'day' ? sql`day` : sql`substr(day, 1, 7)`} AS period, events FROM event_count
      WHERE day >= ${from} AND day <= ${to})`,
  forUpdate: empty,
  forNoKeyUpdate: empty,
  localTime: (text) => text,
  dayOfLocalTime: (local) => sql`substr(${local}, 1, 10)`,
  timeOfLocalTime: (local) => sql`substr(${local}, 12)`,
  binaryOrder: (text) => text,
}
