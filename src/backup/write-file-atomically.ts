import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import { BackupError } from './backup-options.ts'
import { explainDiskFullError } from './disk-full-error.ts'

/** Suffixes of the names of files that SQLite creates beside a database file. */
export const SQLITE_SUFFIXES = ['-journal', '-wal', '-shm']

/**
 * Creates `file` atomically: `write` fills a temporary file in the same folder, which is then written to the disk and
 * renamed. If this fails, the temporary file is deleted and `file` is unchanged.
 * @param options.replace whether an existing file may be replaced
 * @param write gets the path of the temporary file, which exists, is empty and readable by this user only
 * @throws {BackupError} when `file` exists and may not be replaced, or is not a regular file, or its disk is full
 */
export async function writeFileAtomically<T>(
  file: string,
  { replace }: { replace: boolean },
  write: (temporary: string) => Promise<T>,
): Promise<T> {
  if (!existsSync(dirname(file))) throw new BackupError(`the folder ${dirname(file)} does not exist`)
  // Devices such as /dev/null are refused, because renaming the temporary file to such a path would replace the device
  // for all programs.
  if (existsSync(file) && !statSync(file).isFile())
    throw new BackupError(`${file} is not a regular file; choose another`)
  if (!replace) assertAbsent(file)
  const temporary = temporaryFileFor(file)
  try {
    closeSync(openSync(temporary, 'wx', 0o600))
    const result = await write(temporary)
    syncFileToDisk(temporary)
    if (replace) renameSync(temporary, file)
    else linkOrRename(temporary, file)
    syncFileToDisk(dirname(file))
    return result
  } catch (error) {
    throw explainDiskFullError(error, file)
  } finally {
    removeSqliteFiles(temporary)
  }
}

/**
 * Chooses a name for the temporary file that contains the process id. Deletes temporary files of processes that have
 * exited.
 */
function temporaryFileFor(file: string): string {
  const name = (pid: number | string) => `.${basename(file)}.${pid}.unfinished`
  for (const found of readdirSync(dirname(file))) {
    const [, pid] = /\.(\d+)\.unfinished$/.exec(found) ?? []
    if (pid && found === name(pid) && (Number(pid) === process.pid || !isAlive(Number(pid)))) {
      removeSqliteFiles(join(dirname(file), found))
    }
  }
  return join(dirname(file), name(process.pid))
}

/** Deletes a SQLite database file and its journal, WAL and shared-memory files, if they exist. */
export function removeSqliteFiles(file: string): void {
  for (const suffix of ['', ...SQLITE_SUFFIXES]) rmSync(file + suffix, { force: true })
}

/**
 * Waits until the content of a file, or the renames in a folder, are written to the disk (fsync).
 * @param path a file or a folder
 */
export function syncFileToDisk(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function assertAbsent(file: string): void {
  if (existsSync(file)) throw new BackupError(`${file} already exists; choose another file, or replace it with --force`)
}

/**
 * Gives the temporary file its final name without replacing an existing file: in contrast to renaming, creating a hard
 * link fails if `file` exists.
 */
function linkOrRename(temporary: string, file: string): void {
  try {
    linkSync(temporary, file)
  } catch (error) {
    assertAbsent(file)
    // On file systems without hard links, the temporary file is renamed instead.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes((error as { code?: string }).code ?? '')) throw error
    renameSync(temporary, file)
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}
