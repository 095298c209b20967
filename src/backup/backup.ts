import { sqliteFileOf } from '../db/open.ts'
import type { Attempt, Backup } from './copy.ts'
import type { Environment } from './postgres-programs.ts'
import type { Restored, RestoreOptions } from './sqlite-restore.ts'

/**
 * Copies the calendar to a file that is whole or absent, and compares the two.
 * @param url DATABASE_URL. The database is not brought up to date: a copy may be wanted just before that
 */
export async function backUp(
  url: string,
  file: string,
  options: Attempt & { replace: boolean; env: Environment },
): Promise<Backup> {
  const source = sqliteFileOf(url)
  return source === undefined
    ? (await import('./postgres-backup.ts')).backUpPostgres(url, file, options)
    : (await import('./sqlite-backup.ts')).backUpSqlite(source, file, options)
}

/** Puts the calendar in `file` where DATABASE_URL says, and brings it up to date. */
export async function restore(
  file: string,
  url: string,
  options: RestoreOptions & { env: Environment },
): Promise<Restored> {
  const target = sqliteFileOf(url)
  return target === undefined
    ? (await import('./postgres-restore.ts')).restorePostgres(file, url, options)
    : (await import('./sqlite-restore.ts')).restoreSqlite(file, target, options)
}
