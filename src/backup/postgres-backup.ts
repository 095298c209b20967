import { statSync } from 'node:fs'
import { type Attempt, type Backup, BackupError, refuseDifference, type TablePrint, totalsOf } from './copy.ts'
import { dumpPrints } from './dump-prints.ts'
import { type Environment, findProgram, libpqOf, runProgram, start } from './postgres-programs.ts'
import { openSession, type Session, sessionPrints } from './postgres-session.ts'
import { makeWhole } from './whole-file.ts'

/**
 * Has `pg_dump` copy the calendar as it is at one moment, while servers read and write it; then compares the rows in the
 * copy with those of that moment.
 * @throws {BackupError} when the tools are missing or too old, or the copy is not what the original was
 */
export async function backUpPostgres(
  url: string,
  file: string,
  options: Attempt & { replace: boolean; env: Environment },
): Promise<Backup> {
  const session = await openSession(url)
  try {
    const major = await majorOf(session)
    const dump = await findProgram('pg_dump', major, options.env)
    const restore = await findProgram('pg_restore', major, options.env)
    // Whoever holds the snapshot reads what whoever takes it over does.
    await session.all('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL synchronize_seqscans = off')
    const [exported] = await session.all<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot')
    return await makeWhole(file, options, async (unfinished) => {
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
      await runProgram(dump, args, libpqOf(url, options.env), options)
      options.onProgress('copying', 1, 1)
      const prints = await sessionPrints(session, (done, total) => options.onProgress('reading', done, total))
      const found = await printsInDump(restore, unfinished, options, prints.length)
      refuseDifference(prints, found, file)
      return { ...totalsOf(prints), sizeBytes: statSync(unfinished).size }
    })
  } finally {
    await session.close()
  }
}

export async function majorOf(session: Session): Promise<number> {
  const [row] = await session.all<{ version: number }>("SELECT current_setting('server_version_num')::int AS version")
  return Math.floor((row?.version ?? 0) / 10_000)
}

/**
 * Reads the whole of a dump.
 * @param tables how many there should be, to show how far it is
 * @throws {BackupError} when it cannot be read to its end
 */
export async function printsInDump(
  restore: string,
  file: string,
  options: Attempt & { env: Environment },
  tables: number,
  of?: { table: string; onLine(line: string): void },
): Promise<TablePrint[]> {
  const { child, ended } = start(restore, ['--data-only', '--file=-', file], options.env, options)
  const prints = await dumpPrints(child.stdout, (done) => options.onProgress('comparing', done, tables), of)
  try {
    await ended
  } catch (error) {
    throw new BackupError(`${file} is damaged: ${(error as Error).message}`, { cause: error })
  }
  return prints
}
