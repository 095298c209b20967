import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { READER_WITHOUT_CACHES } from '../cache/record-cache.ts'
import type { Snapshot, Sql } from '../database.ts'
import { translateSqliteErrors } from '../translate-database-errors.ts'
import { requireSqliteDatabaseFile } from './sqlite-database-file.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

const BUSY_TIMEOUT_MS = 5000

/**
 * Opens a read transaction on a separate connection, and calls `work` with it. Until `work` ends, SQLite cannot copy
 * the write-ahead log (`-wal`) to the database file, so the log grows with every write.
 */
export async function withSqliteSnapshot<T>(file: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  requireSqliteDatabaseFile(file)
  const db = translateSqliteErrors(() => new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS }))
  try {
    // Sets a page cache of 64 MiB, and lets sorting use temporary files, because sorting may need more memory than the
    // machine has.
    translateSqliteErrors(() => db.exec('PRAGMA cache_size = -65536; PRAGMA temp_store = FILE; BEGIN'))
    const all = async <Row>({ sql: text, values }: Sql) =>
      translateSqliteErrors(() => db.prepare(text).all(...(values as SQLInputValue[])) as Row[])
    const reads = { all, get: async <Row>(statement: Sql) => (await all<Row>(statement))[0] }
    return await work({
      dialect: sqliteDialect,
      ...reads,
      slow: reads,
      ...READER_WITHOUT_CACHES,
      attempt: (work) => work(),
      script: async (text) => translateSqliteErrors(() => db.exec(text)),
    })
  } finally {
    db.close()
  }
}
