import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

/** A statement that was prepared, and what its columns are called. */
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
 * The rows of a statement. Node makes each row a table of hashes, which takes twice as long to make and to copy as an object
 * that is filled here: all rows of a statement then have one shape.
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
