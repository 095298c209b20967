import { statSync } from 'node:fs'
import { BackupError } from './backup-options.ts'

/** The number of rows of a table and a hash of its content, for comparing a database with its backup. */
export interface TableChecksum {
  table: string
  rows: number
  /** SHA-256 hash of all rows of the table, in their stored order, as hexadecimal digits. */
  digest: string
}

/** The size of a backup whose checksums have been verified: tables, rows and bytes. */
export interface BackupSummary {
  tables: number
  rows: number
  sizeBytes: number
}

/** The summary of a restored backup. */
export interface RestoreResult extends BackupSummary {
  /** New path of the replaced database; undefined if there was none. */
  previousFile: string | undefined
}

/**
 * Counts the tables and rows of a backup, and reads the size of its file.
 * @param checksums checksums of its tables
 */
export const countTablesRowsAndBytesOfBackup = (file: string, checksums: readonly TableChecksum[]): BackupSummary => ({
  tables: checksums.length,
  rows: checksums.reduce((sum, { rows }) => sum + rows, 0),
  sizeBytes: statSync(file).size,
})

/**
 * Compares the checksums of the tables of two databases.
 * @param where name of the second database in the error message, e.g. the path of the backup
 * @throws {BackupError} that names the tables that differ
 */
export function assertSameTableChecksums(
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
