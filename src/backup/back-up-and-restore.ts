import { sqliteFileOfUrl } from '../db/open-database.ts'
import type { JobOptions, RestoreOptions } from './backup-options.ts'
import type { ProgramEnvironment } from './postgres/postgres-programs.ts'
import type { BackupSummary, RestoreResult } from './table-checksums.ts'

/**
 * Backs up the database to a file and verifies the backup; the file appears only when it is complete. Pending
 * migrations are not applied, so that a backup made before an update of Almanac contains the old schema.
 * @param url the setting DATABASE_URL
 */
export async function backUpDatabase(
  url: string,
  file: string,
  options: JobOptions & { replace: boolean; env: ProgramEnvironment },
): Promise<BackupSummary> {
  const source = sqliteFileOfUrl(url)
  return source === undefined
    ? (await import('./postgres/back-up-postgres.ts')).backUpPostgres(url, file, options)
    : (await import('./sqlite/back-up-sqlite.ts')).backUpSqlite(source, file, options)
}

/** Restores the backup `file` to the database `url` and applies pending migrations. */
export async function restoreBackup(
  file: string,
  url: string,
  options: RestoreOptions & { env: ProgramEnvironment },
): Promise<RestoreResult> {
  const target = sqliteFileOfUrl(url)
  return target === undefined
    ? (await import('./postgres/restore-postgres.ts')).restorePostgres(file, url, options)
    : (await import('./sqlite/restore-sqlite.ts')).restoreSqlite(file, target, options)
}
