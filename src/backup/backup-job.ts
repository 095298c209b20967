/** Thrown when a backup or restore fails; the message is for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** Number of rows and hash of the content of a table, to compare a database with its backup. */
export interface TableChecksum {
  table: string
  rows: number
  /** SHA-256 hash of all rows of the table, in their stored order, as hexadecimal digits. */
  digest: string
}

/**
 * Reports the progress of a backup or restore. `done` and `total` have the same unit, e.g. pages or tables, depending
 * on the step.
 */
export type OnProgress = (step: 'copying' | 'reading' | 'comparing' | 'restoring', done: number, total: number) => void

/** Options of backup and restore. */
export interface JobOptions {
  onProgress: OnProgress
  /** When this signal is aborted, unfinished files are removed and `BackupError` is thrown. */
  signal: AbortSignal
}

/** Size of a verified backup. */
export interface BackupSummary {
  tables: number
  rows: number
  sizeBytes: number
}

/** Counts the tables, and adds up their numbers of rows. */
export const countTablesAndRows = (checksums: readonly TableChecksum[]) => ({
  tables: checksums.length,
  rows: checksums.reduce((sum, { rows }) => sum + rows, 0),
})

/**
 * Compares the table checksums of two databases.
 * @param where name of the second database for the error message, e.g. the path of the backup
 * @throws {BackupError} naming the tables that differ
 */
export function assertSameTables(
  expected: readonly TableChecksum[],
  found: readonly TableChecksum[],
  where: string,
): void {
  const byName = new Map(found.map((checksum) => [checksum.table, checksum]))
  const wrong = expected.filter(({ table, rows, digest }) => {
    const other = byName.get(table)
    return other?.rows !== rows || other.digest !== digest
  })
  const extra = found.length - expected.length
  if (wrong.length === 0 && extra === 0) return
  const differences = wrong.map(
    ({ table, rows }) => `${table} (${rows} rows, now ${byName.get(table)?.rows ?? 'none'})`,
  )
  throw new BackupError(`${where} differs from the original: ${differences.join(', ') || `${extra} additional tables`}`)
}

/**
 * Stops a backup or restore that was cancelled.
 * @throws {BackupError} when the signal is aborted
 */
export function assertNotAborted({ signal }: Pick<JobOptions, 'signal'>): void {
  if (signal.aborted) throw new BackupError('stopped; nothing was changed')
}
