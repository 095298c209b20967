import type { Engine } from './database.ts'

/** Matches the beginning of a statement that creates something which the calendar needs. */
const CREATE_STATEMENT =
  /^ *CREATE (?:(?:UNIQUE |VIRTUAL )?(?:TABLE|INDEX)|VIEW|TRIGGER|FUNCTION|AGGREGATE|SEQUENCE|DOMAIN) (\w+)(?![\w%])/gm

const CREATE_TABLE = /^CREATE TABLE (\w+) \(/gm
const ADD_COLUMN = /^ALTER TABLE (\w+) ADD COLUMN ((\w+)[^;]*)/gm
const CREATE_FULL_TEXT_INDEX = /^CREATE VIRTUAL TABLE (\w+) USING fts5 /gm
const CREATE_COUNTERS = /^SELECT count_rows_of\('(\w+)'/gm

/** The tables in which SQLite stores a full-text index without a copy of the texts. */
const TABLES_OF_FULL_TEXT_INDEX = ['data', 'idx', 'docsize', 'config']

/** Words with which a part of CREATE TABLE begins that is no column. */
const CONSTRAINTS = new Set(['CONSTRAINT', 'PRIMARY', 'UNIQUE', 'FOREIGN', 'CHECK', 'EXCLUDE'])

/**
 * The names of all tables, views, indexes, triggers, functions, sequences and domains that the script of a migration
 * creates, and columns as `table.column`.
 */
export function listSchemaObjectsInScript(script: string, engine: Engine): string[] {
  const code = script.replace(/--.*$/gm, '')
  const tables = [...code.matchAll(CREATE_TABLE)].map(({ 0: begin, 1: table = '', index }) => ({
    table,
    parts: partsUntilClosingParenthesis(code.slice(index + begin.length)),
  }))
  const columns = tables.flatMap(({ table, parts }) =>
    parts.flatMap((part) => {
      const name = nameOfColumn(part)
      return name === undefined ? [] : `${table}.${name}`
    }),
  )
  const addedColumns = [...code.matchAll(ADD_COLUMN)].map(([, table = '', part = '', name = '']) => ({
    table,
    part,
    name,
  }))
  const names = [...code.matchAll(CREATE_STATEMENT)].map(([, name]) => name as string)
  // SQLite cannot drop a key.
  const keys =
    engine === 'postgres'
      ? [...tables, ...addedColumns.map(({ table, part }) => ({ table, parts: [part] }))].flatMap(({ table, parts }) =>
          parts.flatMap(keysIn(table)),
        )
      : []
  return [
    ...new Set(names),
    ...[...code.matchAll(CREATE_FULL_TEXT_INDEX)].flatMap(([, name]) =>
      TABLES_OF_FULL_TEXT_INDEX.map((table) => `${name}_${table}`),
    ),
    ...[...code.matchAll(CREATE_COUNTERS)].flatMap(([, table]) => [
      `count_${table}`,
      ...['counted', 'recounted', 'uncounted'].map((event) => `${table}_${event}`),
    ]),
    ...keys,
    ...columns,
    ...addedColumns.map(({ table, name }) => `${table}.${name}`),
  ]
}

/** The names of the tables that the script of a migration removes. */
export const listTablesDroppedInScript = (script: string): string[] =>
  [...script.matchAll(/^DROP TABLE (\w+)/gm)].map(([, name]) => name as string)

/** The name of the column that a part of CREATE TABLE describes; undefined if the part is a constraint. */
function nameOfColumn(part: string): string | undefined {
  const name = /^\w+/.exec(part)?.[0] ?? ''
  return CONSTRAINTS.has(name.toUpperCase()) ? undefined : name
}

/** The names that PostgreSQL gives to the primary, unique and foreign keys in a part of CREATE TABLE. */
const keysIn =
  (table: string) =>
  (part: string): string[] => {
    const listed = /^(?:UNIQUE|FOREIGN KEY) \(([^)]*)\)/i.exec(part)?.[1]?.replaceAll(/\W+/g, '_')
    const columns = nameOfColumn(part) ?? listed
    return [
      ...(/\bPRIMARY KEY\b/i.test(part) ? [`${table}_pkey`] : []),
      ...(/\bUNIQUE\b/i.test(part) ? [`${table}_${columns}_key`] : []),
      ...(/\bREFERENCES\b/i.test(part) ? [`${table}_${columns}_fkey`] : []),
    ]
  }

/** The parts of the list at the beginning of `code`, separated by commas outside parentheses and quotation marks. */
function partsUntilClosingParenthesis(code: string): string[] {
  const parts: string[] = []
  let [depth, from] = [0, 0]
  for (const { 0: sign, index: at } of code.matchAll(/'[^']*'|[(),]/g)) {
    if (sign === '(') depth += 1
    else if (sign === ',' && depth === 0) {
      parts.push(code.slice(from, at).trim())
      from = at + 1
    } else if (sign === ')') {
      if (depth === 0) return [...parts, code.slice(from, at).trim()]
      depth -= 1
    }
  }
  throw new Error('a list without closing parenthesis')
}
