import type { Attempt, Backup } from './copy.ts'
import type { Environment } from './postgres-programs.ts'
import type { Restored, RestoreOptions } from './sqlite-restore.ts'

const SQLITE = 'sqlite:'

/**
 * Copies the calendar to a file that is whole or absent, and compares the two.
 * @param url DATABASE_URL. The database is not brought up to date: a copy may be wanted just before that
 */
export async function backUp(
  url: string,
  file: string,
  options: Attempt & { replace: boolean; env: Environment },
): Promise<Backup> {
  if (url.startsWith(SQLITE)) {
    return (await import('./sqlite-backup.ts')).backUpSqlite(url.slice(SQLITE.length), file, options)
  }
  return (await import('./postgres-backup.ts')).backUpPostgres(url, file, options)
}

/** Puts the calendar in `file` where DATABASE_URL says, and brings it up to date. */
export async function restore(
  file: string,
  url: string,
  options: RestoreOptions & { env: Environment },
): Promise<Restored> {
  if (url.startsWith(SQLITE)) {
    return (await import('./sqlite-restore.ts')).restoreSqlite(file, url.slice(SQLITE.length), options)
  }
  return (await import('./postgres-restore.ts')).restorePostgres(file, url, options)
}
