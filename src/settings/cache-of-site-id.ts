import { type Database, sql } from '../db/database.ts'

/**
 * Creates a function that returns the unique id of this calendar: 32 hexadecimal digits, created with the database and
 * never changed.
 */
export function createSiteIdCache(db: Database): () => Promise<string> {
  let siteId: string | undefined
  return async () => {
    siteId ??= (await db.get<{ id: string }>(sql`SELECT id FROM site`))?.id
    if (siteId === undefined) throw new Error('The table `site` is empty')
    return siteId
  }
}
