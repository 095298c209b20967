import { type Database, sql } from '../db/database.ts'

/** What tells this calendar from all others: 32 hexadecimal digits, made with the database and never changed. */
export function siteIdKeeper(db: Database): () => Promise<string> {
  let kept: string | undefined
  return async () => {
    kept ??= (await db.get<{ value: string }>(sql`SELECT value FROM setting WHERE name = 'site_id'`))?.value
    if (kept === undefined) throw new Error('the database has no site_id')
    return kept
  }
}
