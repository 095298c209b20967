/** Why there is no copy, or none can be brought back; the message says it to a person. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** What a table holds, so that two of them can be compared without both being there. */
export interface TableChecksum {
  table: string
  rows: number
  /** SHA-256 of all rows in their order, hexadecimal. */
  digest: string
}

/** How far a step is; `total` is in the same unit, whichever that is. */
export type OnProgress = (step: 'copying' | 'reading' | 'comparing' | 'restoring', done: number, total: number) => void

export interface JobOptions {
  onProgress: OnProgress
  /** Aborted: what was begun is removed, and `BackupError` thrown. */
  signal: AbortSignal
}

export interface BackupSummary {
  tables: number
  rows: number
  sizeBytes: number
}

export const sumTables = (prints: readonly TableChecksum[]) => ({
  tables: prints.length,
  rows: prints.reduce((sum, { rows }) => sum + rows, 0),
})

/** @throws {BackupError} naming the tables that are not alike */
export function assertSameTables(
  wanted: readonly TableChecksum[],
  found: readonly TableChecksum[],
  where: string,
): void {
  const byName = new Map(found.map((print) => [print.table, print]))
  const wrong = wanted.filter(({ table, rows, digest }) => {
    const other = byName.get(table)
    return other?.rows !== rows || other.digest !== digest
  })
  const extra = found.length - wanted.length
  if (wrong.length === 0 && extra === 0) return
  const told = wrong.map(({ table, rows }) => `${table} (${rows} rows, found ${byName.get(table)?.rows ?? 'none'})`)
  throw new BackupError(`${where} is not what was copied: ${told.join(', ') || `${extra} tables too many`}`)
}

/** @throws {BackupError} when whoever asked does not want it any more */
export function assertNotAborted({ signal }: Pick<JobOptions, 'signal'>): void {
  if (signal.aborted) throw new BackupError('stopped; nothing was changed')
}
