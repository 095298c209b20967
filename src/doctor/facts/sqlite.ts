import { DatabaseSync } from 'node:sqlite'
import type { SqliteFacts } from '../findings/database.ts'
import { type ContentFacts, collectContentFacts } from './content.ts'

const TIMEOUT_MS = 5000

/** Looks into a SQLite file without changing it, whether or not a server uses it. */
export async function collectSqliteFacts(file: string): Promise<ContentFacts & { engine: SqliteFacts }> {
  const db = new DatabaseSync(file, { readOnly: true, timeout: TIMEOUT_MS })
  try {
    const pragma = (name: string) => Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0]
    const isThere = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'migration'`).get() !== undefined
    const pageBytes = Number(pragma('page_size'))
    const content = await collectContentFacts(async <Row>(text: string) => db.prepare(text).all() as Row[], isThere)
    return {
      ...content,
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
