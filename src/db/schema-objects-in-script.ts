/** Matches the beginning of a statement that creates a table, view, index or trigger. */
const CREATE_STATEMENT = /^CREATE (?:(?:UNIQUE |VIRTUAL )?(?:TABLE|INDEX)|VIEW|TRIGGER) (\w+)/gm

const CREATE_TABLE = /^CREATE TABLE (\w+) \(/gm
const ADD_COLUMN = /^ALTER TABLE (\w+) ADD COLUMN (\w+)/gm

/** Words with which a part of CREATE TABLE begins that is no column. */
const CONSTRAINTS = new Set(['CONSTRAINT', 'PRIMARY', 'UNIQUE', 'FOREIGN', 'CHECK', 'EXCLUDE'])

/** The names of all tables, views, indexes and triggers that the script of a migration creates, and `table.column`. */
export function listSchemaObjectsInScript(script: string): string[] {
  const code = script.replace(/--.*$/gm, '')
  const columns = [...code.matchAll(CREATE_TABLE)].flatMap(({ 0: begin, 1: table, index }) =>
    partsUntilClosingParenthesis(code.slice(index + begin.length)).flatMap((part) => {
      const name = /^\w+/.exec(part)?.[0] ?? ''
      return CONSTRAINTS.has(name.toUpperCase()) ? [] : `${table}.${name}`
    }),
  )
  return [
    ...[...code.matchAll(CREATE_STATEMENT)].map(([, name]) => name as string),
    ...columns,
    ...[...code.matchAll(ADD_COLUMN)].map(([, table, column]) => `${table}.${column}`),
  ]
}

/** The names of the tables that the script of a migration removes. */
export const listTablesDroppedInScript = (script: string): string[] =>
  [...script.matchAll(/^DROP TABLE (\w+)/gm)].map(([, name]) => name as string)

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
