import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

/** A prepared statement with the names of its columns. */
export interface PreparedStatement {
  statement: StatementSync
  names: readonly string[]
}

export function prepareStatement(db: DatabaseSync, text: string): PreparedStatement {
  const statement = db.prepare(text)
  statement.setReturnArrays(true)
  return { statement, names: statement.columns().map(({ name }) => name) }
}

/**
 * Runs a statement and returns its rows as objects. Does not use the objects that node:sqlite returns: V8 represents
 * those as hash tables, which take twice as long to create and to copy. The objects created here share one hidden class
 * (decision 0025).
 */
export function fetchRows(
  { statement, names }: PreparedStatement,
  values: readonly unknown[],
): Record<string, unknown>[] {
  const rows = statement.all(...(values as SQLInputValue[])) as unknown as unknown[][]
  return rows.map((columns) => {
    const row: Record<string, unknown> = {}
    for (let index = 0; index < names.length; index += 1) row[names[index] as string] = columns[index]
    return row
  })
}
