import { setTimeout as sleep } from 'node:timers/promises'
import type { Scope } from '../collections/collection.ts'
import type { EventToStore } from '../collections/events/bulk-plan.ts'
import { instantOf, localOf, startOfDay } from '../core/time/instant.ts'
import type { Database, Transaction } from '../db/database.ts'
import { planAhead } from './ahead.ts'
import { ensureCategory, ensureOrganizer, ensureTag, ensureVenue, type Tally } from './basics.ts'
import { loadInBulk, PAUSE_MS } from './bulk.ts'
import type { CalendarWishes } from './calendar.ts'
import type { Foundations } from './events.ts'
import { CATEGORIES, type CategoryKey, TAGS } from './kinds.ts'
import { type DemoOrganizer, organizersFor } from './organizers.ts'
import { planHere } from './plan.ts'
import { type DemoVenue, venuesFor } from './venues.ts'

export interface DemoOptions {
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
  venues: Tally
  organizers: Tally
  categories: Tally
  tags: Tally
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
export async function loadDemo(options: DemoOptions): Promise<DemoCounts> {
  const { scope, events, seed } = options
  const siteZone = scope.site.timezone
  const zone = siteZone === 'UTC' ? HOME_ZONE : siteZone
  const today = startOfDay(localOf(scope.now, zone))
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
  const founded = { ...scope, now: instantOf(today, zone) - FOUNDED_DAYS_AGO * DAY_SECONDS }
  const foundations = await layFoundations({ ...options, scope: founded }, venues, organizers, counts)
  const wishes = {
    ...{ seed, events, today, zone, languages: scope.languages },
    venues: venues.map((venue) => ({ uses: venue.uses, zone: venue.zone })),
    organizers: organizers.map(({ fields }) => ({ fields })),
  }
  await writeEvents(options, wishes, { ...foundations, siteZone }, counts)
  return counts
}

const none = (): Tally => ({ made: 0, known: 0 })

/** Makes what events refer to. */
async function layFoundations(
  options: DemoOptions,
  venues: readonly DemoVenue[],
  organizers: readonly DemoOrganizer[],
  counts: DemoCounts,
): Promise<Omit<Foundations, 'siteZone'>> {
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
  options: DemoOptions,
  wishes: CalendarWishes,
  foundations: Foundations,
  counts: DemoCounts,
): Promise<void> {
  const { scope, clock, signal, onProgress } = options
  const source =
    options.databaseUrl !== undefined && wishes.events >= AHEAD_EVENTS_MIN
      ? planAhead(options.databaseUrl, { scope, wishes, foundations })
      : planHere(scope, wishes, foundations, clock)
  const onStored = (events: readonly EventToStore[]) => {
    counts.events += events.length
    counts.translations += events.reduce((sum, { texts }) => sum + texts.length - 1, 0)
    onProgress(counts.events)
  }
  try {
    await loadInBulk({ scope, take: source.take, clock, signal, onStored })
  } finally {
    await source.close()
  }
}

/** A few items a transaction, until the signal; what is repeated after a lost race counts once. */
async function inTurn<Item, Made>(
  { scope, signal }: Pick<DemoOptions, 'scope' | 'signal'>,
  items: readonly Item[],
  total: Tally,
  work: (scope: Scope<Transaction>, item: Item, tally: Tally) => Promise<Made>,
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
    total.made += part.tally.made
    total.known += part.tally.known
    await sleep(PAUSE_MS)
  }
  return made
}
