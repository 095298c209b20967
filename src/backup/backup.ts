import { sqliteFileOf } from '../db/open.ts'
import type { BackupSummary, JobOptions } from './job.ts'
import type { ProgramEnvironment } from './postgres-programs.ts'
import type { RestoreOptions, RestoreResult } from './sqlite-restore.ts'

/**
 * Copies the calendar to a file that is whole or absent, and compares the two.
 * @param url DATABASE_URL. The database is not brought up to date: a copy may be wanted just before that
 */
export async function backUp(
  url: string,
  file: string,
  options: JobOptions & { replace: boolean; env: ProgramEnvironment },
): Promise<BackupSummary> {
  const source = sqliteFileOf(url)
  return source === undefined
    ? (await import('./postgres-backup.ts')).backUpPostgres(url, file, options)
    : (await import('./sqlite-backup.ts')).backUpSqlite(source, file, options)
}

/** Puts the calendar in `file` where DATABASE_URL says, and brings it up to date. */
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
