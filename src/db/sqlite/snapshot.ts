import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { READER_WITHOUT_CACHES } from '../cache/record-cache.ts'
import type { Sql } from '../database.ts'
import { translateSqlite } from '../errors.ts'
import type { Snapshot } from '../snapshot.ts'
import { sqliteDialect } from './database.ts'
import { requireDatabaseFile } from './database-file.ts'

const BUSY_TIMEOUT_MS = 5000

/**
 * The file as it was at one moment. While the snapshot is open, the file beside it that newer writes go to (`-wal`) cannot
 * be emptied and grows.
 */
export async function withSqliteSnapshot<T>(file: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  requireDatabaseFile(file)
  const db = translateSqlite(() => new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS }))
  try {
    // Pages: 64 MiB. What is sorted may be larger than the memory.
    translateSqlite(() => db.exec('PRAGMA cache_size = -65536; PRAGMA temp_store = FILE; BEGIN'))
    const all = async <Row>({ sql: text, values }: Sql) =>
      translateSqlite(() => db.prepare(text).all(...(values as SQLInputValue[])) as Row[])
    const reads = { all, get: async <Row>(statement: Sql) => (await all<Row>(statement))[0] }
    return await work({
      dialect: sqliteDialect,
      ...reads,
      slow: reads,
      ...READER_WITHOUT_CACHES,
      attempt: (work) => work(),
      script: async (text) => translateSqlite(() => db.exec(text)),
    })
  } finally {
    db.close()
  }
}
