import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { createRowFunction, type ToRow } from '../row-function.ts'

/** A prepared statement with the names of its columns. */
export interface PreparedStatement {
  statement: StatementSync
  names: readonly string[]
  /**
   * Creates the object of a row from the values of its columns. Undefined until the statement has returned its first
   * rows.
   */
  toRow: ToRow | undefined
}

export function prepareSqliteStatement(db: DatabaseSync, text: string): PreparedStatement {
  const statement = db.prepare(text)
  statement.setReturnArrays(true)
  return { statement, names: statement.columns().map(({ name }) => name), toRow: undefined }
}

/**
 * Runs a statement and returns its rows as objects. Does not use the objects that node:sqlite returns: V8 represents
 * those as hash tables, which take twice as long to create and to copy. The objects created here share one hidden class
 * (decision 0025).
 */
export function runSqliteStatementAndFetchRows(
  prepared: PreparedStatement,
  values: readonly unknown[],
): Record<string, unknown>[] {
  const rows = prepared.statement.all(...(values as SQLInputValue[])) as unknown as unknown[][]
  if (rows.length === 0) return []
  prepared.toRow ??= createRowFunction(prepared.names)
  return rows.map(prepared.toRow)
}
