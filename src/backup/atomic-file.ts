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
import { BackupError } from './job.ts'

/** What SQLite keeps beside a database. */
export const SQLITE_SUFFIXES = ['-journal', '-wal', '-shm']

/**
 * Makes `file` whole or not at all, whenever this process ends: `make` writes it under another name in the same folder,
 * which is taken away when that fails.
 * @param options.replace whether a file of this name may be there already
 * @param make gets a file that is there, empty, and nobody else's to read
 * @throws {BackupError} when the file is there and may not be replaced, or is a folder or a device
 */
export async function writeAtomically<T>(
  file: string,
  { replace }: { replace: boolean },
  make: (unfinished: string) => Promise<T>,
): Promise<T> {
  if (!existsSync(dirname(file))) throw new BackupError(`the folder ${dirname(file)} does not exist`)
  // Renaming would put a file in the place of a device, for all programs.
  if (existsSync(file) && !statSync(file).isFile()) throw new BackupError(`${file} is no file; name one`)
  if (!replace) assertAbsent(file)
  const unfinished = temporaryFileFor(file)
  try {
    closeSync(openSync(unfinished, 'wx', 0o600))
    const made = await make(unfinished)
    syncToDisk(unfinished)
    if (replace) renameSync(unfinished, file)
    else linkOrRename(unfinished, file)
    syncToDisk(dirname(file))
    return made
  } finally {
    removeDatabaseFiles(unfinished)
  }
}

/** A name of this process; those of processes that are gone are removed. */
function temporaryFileFor(file: string): string {
  const name = (pid: number | string) => `.${basename(file)}.${pid}.unfinished`
  for (const found of readdirSync(dirname(file))) {
    const [, pid] = /\.(\d+)\.unfinished$/.exec(found) ?? []
    if (pid && found === name(pid) && (Number(pid) === process.pid || !isAlive(Number(pid)))) {
      removeDatabaseFiles(join(dirname(file), found))
    }
  }
  return join(dirname(file), name(process.pid))
}

/** A database, if it is there, and what is kept beside it. */
export function removeDatabaseFiles(file: string): void {
  for (const suffix of ['', ...SQLITE_SUFFIXES]) rmSync(file + suffix, { force: true })
}

/** What is written and renamed is on the disk, not only on its way there. @param path a file or a folder */
export function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function assertAbsent(file: string): void {
  if (existsSync(file)) throw new BackupError(`${file} is there already; name another file, or replace it with --force`)
}

/** Unlike renaming, linking fails when somebody else made the file meanwhile. */
function linkOrRename(unfinished: string, file: string): void {
  try {
    linkSync(unfinished, file)
  } catch (error) {
    assertAbsent(file)
    // Some file systems have no links.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes((error as { code?: string }).code ?? '')) throw error
    renameSync(unfinished, file)
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}
