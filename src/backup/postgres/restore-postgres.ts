import { openDatabase } from '../../db/open-database.ts'
import { BackupError, type JobOptions, type RestoreOptions } from '../backup-options.ts'
import { assertBackupNotOfNewerAlmanacVersion, detectBackupEngine } from '../detect-backup-engine.ts'
import {
  assertSameTableChecksums,
  countTablesRowsAndBytesOfBackup,
  type RestoreResult,
  type TableChecksum,
} from '../table-checksums.ts'
import { computeChecksumsOfPostgresDumpFile, readPostgresMajorVersion } from './back-up-postgres.ts'
import {
  createLibpqEnvironment,
  findPostgresProgram,
  type ProgramEnvironment,
  runPostgresProgram,
} from './postgres-programs.ts'
import { computePostgresTableChecksums, openPostgresSession, type PostgresSession } from './postgres-session.ts'

/**
 * Restores a dump to an empty database with `pg_restore` in one transaction, then compares the checksums of the
 * restored tables with those of the dump.
 * @throws {BackupError} when the dump is unusable, or the database is in use or not empty
 */
export async function restorePostgres(
  file: string,
  url: string,
  options: RestoreOptions & { env: ProgramEnvironment },
): Promise<RestoreResult> {
  if (detectBackupEngine(file) !== 'postgres') {
    throw new BackupError(`${file} is a backup of a SQLite database, but DATABASE_URL names a PostgreSQL database`)
  }
  const session = await openPostgresSession(url)
  try {
    await assertEmptyDatabase(session, options.force)
    const restore = await findPostgresProgram('pg_restore', await readPostgresMajorVersion(session), options.env)
    const expected = await verifyDump(restore, file, options)
    options.onBeforeReplace()
    options.onProgress('restoring', 0, 1)
    const args = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges', '--no-password']
    const env = createLibpqEnvironment(url, options.env)
    await runPostgresProgram(restore, [...args, `--dbname=${env.PGDATABASE ?? ''}`, file], env, options)
    options.onProgress('restoring', 1, 1)
    const found = await computePostgresTableChecksums(session, (done, total) =>
      options.onProgress('comparing', done, total),
    )
    assertSameTableChecksums(expected, found, 'the database')
    // A dump contains no table statistics. Without them the query planner of PostgreSQL would scan whole tables.
    await session.all('ANALYZE')
    await (await openDatabase(url)).close()
    return { ...countTablesRowsAndBytesOfBackup(file, expected), previousFile: undefined }
  } finally {
    await session.close()
  }
}

/**
 * Reads the whole dump and checks that it contains an Almanac database without unknown migrations.
 * @returns checksums of the tables in the dump
 */
async function verifyDump(
  restore: string,
  file: string,
  options: JobOptions & { env: ProgramEnvironment },
): Promise<TableChecksum[]> {
  const applied: string[] = []
  const rowListener = { table: 'public.migration', onLine: (line: string) => applied.push(line) }
  const checksums = await computeChecksumsOfPostgresDumpFile(restore, file, options, 0, rowListener)
  const has = (table: string) => checksums.some((checksum) => checksum.table.startsWith(`public.${table} (`))
  if (!has('migration') || !has('site')) throw new BackupError(`${file} is a dump, but not of an Almanac database`)
  assertBackupNotOfNewerAlmanacVersion('postgres', applied, file)
  return checksums
}

/**
 * Refuses to restore to a database that is in use or not empty.
 * @throws {BackupError} when a server uses the database, or it has tables
 */
async function assertEmptyDatabase(session: PostgresSession, force: boolean): Promise<void> {
  const [row] = await session.all<{ database: string; servers: number; tables: number }>(`
    SELECT current_database() AS database,
      (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'almanac %'
        AND pid <> pg_backend_pid()) AS servers,
      (SELECT count(*) FROM pg_class WHERE relkind IN ('r', 'v', 'S') AND relnamespace = 'public'::regnamespace) AS tables`)
  const { database = '', servers = 0, tables = 0 } = row ?? {}
  const advice = `create an empty one with \`createdb --encoding=UTF8 --template=template0 <name>\`, restore into it, then set DATABASE_URL to it; ${database} is not changed`
  if (servers > 0) throw new BackupError(`a server uses the database ${database}; ${advice}`)
  if (tables > 0) throw new BackupError(`the database ${database} is not empty; ${advice}`)
  if (force) throw new BackupError('--force is for SQLite; on PostgreSQL a backup is restored to an empty database')
}
