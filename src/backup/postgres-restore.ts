import { statSync } from 'node:fs'
import { openDatabase } from '../db/open.ts'
import { assertSameTables, BackupError, type JobOptions, sumTables, type TableChecksum } from './job.ts'
import { readDumpFileChecksums, readServerMajor } from './postgres-backup.ts'
import { findProgram, libpqEnvironment, type ProgramEnvironment, runProgram } from './postgres-programs.ts'
import { openPostgresSession, type PostgresSession, readPostgresChecksums } from './postgres-session.ts'
import type { RestoreOptions, RestoreResult } from './sqlite-restore.ts'
import { assertBackupNotNewer, detectBackupEngine } from './sqlite-verify.ts'

/**
 * Has `pg_restore` fill the empty database in one transaction, then compares what is in it with the copy.
 * @throws {BackupError} when the copy cannot be used, or the database is in use or not empty
 */
export async function restorePostgres(
  file: string,
  url: string,
  options: RestoreOptions & { env: ProgramEnvironment },
): Promise<RestoreResult> {
  if (detectBackupEngine(file) !== 'postgres') {
    throw new BackupError(`${file} is a copy of a SQLite database, but DATABASE_URL names one of PostgreSQL`)
  }
  const session = await openPostgresSession(url)
  try {
    await assertEmptyDatabase(session, options.force)
    const restore = await findProgram('pg_restore', await readServerMajor(session), options.env)
    const prints = await verifyDump(restore, file, options)
    options.onBeforeReplace()
    options.onProgress('restoring', 0, 1)
    const args = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges', '--no-password']
    const env = libpqEnvironment(url, options.env)
    await runProgram(restore, [...args, `--dbname=${env.PGDATABASE ?? ''}`, file], env, options)
    options.onProgress('restoring', 1, 1)
    const found = await readPostgresChecksums(session, (done, total) => options.onProgress('comparing', done, total))
    assertSameTables(prints, found, 'the database')
    // A dump has no statistics; without them the first searches read everything.
    await session.all('ANALYZE')
    await (await openDatabase(url)).close()
    return { ...sumTables(prints), sizeBytes: statSync(file).size, previousFile: undefined }
  } finally {
    await session.close()
  }
}

async function verifyDump(
  restore: string,
  file: string,
  options: JobOptions & { env: ProgramEnvironment },
): Promise<TableChecksum[]> {
  const applied: string[] = []
  const of = { table: 'public.migration', onLine: (line: string) => applied.push(line) }
  const prints = await readDumpFileChecksums(restore, file, options, 0, of)
  const has = (table: string) => prints.some((print) => print.table.startsWith(`public.${table} (`))
  if (!has('migration') || !has('site')) throw new BackupError(`${file} is a dump, but of no calendar of Almanac`)
  assertBackupNotNewer('postgres', applied, file)
  return prints
}

/** @throws {BackupError} when a server uses the database, or there is anything in it */
async function assertEmptyDatabase(session: PostgresSession, force: boolean): Promise<void> {
  const [row] = await session.all<{ database: string; servers: number; tables: number }>(`
    SELECT current_database() AS database,
      (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'almanac %'
        AND pid <> pg_backend_pid()) AS servers,
      (SELECT count(*) FROM pg_class WHERE relkind IN ('r', 'v', 'S') AND relnamespace = 'public'::regnamespace) AS tables`)
  const { database = '', servers = 0, tables = 0 } = row ?? {}
  const elsewhere = `make an empty one with \`createdb --encoding=UTF8 --template=template0 <name>\`, restore into that, then name it in DATABASE_URL; ${database} stays as it is`
  if (servers > 0) throw new BackupError(`a server uses the database ${database}; ${elsewhere}`)
  if (tables > 0) throw new BackupError(`the database ${database} is not empty; ${elsewhere}`)
  if (force) throw new BackupError('--force is for SQLite; on PostgreSQL a copy goes into an empty database')
}
