import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import type { Engine } from '../db/database.ts'
import { listMigrationNames, refuseDatabaseOfNewerVersion } from '../db/migrations.ts'
import { BackupError } from './backup-options.ts'

/** The first bytes of a backup file, for each database engine. */
const MAGIC = { sqlite: 'SQLite format 3\0', postgres: 'PGDMP' } as const

/**
 * Detects by the first bytes of a backup file whether it is a backup of SQLite or PostgreSQL.
 * @throws {BackupError} when it is neither
 */
export function detectBackupEngine(file: string): keyof typeof MAGIC {
  if (!existsSync(file) || !statSync(file).isFile())
    throw new BackupError(`${file} does not exist or is not a regular file`)
  const bytes = Buffer.alloc(MAGIC.sqlite.length)
  const descriptor = openSync(file, 'r')
  readSync(descriptor, bytes, 0, bytes.length, 0)
  closeSync(descriptor)
  const start = bytes.toString('latin1')
  const engine = (['sqlite', 'postgres'] as const).find((name) => start.startsWith(MAGIC[name]))
  if (!engine) throw new BackupError(`${file} is not a backup`)
  return engine
}

/**
 * Refuses to restore a backup of a newer version of Almanac.
 * @param applied names of the migrations that the database in the backup has
 * @throws {NewerDatabaseError} when this version of Almanac does not contain one of these migrations
 */
export const assertBackupNotOfNewerAlmanacVersion = (engine: Engine, applied: readonly string[], label: string) =>
  refuseDatabaseOfNewerVersion(listMigrationNames(engine), applied, label, 'restore it with that version')
