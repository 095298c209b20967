import { statSync } from 'node:fs'
import { writeAtomically } from './atomic-file.ts'
import { readDumpChecksums } from './dump-checksums.ts'
import {
  assertSameTables,
  BackupError,
  type BackupSummary,
  type JobOptions,
  sumTables,
  type TableChecksum,
} from './job.ts'
import {
  findProgram,
  libpqEnvironment,
  type ProgramEnvironment,
  runProgram,
  startProgram,
} from './postgres-programs.ts'
import { openPostgresSession, type PostgresSession, readPostgresChecksums } from './postgres-session.ts'

/**
 * Has `pg_dump` copy the calendar as it is at one moment, while servers read and write it; then compares the rows in the
 * copy with those of that moment.
 * @throws {BackupError} when the tools are missing or too old, or the copy is not what the original was
 */
export async function backUpPostgres(
  url: string,
  file: string,
  options: JobOptions & { replace: boolean; env: ProgramEnvironment },
): Promise<BackupSummary> {
  const session = await openPostgresSession(url)
  try {
    const major = await readServerMajor(session)
    const dump = await findProgram('pg_dump', major, options.env)
    const restore = await findProgram('pg_restore', major, options.env)
    // Whoever holds the snapshot reads what whoever takes it over does.
    await session.all('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL synchronize_seqscans = off')
    const [exported] = await session.all<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot')
    return await writeAtomically(file, options, async (unfinished) => {
      options.onProgress('copying', 0, 1)
      const snapshot = `--snapshot=${exported?.snapshot}`
      const args = [
        '--format=custom',
        '--no-owner',
        '--no-privileges',
        '--no-comments',
        '--no-password',
        snapshot,
        `--file=${unfinished}`,
      ]
      await runProgram(dump, args, libpqEnvironment(url, options.env), options)
      options.onProgress('copying', 1, 1)
      const prints = await readPostgresChecksums(session, (done, total) => options.onProgress('reading', done, total))
      const found = await readDumpFileChecksums(restore, unfinished, options, prints.length)
      assertSameTables(prints, found, file)
      return { ...sumTables(prints), sizeBytes: statSync(unfinished).size }
    })
  } finally {
    await session.close()
  }
}

export async function readServerMajor(session: PostgresSession): Promise<number> {
  const [row] = await session.all<{ version: number }>("SELECT current_setting('server_version_num')::int AS version")
  return Math.floor((row?.version ?? 0) / 10_000)
}

/**
 * Reads the whole of a dump.
 * @param tables how many there should be, to show how far it is
 * @throws {BackupError} when it cannot be read to its end
 */
export async function readDumpFileChecksums(
  restore: string,
  file: string,
  options: JobOptions & { env: ProgramEnvironment },
  tables: number,
  of?: { table: string; onLine(line: string): void },
): Promise<TableChecksum[]> {
  const { child, ended } = startProgram(restore, ['--data-only', '--file=-', file], options.env, options)
  const prints = await readDumpChecksums(child.stdout, (done) => options.onProgress('comparing', done, tables), of)
  try {
    await ended
  } catch (error) {
    throw new BackupError(`${file} is damaged: ${(error as Error).message}`, { cause: error })
  }
  return prints
}
