import type { Snapshot } from '../db/database.ts'
import { listPendingMigrations } from '../db/migrations.ts'
import {
  isSqliteDamagedError,
  isSqliteInputOutputError,
  UnusableDatabaseError,
} from '../db/translate-database-errors.ts'
import { withDatabaseSnapshot } from '../db/with-database-snapshot.ts'
import { categoryHierarchy, eventCategories } from './check-categories.ts'
import { eventTimes, foldedTexts } from './check-computed-columns.ts'
import { denormalizedLinks, denormalizedTexts } from './check-denormalized-columns.ts'
import { eventCounts, listedStarts } from './check-event-counts.ts'
import { foreignKeys, storageIntegrity } from './check-integrity-and-foreign-keys.ts'
import { eventPrices } from './check-prices.ts'
import { repeatedEvents } from './check-repeated-events.ts'
import { searchIndex } from './check-search-index.ts'
import {
  originalTexts,
  pictureContents,
  publicationStatus,
  uniqueIds,
  uniqueSlugs,
} from './check-texts-slugs-ids-status-and-pictures.ts'
import type { Invariant, Violation } from './invariant-type.ts'

/** All invariants, in the order of checking. Damage that violates an early one may violate later ones too. */
export const INVARIANTS: readonly Invariant[] = [
  storageIntegrity,
  foreignKeys,
  uniqueIds,
  originalTexts,
  uniqueSlugs,
  publicationStatus,
  eventTimes,
  eventPrices,
  categoryHierarchy,
  eventCategories,
  repeatedEvents,
  listedStarts,
  denormalizedTexts,
  denormalizedLinks,
  eventCounts,
  searchIndex,
  foldedTexts,
  pictureContents,
]

/** The result of checking one invariant; `almanac check --json` prints it. */
export interface Finding {
  name: string
  promise: string
  advice: string
  /** The violations; empty when the invariant holds. */
  broken: readonly Violation[]
}

export interface CheckOptions {
  /** Maximum number of texts of each kind of record to check one by one. If there are more, a sample is checked. */
  textsMax?: number
  /** Called before each invariant is checked, to show the progress. */
  onStep?: (invariant: Invariant, done: number, total: number) => void
}

const TEXTS_MAX = 20_000

/**
 * Checks all invariants on a snapshot of the database. Changes nothing; servers can go on writing.
 * @param url `sqlite:<file>` or `postgres://…`
 * @throws {UnusableDatabaseError} when the database lacks migrations
 */
export const checkAllInvariantsOfDatabase = (url: string, options: CheckOptions = {}): Promise<Finding[]> =>
  withDatabaseSnapshot(url, async (db) => {
    await refusePendingMigrations(db)
    return checkInvariantsOnSnapshot(db, INVARIANTS, options)
  })

/** Checks the given invariants on an open snapshot. */
export async function checkInvariantsOnSnapshot(
  db: Snapshot,
  invariants: readonly Invariant[],
  { textsMax = TEXTS_MAX, onStep = () => {} }: CheckOptions = {},
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [done, invariant] of invariants.entries()) {
    onStep(invariant, done, invariants.length)
    const { name, promise, advice } = invariant
    const broken = await db.attempt(() => invariant.find({ db, textsMax })).catch(violationOfReadError)
    findings.push({ name, promise, advice, broken })
  }
  return findings
}

/** Converts an error of reading damaged data to a violation. @throws the error itself when it has another cause */
function violationOfReadError(error: unknown): Violation[] {
  const { code, cause, message } = error as Error & { code?: string }
  if (code === 'database_unavailable' && !isSqliteDamagedError(cause) && !isSqliteInputOutputError(cause)) throw error
  const reason = cause instanceof Error ? cause.message : message
  return [{ table: 'the database', count: 1, ids: [], what: `cannot be read: ${reason}` }]
}

async function refusePendingMigrations(db: Snapshot): Promise<void> {
  const pending = await listPendingMigrations(db)
  if (pending.length > 0) {
    throw new UnusableDatabaseError(
      `the database lacks the migrations of this version (${pending.map(({ name }) => name).join(', ')}); run \`almanac migrate\` first`,
    )
  }
}
