import { existsSync } from 'node:fs'
import { type Config, defaultDatabaseFile } from '../../config/config-types.ts'
import { sqliteFileOfUrl } from '../../db/open-database.ts'

/** Path of the SQLite file in DATA_DIR if it exists and is not the configured database. */
export function findOtherDatabaseFile({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): string | undefined {
  const file = defaultDatabaseFile(dataDir)
  return sqliteFileOfUrl(databaseUrl) !== file && existsSync(file) ? file : undefined
}
