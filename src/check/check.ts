import { isDamaged, isUnreadable, UnusableDatabaseError } from '../db/errors.ts'
import { pendingMigrations } from '../db/migrate.ts'
import { type Snapshot, withSnapshot } from '../db/snapshot.ts'
import { categoryHierarchy, eventCategories } from './categories.ts'
import { eventTimes, foldedTexts } from './computed-columns.ts'
import { denormalizedLinks, denormalizedTexts } from './denormalized-columns.ts'
import { eventCounts, listedStarts } from './event-counts.ts'
import type { Invariant, Violation } from './invariant.ts'
import { originalTexts, pictureContents, publicationStatus, uniqueIds, uniqueSlugs } from './records.ts'
import { searchIndex } from './search-index.ts'
import { foreignKeys, storageIntegrity } from './storage.ts'

/** What is checked, in this order: what others rest on comes first. */
export const INVARIANTS: readonly Invariant[] = [
  storageIntegrity,
  foreignKeys,
  uniqueIds,
  originalTexts,
  uniqueSlugs,
  publicationStatus,
  eventTimes,
  categoryHierarchy,
  eventCategories,
  listedStarts,
  denormalizedTexts,
  denormalizedLinks,
  eventCounts,
  searchIndex,
  foldedTexts,
  pictureContents,
]

/** What was found about one invariant. */
export interface Finding {
  name: string
  promise: string
  advice: string
  /** None: it holds. */
  broken: readonly Violation[]
}

export interface CheckOptions {
  /** Texts of a kind that are looked at one by one; all of them when there are no more. */
  textsMax?: number
  /** Told before each invariant. */
  onStep?: (invariant: Invariant, done: number, total: number) => void
}

const TEXTS_MAX = 20_000

/**
 * Looks whether everything that must be true of a database is. Changes nothing, and a server may go on writing: what is
 * checked is the database as it was when this began.
 * @param url as `openDatabase` takes it
 */
export const checkDatabase = (url: string, options: CheckOptions = {}): Promise<Finding[]> =>
  withSnapshot(url, async (db) => {
    await refuseOlder(db)
    return checkSnapshot(db, INVARIANTS, options)
  })

/** As `checkDatabase`, some invariants only. */
export async function checkSnapshot(
  db: Snapshot,
  invariants: readonly Invariant[],
  { textsMax = TEXTS_MAX, onStep = () => {} }: CheckOptions = {},
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [done, invariant] of invariants.entries()) {
    onStep(invariant, done, invariants.length)
    const { name, promise, advice } = invariant
    const broken = await db.attempt(() => invariant.find({ db, textsMax })).catch(unreadable)
    findings.push({ name, promise, advice, broken })
  }
  return findings
}

/** What cannot even be read is broken. @throws what is no fault of the data */
function unreadable(error: unknown): Violation[] {
  const { code, cause, message } = error as Error & { code?: string }
  if (code === 'database_unavailable' && !isDamaged(cause) && !isUnreadable(cause)) throw error
  const said = cause instanceof Error ? cause.message : message
  return [{ table: 'the database', count: 1, ids: [], what: `cannot be read: ${said}` }]
}

async function refuseOlder(db: Snapshot): Promise<void> {
  const pending = await pendingMigrations(db)
  if (pending.length > 0) {
    throw new UnusableDatabaseError(
      `the database lacks what this version adds (${pending.map(({ name }) => name).join(', ')}); run \`almanac migrate\` first`,
    )
  }
}
