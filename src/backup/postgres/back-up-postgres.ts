import { assertDatabaseHasCompleteSchema } from '../assert-database-has-complete-schema.ts'
import { BackupError, type JobOptions } from '../backup-options.ts'
import {
  assertSameTableChecksums,
  type BackupSummary,
  countTablesRowsAndBytesOfBackup,
  type TableChecksum,
} from '../table-checksums.ts'
import { writeFileAtomically } from '../write-file-atomically.ts'
import { computeChecksumsOfPostgresDumpScript } from './dump-checksums.ts'
import {
  createLibpqEnvironment,
  findPostgresProgram,
  type ProgramEnvironment,
  runPostgresProgram,
  startPostgresProgram,
} from './postgres-programs.ts'
import { computePostgresTableChecksums, openPostgresSession, type PostgresSession } from './postgres-session.ts'

/**
 * Dumps one snapshot of the database with `pg_dump`, while servers may use the database, then compares checksums of the
 * dump with those of the snapshot.
 * @throws {BackupError} when `pg_dump` or `pg_restore` is missing or too old, the database lacks tables of its
 * migrations, or the dump differs from the snapshot
 */
export async function backUpPostgres(
  url: string,
  file: string,
  options: JobOptions & { replace: boolean; env: ProgramEnvironment },
): Promise<BackupSummary> {
  const session = await openPostgresSession(url)
  try {
    const major = await readPostgresMajorVersion(session)
    const dump = await findPostgresProgram('pg_dump', major, options.env)
    const restore = await findPostgresProgram('pg_restore', major, options.env)
    // The transaction exports its snapshot, so that `pg_dump` dumps exactly the rows whose checksums this transaction
    // reads.
    await session.all('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL synchronize_seqscans = off')
    await assertDatabaseHasCompleteSchema('postgres', session.all)
    const [exported] = await session.all<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot')
    return await writeFileAtomically(file, options, async (temporary) => {
      options.onProgress('copying', 0, 1)
      const snapshot = `--snapshot=${exported?.snapshot}`
      const args = [
        '--format=custom',
        '--no-owner',
        '--no-privileges',
        '--no-comments',
        '--no-password',
        snapshot,
        `--file=${temporary}`,
      ]
      await runPostgresProgram(dump, args, createLibpqEnvironment(url, options.env), options)
      options.onProgress('copying', 1, 1)
      const expected = await computePostgresTableChecksums(session, (done, total) =>
        options.onProgress('reading', done, total),
      )
      const found = await computeChecksumsOfPostgresDumpFile(restore, temporary, options, expected.length)
      assertSameTableChecksums(expected, found, file)
      return countTablesRowsAndBytesOfBackup(temporary, expected)
    })
  } finally {
    await session.close()
  }
}

/** The major version of the PostgreSQL server, such as 17. */
export async function readPostgresMajorVersion(session: PostgresSession): Promise<number> {
  const [row] = await session.all<{ version: number }>("SELECT current_setting('server_version_num')::int AS version")
  return Math.floor((row?.version ?? 0) / 10_000)
}

/**
 * Computes the checksums of the tables in a dump file, which `pg_restore` converts to text.
 * @param restore path of `pg_restore`
 * @param tables expected number of tables, for progress
 * @param rowListener called with each row of one table
 * @returns checksums of all tables
 * @throws {BackupError} when the dump is damaged
 */
export async function computeChecksumsOfPostgresDumpFile(
  restore: string,
  file: string,
  options: JobOptions & { env: ProgramEnvironment },
  tables: number,
  rowListener?: { table: string; onLine(line: string): void },
): Promise<TableChecksum[]> {
  const { child, ended } = startPostgresProgram(restore, ['--data-only', '--file=-', file], options.env, options)
  const checksums = await computeChecksumsOfPostgresDumpScript(
    child.stdout,
    (done) => options.onProgress('comparing', done, tables),
    rowListener,
  )
  try {
    await ended
  } catch (error) {
    throw new BackupError(`${file} is damaged: ${(error as Error).message}`, { cause: error })
  }
  return checksums
}
