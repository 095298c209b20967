import type { SQLInputValue } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type BulkMethod, type Reader, type RowValues, raw, sql, type Transaction } from '../database.ts'
import { translateSqliteErrors } from '../translate-database-errors.ts'
import type { PreparedStatement } from './prepare-sqlite-statement.ts'

/**
 * Rows per INSERT statement; more rows would not be faster. The remaining rows are inserted one by one, so that each
 * table needs only two prepared statements.
 */
const ROWS_PER_STATEMENT = 32
/**
 * Number of rows in a part of a write of many rows (`Transaction.inParts`). A date of a repeated event takes about 0.3
 * ms, with its links and counters.
 */
const ROWS_PER_PART = 50

/**
 * The methods of an SQLite `Transaction` that write many rows.
 * @param bulkCacheKib size of the page cache of the connection from its first bulk load, in KiB
 */
export function createSqliteMethodsThatWriteManyRows(
  reader: Reader,
  { prepared }: { prepared(text: string): PreparedStatement },
  bulkCacheKib: number,
): Pick<Transaction, BulkMethod> {
  return {
    async nextIds(sequence, count) {
      const row = await reader.get<{ value: number }>(
        sql`UPDATE id_sequence SET value = value + ${count} WHERE name = ${sequence} RETURNING value`,
      )
      const last = (row as { value: number }).value
      return Array.from({ length: count }, (_, index) => last - count + 1 + index)
    },
    async raiseSequence(sequence, id) {
      await reader.all(sql`UPDATE id_sequence SET value = ${id} WHERE name = ${sequence} AND value < ${id}`)
    },
    // Binds each value as a parameter, because one JSON parameter
    // for all values, which SQLite would have to unpack, is slower.
    insert: async (into, columns, rows) =>
      translateSqliteErrors(() => {
        const insertInto = `INSERT INTO ${into} (${columns.join()}) VALUES `
        const placeholders = `(${columns.map(() => '?').join()})`
        const batched = rows.length - (rows.length % ROWS_PER_STATEMENT)
        const insertMany = insertInto + Array(ROWS_PER_STATEMENT).fill(placeholders).join()
        for (let start = 0; start < batched; start += ROWS_PER_STATEMENT) {
          prepared(insertMany).statement.run(...rows.slice(start, start + ROWS_PER_STATEMENT).flat())
        }
        const insertOne = insertInto + placeholders
        for (const row of rows.slice(batched) as RowValues[]) prepared(insertOne).statement.run(...row)
      }),
    updateEach: async (table, columns, rows, others) =>
      translateSqliteErrors(() => {
        const sets = columns.map((name) => `${name} = ?`)
        const { statement } = prepared(`UPDATE ${table} SET ${[...sets, others.sql]} WHERE id = ?`)
        for (const [id = null, ...values] of rows) statement.run(...values, ...(others.values as SQLInputValue[]), id)
      }),
    async inParts(rows, write) {
      for (let start = 0; start < rows.length; start += ROWS_PER_PART) {
        await write(rows.slice(start, start + ROWS_PER_PART))
        await nextTurn()
      }
    },
    async beginBulk(firstId, lastId) {
      // With a large page cache, pages that every batch changes are read and written less often.
      await reader.all(sql`PRAGMA cache_size = ${raw(`-${bulkCacheKib}`)}`)
      await reader.all(
        sql`INSERT INTO event_count_later (first_event_id, last_event_id) VALUES (${firstId}, ${lastId})`,
      )
    },
    async endBulk() {
      // This DELETE fires triggers that update the event counters and the search index (migrations/sqlite/0010, 0011).
      await reader.all(sql`DELETE FROM event_count_later`)
    },
    // SQLite needs no statistics: queries for SQLite are written so that the planner has no choice.
    async gatherStatistics() {},
  }
}
