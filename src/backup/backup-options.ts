/** Thrown when a backup or restore fails; the message is for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/**
 * Reports the progress of a backup or restore. `done` and `total` have the same unit, e.g. pages or tables, depending
 * on the step.
 */
export type OnProgress = (step: 'copying' | 'reading' | 'comparing' | 'restoring', done: number, total: number) => void

/** Options that a backup and a restore have in common. */
export interface JobOptions {
  onProgress: OnProgress
  /** When this signal is aborted, unfinished files are removed and `BackupError` is thrown. */
  signal: AbortSignal
}

/** Options of a restore. */
export interface RestoreOptions extends JobOptions {
  /** Whether a database that has content may be replaced. */
  force: boolean
  /** Suffix that the file name of the replaced database gets. */
  timestamp: string
  /** Called after all checks, right before the database is replaced. */
  onBeforeReplace(): void
}

/**
 * Stops a backup or restore that was cancelled.
 * @throws {BackupError} when the signal is aborted
 */
export function throwIfBackupOrRestoreCancelled({ signal }: Pick<JobOptions, 'signal'>): void {
  if (signal.aborted) throw new BackupError('stopped; nothing was changed')
}
