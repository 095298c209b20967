import { type Reader, sql, type Transaction } from '../database.ts'
import { translatePostgresErrors } from '../errors.ts'
import type { PostgresConnection } from './connection.ts'

/** The methods of a PostgreSQL `Transaction` that insert many rows. */
export function postgresBulkMethods(
  reader: Reader,
  connection: PostgresConnection,
): Pick<Transaction, 'nextIds' | 'raiseSequence' | 'insert' | 'beginBulk' | 'endBulk' | 'gatherStatistics'> {
  return {
    async nextIds(sequence, count) {
      const rows = await reader.all<{ value: number }>(
        sql`SELECT nextval(${`${sequence}_id`}::regclass) AS value FROM generate_series(1, ${count}::int)`,
      )
      return rows.map(({ value }) => value)
    },
    async raiseSequence(sequence, id) {
      const name = `${sequence}_id`
      // This lock serializes transactions that raise the sequence; `nextval` in others only makes it higher.
      await reader.all(sql`SELECT pg_advisory_xact_lock(hashtext(${`raise ${name}`}::text))`)
      await reader.all(sql`SELECT setval(${name}::regclass, ${id}) FROM pg_sequences
        WHERE sequencename = ${name} AND schemaname = current_schema() AND coalesce(last_value, 0) < ${id}`)
    },
    async insert(into, columns, rows) {
      if (rows.length === 0) return
      const records = rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])))
      const text = `INSERT INTO ${into} (${columns.join()})
        SELECT ${columns.join()} FROM json_populate_recordset(NULL::${into}, $1::text::json)`
      await translatePostgresErrors(() => connection.query(text, [JSON.stringify(records)]))
    },
    // A large pending list of the search index (a GIN index) lets
    // PostgreSQL merge new entries into the index less often.
    async beginBulk() {
      await translatePostgresErrors(() =>
        connection.script("SET LOCAL work_mem = '64MB'; SET LOCAL gin_pending_list_limit = '16MB'"),
      )
    },
    async endBulk() {},
    // Autovacuum would also empty the pending list of the search
    // index and update the statistics, but only after a minute.
    async gatherStatistics() {
      await translatePostgresErrors(() =>
        connection.script("SELECT gin_clean_pending_list('event_text_search'); ANALYZE"),
      )
    },
  }
}
