import { sqliteFileOf } from '../db/open.ts'
import type { BackupSummary, JobOptions } from './job.ts'
import type { ProgramEnvironment } from './postgres-programs.ts'
import type { RestoreOptions, RestoreResult } from './sqlite-restore.ts'

/**
 * Backs up the database to a file and verifies it; the file appears only when it is complete.
 * @param url DATABASE_URL; pending migrations are not applied, because a backup may be made before an update
 */
export async function backUpDatabase(
  url: string,
  file: string,
  options: JobOptions & { replace: boolean; env: ProgramEnvironment },
): Promise<BackupSummary> {
  const source = sqliteFileOf(url)
  return source === undefined
    ? (await import('./postgres-backup.ts')).backUpPostgres(url, file, options)
    : (await import('./sqlite-backup.ts')).backUpSqlite(source, file, options)
}

/** Restores the backup `file` to the database `url` and applies pending migrations. */
export async function restoreBackup(
  file: string,
  url: string,
  options: RestoreOptions & { env: ProgramEnvironment },
): Promise<RestoreResult> {
  const target = sqliteFileOf(url)
  return target === undefined
    ? (await import('./postgres-restore.ts')).restorePostgres(file, url, options)
    : (await import('./sqlite-restore.ts')).restoreSqlite(file, target, options)
}
