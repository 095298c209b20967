import { type Reader, type RowValues, sql, type Transaction } from '../database.ts'
import { translateSqlite } from '../errors.ts'
import type { PreparedStatement } from './prepared-statements.ts'

/** Rows a statement: more of them save nothing. The rest of a list goes row by row, so that two texts a table are all. */
const ROWS_A_STATEMENT = 32

/** What a transaction on SQLite offers for many rows. */
export function sqliteBulkMethods(
  reader: Reader,
  { prepared }: { prepared(text: string): PreparedStatement },
): Pick<Transaction, 'nextIds' | 'insert' | 'beginBulk' | 'endBulk' | 'gatherStatistics'> {
  return {
    async nextIds(sequence, count) {
      const row = await reader.get<{ value: number }>(
        sql`UPDATE id_sequence SET value = value + ${count} WHERE name = ${sequence} RETURNING value`,
      )
      const last = (row as { value: number }).value
      return Array.from({ length: count }, (_, index) => last - count + 1 + index)
    },
    // Bound values, not JSON: unpacking that costs SQLite more than all the binding.
    insert: async (into, columns, rows) =>
      translateSqlite(() => {
        const begin = `INSERT INTO ${into} (${columns.join()}) VALUES `
        const one = `(${columns.map(() => '?').join()})`
        const whole = rows.length - (rows.length % ROWS_A_STATEMENT)
        const many = begin + Array(ROWS_A_STATEMENT).fill(one).join()
        for (let start = 0; start < whole; start += ROWS_A_STATEMENT) {
          prepared(many).statement.run(...rows.slice(start, start + ROWS_A_STATEMENT).flat())
        }
        for (const row of rows.slice(whole) as RowValues[]) prepared(begin + one).statement.run(...row)
      }),
    async beginBulk(firstId, lastId) {
      // From the first load on: pages that the next batches change again are kept, and not copied into the file each time.
      await reader.all(sql`PRAGMA cache_size = -65536`)
      await reader.all(sql`PRAGMA wal_autocheckpoint = 8000`)
      await reader.all(
        sql`INSERT INTO event_count_later (first_event_id, last_event_id) VALUES (${firstId}, ${lastId})`,
      )
    },
    async endBulk() {
      // A trigger counts and indexes what was loaded.
      await reader.all(sql`DELETE FROM event_count_later`)
    },
    // Its statements are written so that they need none.
    async gatherStatistics() {},
  }
}
