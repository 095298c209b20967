import type { MonotonicClock } from '../collections/events/bulk-load/bulk-load-events.ts'
import type { WriteScope } from '../collections/records/write-records.ts'
import { siteDefaultLanguage } from '../collections/scope.ts'
import type { TakenSlugs } from '../collections/texts/assign-free-slugs.ts'
import type { Problem } from '../core/errors.ts'
import { formatMessage } from '../core/messages/index.ts'
import type { ImportSource } from './import-item-types.ts'
import type { ImportOptions } from './import-options.ts'
import type { TextSet } from './items/compact-text-set.ts'
import type { PictureLoader } from './items/limit-time-for-slow-picture-hosts.ts'
import type { ProblemPlace } from './items/parse-item-fields.ts'
import type { ReferenceIndex } from './items/resolve-references.ts'
import type { ItemOutcome, RunCounts, RunProblem } from './runs/import-run-store.ts'

/** The data and settings of a run that all of its steps use. */
export interface RunContext {
  /**
   * Account, site, language and time of the run. It has no request id, because all writes of a run share one audit
   * entry.
   */
  scope: WriteScope
  source: Pick<ImportSource, 'name'>
  options: ImportOptions
  runId: number
  isDry: boolean
  index: ReferenceIndex
  takenSlugs: TakenSlugs
  /** Collection and external id of each item that needed no write in this run. */
  unchangedItems: TextSet
  clock: MonotonicClock
  loadPicture: PictureLoader
}

/** The outcomes of the items of a batch: the number of items by outcome, and the problems of items. */
export interface BatchResult {
  counts: RunCounts
  problems: RunProblem[]
}

export const createEmptyBatchResult = (): BatchResult => ({ counts: {}, problems: [] })

export function addItemOutcomeToCounts(counts: RunCounts, collection: string, outcome: ItemOutcome, number = 1): void {
  const name = collection as keyof RunCounts
  const ofCollection = counts[name] ?? {}
  counts[name] = ofCollection
  ofCollection[outcome] = (ofCollection[outcome] ?? 0) + number
}

/** Adds the numbers of items in `more` to those in `counts`. */
export function addToCountsOfImportRun(counts: RunCounts, more: RunCounts): void {
  for (const [collection, outcomes] of Object.entries(more)) {
    for (const [outcome, number] of Object.entries(outcomes)) {
      addItemOutcomeToCounts(counts, collection, outcome as ItemOutcome, number)
    }
  }
}

/** Converts a problem of an item to the row that is stored, with its message in the default language of the site. */
export const toRunProblem = (
  { scope }: Pick<RunContext, 'scope'>,
  { name, reason, placeholders }: Problem,
  place: ProblemPlace,
  severity: RunProblem['severity'] = 'warning',
): RunProblem => ({
  severity,
  ...place,
  field: name,
  message: formatMessage(siteDefaultLanguage(scope), reason, { ...placeholders, name }),
})
