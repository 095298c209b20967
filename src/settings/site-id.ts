import { type Database, sql } from '../db/database.ts'

/** What tells this calendar from all others: 32 hexadecimal digits, made with the database and never changed. */
export function createSiteIdCache(db: Database): () => Promise<string> {
  let kept: string | undefined
  return async () => {
    kept ??= (await db.get<{ id: string }>(sql`SELECT id FROM site`))?.id
    if (kept === undefined) throw new Error('the database has no site')
    return kept
  }
}
