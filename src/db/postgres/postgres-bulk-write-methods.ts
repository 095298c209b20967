import { type BulkMethod, join, type Reader, type RowValues, raw, sql, type Transaction } from '../database.ts'
import { translatePostgresErrors } from '../translate-database-errors.ts'
import type { PostgresConnection } from './postgres-connection.ts'

/**
 * Number of rows in a part of a write of many rows (`Transaction.inParts`). The program computes the values of one part
 * without a pause: for 4,000 dates of a repeated event in one part, that took 200 ms.
 */
const ROWS_PER_PART = 200

/**
 * The methods of a PostgreSQL `Transaction` that write many rows.
 * @param onPart called after each part of `inParts`
 */
export function createPostgresMethodsThatWriteManyRows(
  reader: Reader,
  connection: PostgresConnection,
  onPart: () => void,
): Pick<Transaction, BulkMethod> {
  return {
    async nextIds(sequence, count) {
      const rows = await reader.all<{ value: number }>(
        sql`SELECT nextval(${`${sequence}_id`}::regclass) AS value FROM generate_series(1, ${count}::int)`,
      )
      return rows.map(({ value }) => value)
    },
    async raiseSequence(sequence, id) {
      const name = `${sequence}_id`
      // This lock lets only one transaction at a time raise the sequence. Other transactions only call `nextval`, which
      // never lowers it.
      await reader.all(sql`SELECT pg_advisory_xact_lock(hashtext(${`raise ${name}`}::text))`)
      await reader.all(sql`SELECT setval(${name}::regclass, ${id}) FROM pg_sequences
        WHERE sequencename = ${name} AND schemaname = current_schema() AND coalesce(last_value, 0) < ${id}`)
    },
    async insert(into, columns, rows) {
      if (rows.length === 0) return
      const text = `INSERT INTO ${into} (${columns.join()}) OVERRIDING SYSTEM VALUE
        SELECT ${columns.join()} FROM json_populate_recordset(NULL::${into}, $1::text::json)`
      await translatePostgresErrors(() => connection.query(text, [encodeRows(columns, rows)]))
    },
    async updateEach(table, columns, rows, others) {
      if (rows.length === 0) return
      const named = ['id', ...columns]
      const { text, values } = sql`UPDATE ${raw(table)} AS updated
        SET ${join([...columns.map((name) => raw(`${name} = given.${name}`)), others])}
        FROM (SELECT ${raw(named.join())} FROM json_populate_recordset(NULL::${raw(table)}, ${encodeRows(named, rows)}::text::json)) AS given
        WHERE updated.id = given.id`
      await translatePostgresErrors(() => connection.query(text, values))
    },
    async inParts(rows, write) {
      for (let start = 0; start < rows.length; start += ROWS_PER_PART) {
        await write(rows.slice(start, start + ROWS_PER_PART))
        onPart()
      }
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
      await foldEventCounts(reader)
      await translatePostgresErrors(() =>
        connection.script("SELECT gin_clean_pending_list('event_text_search'); ANALYZE"),
      )
    },
  }
}

/**
 * Combines the counter rows that triggers inserted, one for each event, so that totals of lists are read from few rows.
 */
async function foldEventCounts(reader: Reader): Promise<void> {
  for (let folded = 1; folded > 0; ) {
    const row = await reader.get<{ folded: number }>(sql`SELECT fold_event_counts() AS folded`)
    folded = row?.folded ?? 0
  }
}

/** Encodes rows as a JSON array of objects, with the columns as keys. */
const encodeRows = (columns: readonly string[], rows: readonly RowValues[]): string =>
  JSON.stringify(rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]]))))
