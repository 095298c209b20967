import { setTimeout as sleep } from 'node:timers/promises'
import type { Scope } from '../collections/collection.ts'
import { bulkLoadEvents, TRANSACTION_PAUSE_MS } from '../collections/events/bulk/load.ts'
import type { PlannedBulkEvent } from '../collections/events/bulk/plan.ts'
import { instantToLocal, localToInstant } from '../core/time/instant.ts'
import { startOfDay } from '../core/time/local-time.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { CalendarSpec } from './calendar-plan.ts'
import { createEventPlanner } from './event-planner.ts'
import type { ReferencedRecords } from './event-requests.ts'
import { CATEGORIES, type CategoryKey, TAGS } from './kinds.ts'
import { type DemoOrganizer, organizersFor } from './organizers.ts'
import { createThreadPlanner } from './planner-thread.ts'
import { ensureCategory, ensureOrganizer, ensureTag, ensureVenue, type RecordTally } from './referenced-records.ts'
import { type DemoVenue, venuesFor } from './venues.ts'

export interface DemoLoadOptions {
  /** Who writes, where and when; in the site's default language. */
  scope: Scope<Database>
  events: number
  seed: string
  /** Lets another thread plan the events of a large calendar while this one writes. */
  databaseUrl?: string
  /** Milliseconds of a clock that only goes forward. */
  clock(): number
  /** Ends it between two transactions. */
  signal: AbortSignal
  onProgress(events: number): void
}

export interface DemoCounts {
  events: number
  translations: number
  venues: RecordTally
  organizers: RecordTally
  categories: RecordTally
  tags: RecordTally
}

const CATEGORY_KEYS = Object.keys(CATEGORIES) as CategoryKey[]
/** Where the city is when the site says nothing better: nobody lives in UTC. */
const HOME_ZONE = 'Europe/Berlin'
const DAY_SECONDS = 86_400
/** How long before today venues, organizers and terms were made: before all events. */
const FOUNDED_DAYS_AGO = 400

const BASICS_A_TRANSACTION = 8
/** For fewer a thread is not worth its start. */
const AHEAD_EVENTS_MIN = 2000

/** Fills the calendar. @returns what was written, which is less than asked for when the signal came first */
export async function loadDemo(options: DemoLoadOptions): Promise<DemoCounts> {
  const { scope, events, seed } = options
  const siteZone = scope.site.timezone
  const zone = siteZone === 'UTC' ? HOME_ZONE : siteZone
  const today = startOfDay(instantToLocal(scope.now, zone))
  const venues = venuesFor(events)
  const organizers = organizersFor(events)
  const counts: DemoCounts = {
    events: 0,
    translations: 0,
    venues: none(),
    organizers: none(),
    categories: none(),
    tags: none(),
  }
  const founded = { ...scope, now: localToInstant(today, zone) - FOUNDED_DAYS_AGO * DAY_SECONDS }
  const foundations = await layFoundations({ ...options, scope: founded }, venues, organizers, counts)
  const wishes = {
    ...{ seed, events, today, zone, languages: scope.languages },
    venues: venues.map((venue) => ({ uses: venue.uses, zone: venue.zone })),
    organizers: organizers.map(({ fields }) => ({ fields })),
  }
  await writeEvents(options, wishes, { ...foundations, siteZone }, counts)
  return counts
}

const none = (): RecordTally => ({ created: 0, existing: 0 })

/** Makes what events refer to. */
async function layFoundations(
  options: DemoLoadOptions,
  venues: readonly DemoVenue[],
  organizers: readonly DemoOrganizer[],
  counts: DemoCounts,
): Promise<Omit<ReferencedRecords, 'siteZone'>> {
  const ids = new Map<CategoryKey, number>()
  await inTurn(options, CATEGORY_KEYS, counts.categories, (inside, key, tally) =>
    ensureCategory(inside, key, ids, tally),
  )
  await inTurn(options, TAGS, counts.tags, ensureTag)
  const venueIds = await inTurn(options, venues, counts.venues, ensureVenue)
  const organizerIds = await inTurn(options, organizers, counts.organizers, ensureOrganizer)
  return {
    venues: venueIds.map((id, index) => ({ id, isOnline: venues[index]?.uses.includes('online') ?? false })),
    organizers: organizerIds.map((id, index) => ({ id, site: organizers[index]?.site ?? '' })),
  }
}

async function writeEvents(
  options: DemoLoadOptions,
  wishes: CalendarSpec,
  foundations: ReferencedRecords,
  counts: DemoCounts,
): Promise<void> {
  const { scope, clock, signal, onProgress } = options
  const source =
    options.databaseUrl !== undefined && wishes.events >= AHEAD_EVENTS_MIN
      ? createThreadPlanner(options.databaseUrl, { scope, wishes, foundations })
      : createEventPlanner(scope, wishes, foundations, clock)
  const onStored = (events: readonly PlannedBulkEvent[]) => {
    counts.events += events.length
    counts.translations += events.reduce((sum, { texts }) => sum + texts.length - 1, 0)
    onProgress(counts.events)
  }
  try {
    await bulkLoadEvents({ scope, take: source.take, clock, signal, onStored })
  } finally {
    await source.close()
  }
}

/** A few items a transaction, until the signal; what is repeated after a lost race counts once. */
async function inTurn<Item, Made>(
  { scope, signal }: Pick<DemoLoadOptions, 'scope' | 'signal'>,
  items: readonly Item[],
  total: RecordTally,
  work: (scope: Scope<Transaction>, item: Item, tally: RecordTally) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = []
  for (let start = 0; start < items.length && !signal.aborted; start += BASICS_A_TRANSACTION) {
    const some = items.slice(start, start + BASICS_A_TRANSACTION)
    const part = await scope.db.transaction(async (tx) => {
      const tally = none()
      const results: Made[] = []
      for (const item of some) results.push(await work({ ...scope, db: tx }, item, tally))
      return { results, tally }
    })
    made.push(...part.results)
    total.created += part.tally.created
    total.existing += part.tally.existing
    await sleep(TRANSACTION_PAUSE_MS)
  }
  return made
}
