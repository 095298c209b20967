import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { findMissingSchemaObjects } from '../../db/schema-objects.ts'
import { createEmptyDatabaseFileError } from '../../db/sqlite/sqlite-database-file.ts'
import type { SqliteFacts } from '../findings/database-findings.ts'
import { COUNT_RECORDS_SQL, collectRecordAndImportFacts, type RecordAndImportFacts } from './record-and-import-facts.ts'

const LOCK_TIMEOUT_MS = 5000

/**
 * Reads facts about a SQLite database without changing it; a server may use it at the same time.
 * @throws {UnusableDatabaseError} when the file has 0 bytes
 */
export async function collectSqliteFacts(
  file: string,
): Promise<RecordAndImportFacts & { missing: string[]; engine: SqliteFacts }> {
  if (statSync(file).size === 0) throw createEmptyDatabaseFileError(file)
  const db = new DatabaseSync(file, { readOnly: true, timeout: LOCK_TIMEOUT_MS })
  try {
    const pragma = (name: string) => Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0]
    const hasTables = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'migration'`).get() !== undefined
    const pageBytes = Number(pragma('page_size'))
    const runQuery = async <Row>(text: string) => db.prepare(text).all() as Row[]
    const content = await collectRecordAndImportFacts(runQuery, hasTables)
    return {
      ...content,
      missing: await findMissingSchemaObjects('sqlite', runQuery),
      engine: {
        name: 'sqlite',
        journalMode: String(pragma('journal_mode')),
        unusedBytes: Number(pragma('freelist_count')) * pageBytes,
        sizeBytes: Number(pragma('page_count')) * pageBytes,
      },
    }
  } finally {
    db.close()
  }
}

/**
 * Counts the records in a SQLite file.
 * @returns 0 if the file is absent or not readable as a calendar
 */
export function countSqliteRecords(file: string): number {
  if (!existsSync(file)) return 0
  try {
    const db = new DatabaseSync(file, { readOnly: true, timeout: LOCK_TIMEOUT_MS })
    try {
      return Number(db.prepare(COUNT_RECORDS_SQL).get()?.count)
    } finally {
      db.close()
    }
  } catch {
    return 0
  }
}
