import type { Config } from '../config/config-types.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open-database.ts'
import type { CommandContext } from './command-types.ts'
import { readCommandConfig } from './parse-arguments.ts'

/**
 * Opens the configured database, applies pending migrations, calls `work` with the database, and closes it afterwards.
 * A server may use the same database at the same time.
 * @param values parsed flags, as returned by `parseArguments`
 * @param isServing whether statements have the timeouts of a server; commands run without timeouts
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
