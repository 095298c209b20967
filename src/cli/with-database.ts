import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'
import type { CommandContext } from './command.ts'
import { readCommandConfig } from './options.ts'

/**
 * Opens the database that the settings name, brings it up to date, and closes it after `work`.
 * A server that runs on the same database is not disturbed.
 * @param values as `parseArguments` gave them
 * @param isServing whether requests wait for it; commands take the time they take
 */
export async function withDatabase<T>(
  context: Pick<CommandContext, 'env'>,
  values: object,
  work: (db: Database, config: Readonly<Config>) => Promise<T>,
  { isServing = false } = {},
): Promise<T> {
  const config = readCommandConfig(context, values)
  const db = await openDatabase(config.databaseUrl, { isServing })
  try {
    return await work(db, config)
  } finally {
    await db.close()
  }
}
