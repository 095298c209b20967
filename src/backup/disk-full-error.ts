import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { BackupError } from './backup-options.ts'

/**
 * If fewer bytes are free, an I/O error of SQLite counts as a full disk, because SQLite reports some writes to a full
 * disk as I/O errors.
 */
const FREE_BYTES_MIN = 1024 * 1024

/** Primary result codes of SQLite (sqlite.org/rescode.html): a failed read or write, and a full disk. */
const SQLITE_IOERR = 10
const SQLITE_FULL = 13

/** Properties that Node and SQLite add to their errors. */
interface WriteError {
  code?: string
  /** Extended result code of SQLite; its last byte is the primary one. */
  errcode?: number
  cause?: WriteError
}

/**
 * If a write failed because the disk of `file` is full, returns an error that names the folder: errors of SQLite name
 * no path, and those of copied files name the source file.
 * @returns `error` itself if the write failed for another reason
 */
export function explainDiskFullError(error: unknown, file: string): unknown {
  const folder = dirname(file)
  if (!isDiskFull(error as WriteError, folder)) return error
  return new BackupError(`the disk of ${folder} is full; free some space`, { cause: error })
}

function isDiskFull({ code = '', errcode = 0, cause }: WriteError, folder: string): boolean {
  if (['ENOSPC', 'EDQUOT'].includes(code)) return true
  const result = errcode & 0xff
  if (result === SQLITE_FULL) return true
  if (result === SQLITE_IOERR) return freeBytes(folder) < FREE_BYTES_MIN
  return cause !== undefined && isDiskFull(cause, folder)
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
