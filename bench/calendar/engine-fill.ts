import { DatabaseSync } from 'node:sqlite'
import postgres from 'postgres'

/**
 * Fast bulk inserts for each engine: triggers and indexes are dropped and restored afterwards, and the rows that triggers
 * would have written are computed by one statement. Uses the drivers directly, because `Database` has no such operations.
 */
export interface EngineFill {
  /** SQL expression: UTC wall clock of an expression in Unix seconds. */
  localOf(seconds: string): string
  run(text: string): Promise<void>
  /** Inserts rows into a table with the same columns. */
  load(table: string, columns: Record<string, 'integer' | 'text'>, rows: readonly object[]): Promise<void>
  /** The column `value` of the first row of a query. */
  numberOf(text: string): Promise<number>
  /** Fills counters and search index, sets the sequences, restores indexes and triggers, and commits. @param counts query for the counters @param ids last used ids */
  finish(counts: string, ids: { record: number; term: number }): Promise<void>
  close(): Promise<void>
}

/** Opens a database for filling. @param hasTriggers keeps triggers and indexes, as the reference for tests */
export const openEngineFill = (url: string, hasTriggers: boolean): Promise<EngineFill> =>
  url.startsWith('sqlite:') ? fillSqlite(url.slice('sqlite:'.length), hasTriggers) : fillPostgres(url, hasTriggers)

async function fillSqlite(file: string, hasTriggers: boolean): Promise<EngineFill> {
  const db = new DatabaseSync(file)
  // With a write-ahead log everything would be written twice.
  db.exec(`PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; PRAGMA cache_size = -500000; PRAGMA temp_store = MEMORY;
    PRAGMA threads = 2; BEGIN`)
  const removed = hasTriggers
    ? []
    : (db
        .prepare(`SELECT type, name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL
          AND tbl_name LIKE 'event%' ORDER BY type`)
        .all() as unknown as { type: string; name: string; sql: string }[])
  for (const { type, name } of removed) db.exec(`DROP ${type} ${name}`)
  return {
    localOf: (seconds) => `strftime('%Y-%m-%d %H:%M:%S', ${seconds}, 'unixepoch')`,
    run: async (text) => db.exec(text),
    async load(table, columns, rows) {
      const names = Object.keys(columns)
      const insert = db.prepare(
        `INSERT INTO ${table} SELECT ${names.map((name) => `value ->> '${name}'`)} FROM json_each(?)`,
      )
      insert.run(JSON.stringify(rows))
    },
    numberOf: async (text) => (db.prepare(text).get() as { value: number }).value,
    async finish(counts, ids) {
      for (const { type, sql } of removed) if (type === 'index') db.exec(sql)
      if (!hasTriggers) {
        db.exec(`INSERT INTO event_count (facet, day, events) SELECT * FROM (${counts}) ORDER BY 1, 2`)
        // A large hash table avoids merges in the full-text index; then restore the default.
        db.exec(`INSERT INTO event_text_search (event_text_search, rank) VALUES ('hashsize', 268435456)`)
        db.exec(`INSERT INTO event_text_search (rowid, search_text) SELECT id, search_text || '  ' FROM event_text`)
        db.exec(`INSERT INTO event_text_search (event_text_search, rank) VALUES ('hashsize', 1048576)`)
      }
      for (const { type, sql } of removed) if (type === 'trigger') db.exec(sql)
      for (const [name, value] of Object.entries(ids)) {
        db.prepare('UPDATE id_sequence SET value = ? WHERE name = ?').run(value, name)
      }
      db.exec('COMMIT; ANALYZE; PRAGMA journal_mode = WAL')
    },
    close: async () => db.close(),
  }
}

async function fillPostgres(url: string, hasTriggers: boolean): Promise<EngineFill> {
  // By default the driver replaces a connection after half an hour or more, and its transaction is lost.
  const sql = postgres(url, { max: 1, max_lifetime: null, onnotice: () => {} })
  await sql.unsafe(
    `SET synchronous_commit = off; SET work_mem = '256MB'; SET maintenance_work_mem = '2GB'; SET jit = off`,
  )
  const removed = hasTriggers
    ? []
    : ((await sql.unsafe(`SELECT indexname AS name, indexdef AS sql FROM pg_indexes i WHERE schemaname = 'public'
        AND tablename LIKE 'event%' AND tablename NOT LIKE 'event_count%'
        AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexname::regclass)`)) as unknown as {
        name: string
        sql: string
      }[])
  if (!hasTriggers) await sql.unsafe('SET session_replication_role = replica')
  await sql.unsafe('BEGIN')
  for (const { name } of removed) await sql.unsafe(`DROP INDEX ${name}`)
  return {
    localOf: (seconds) => `to_timestamp(${seconds}) AT TIME ZONE 'UTC'`,
    run: async (text) => void (await sql.unsafe(text)),
    async load(table, columns, rows) {
      const typed = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
      await sql.unsafe(`INSERT INTO ${table} SELECT * FROM json_to_recordset($1::text::json) AS r (${typed})`, [
        JSON.stringify(rows),
      ])
    },
    numberOf: async (text) => Number((await sql.unsafe<{ value: number }[]>(text))[0]?.value),
    async finish(counts, ids) {
      if (!hasTriggers) {
        await sql.unsafe(`INSERT INTO event_count_folded (facet, month, days)
          SELECT facet, substr(day, 1, 7), pack_days(day, events) FROM (${counts}) AS counted GROUP BY 1, 2 ORDER BY 1, 2`)
        await sql.unsafe(`INSERT INTO event_word SELECT DISTINCT word FROM event_text, words_of(search_text) AS word`)
      }
      for (const { sql: text } of removed) await sql.unsafe(text)
      for (const [name, value] of Object.entries(ids)) await sql.unsafe(`SELECT setval('${name}_id', ${value})`)
      await sql.unsafe('COMMIT')
      // Vacuumed tables allow index-only scans; statistics are needed for good plans.
      await sql.unsafe('VACUUM ANALYZE')
    },
    close: () => sql.end(),
  }
}
