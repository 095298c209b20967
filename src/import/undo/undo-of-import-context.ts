import type { WriteScope } from '../../collections/records/write-records.ts'
import type { ItemOutcome } from '../runs/import-run-store.ts'

/** The data about a run of an import that are needed to undo it. */
export interface UndoContext {
  scope: WriteScope
  /** Id of the batch that contains all revisions by the run. */
  undoneBatch: string
  /** Name of the source that the run has imported. */
  source: string
  /**
   * Whether the source is a subscription: it does not repeat what was undone. Other sources can be imported again, as
   * though the run had not been.
   */
  isFollowed: boolean
  /** Whether records that the run has created are deleted for good instead of moved to the trash. */
  force: boolean
}

/** A record as it is after an undo, and the reason if it was not or not completely undone. */
export interface UndoOutcome {
  outcome: ItemOutcome
  reason?: 'import.changed-since' | 'import.used-elsewhere' | 'import.other-source' | 'import.no-version'
  title?: string
}
