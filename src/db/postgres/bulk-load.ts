import { type Reader, sql, type Transaction } from '../database.ts'
import { translatePostgres } from '../errors.ts'
import type { PostgresConnection } from './connection.ts'

/** What a transaction on PostgreSQL offers for many rows. */
export function postgresBulkMethods(
  reader: Reader,
  line: PostgresConnection,
): Pick<Transaction, 'nextIds' | 'insert' | 'beginBulk' | 'endBulk' | 'gatherStatistics'> {
  return {
    async nextIds(sequence, count) {
      const rows = await reader.all<{ value: number }>(
        sql`SELECT nextval(${`${sequence}_id`}::regclass) AS value FROM generate_series(1, ${count}::int)`,
      )
      return rows.map(({ value }) => value)
    },
    async insert(into, columns, rows) {
      if (rows.length === 0) return
      const records = rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])))
      const text = `INSERT INTO ${into} (${columns.join()})
        SELECT ${columns.join()} FROM json_populate_recordset(NULL::${into}, $1::text::json)`
      await translatePostgres(() => line.query(text, [JSON.stringify(records)]))
    },
    // Triggers run once a statement here; only what the search index gathers before it is sorted in may be more.
    async beginBulk() {
      await translatePostgres(() =>
        line.script("SET LOCAL work_mem = '64MB'; SET LOCAL gin_pending_list_limit = '16MB'"),
      )
    },
    async endBulk() {},
    // Autovacuum does both too, a minute later.
    async gatherStatistics() {
      await translatePostgres(() => line.script("SELECT gin_clean_pending_list('event_text_search'); ANALYZE"))
    },
  }
}
