import type { Database } from '../../db/database.ts'
import { claimDueImportRun, releaseClaimOfImportRun } from './claim-due-run.ts'
import type { NamedRunRow } from './import-run-store.ts'

interface DueRuns {
  db: Database
  /** Unix time in seconds. */
  now(): number
  signal: AbortSignal
  /** Starts or continues a run. @returns whether the run has ended; false if `signal` stopped it */
  perform(run: NamedRunRow): Promise<boolean>
  onEnd(run: NamedRunRow): void
}

/**
 * Performs all runs that are due, one after the other. Several processes can call it, because a run is claimed before
 * it is performed.
 */
export async function performAllDueImportRuns({ db, now, signal, perform, onEnd }: DueRuns): Promise<void> {
  while (!signal.aborted) {
    const run = await claimDueImportRun(db, now())
    if (!run) return
    if (await perform(run)) onEnd(run)
    else await db.transaction((tx) => releaseClaimOfImportRun(tx, run.id, now()))
  }
}
