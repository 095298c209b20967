import type { WriteScope } from '../../collections/records/write-records.ts'
import type { ItemOutcome } from '../runs/import-run-store.ts'

/** The data that undoing a run needs. */
export interface UndoContext {
  scope: WriteScope
  /** Id of the batch of revisions that the run has stored. */
  undoneBatch: string
  /** Name of the source that the run has imported. */
  source: string
  /**
   * Whether the source is a subscription, which does not import again what was undone. Other sources can be imported
   * again as if the run had not taken place.
   */
  isFollowed: boolean
  /** Whether records that the run created are deleted for good instead of moved to the trash. */
  force: boolean
}

/** What the undo did with a record, and the reason if its write was not undone or not completely. */
export interface UndoOutcome {
  outcome: ItemOutcome
  reason?: 'import.changed-since' | 'import.used-elsewhere' | 'import.other-source' | 'import.no-version'
  title?: string
}
