import { setTimeout as sleep } from 'node:timers/promises'
import type { Scope } from '../../collections/collection.ts'
import { localOf, startOfDay } from '../../core/instant.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { ensureOrganizer, ensureVenue, makeCategories, makeTags, type Tally } from './basics.ts'
import { type PlannedEvent, planCalendar } from './calendar.ts'
import { type Settings, storeEvents, writeEvent } from './events.ts'
import { organizersFor } from './organizers.ts'
import { venuesFor } from './venues.ts'

export interface DemoOptions {
  /** Who writes, where and when; in the site's default language. */
  scope: Scope<Database>
  events: number
  seed: string
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

/** Where the city is when the site says nothing better: nobody lives in UTC. */
const HOME_ZONE = 'Europe/Berlin'
const DAY_SECONDS = 86_400
/** How long before today venues, organizers and terms were made: before all events. */
const FOUNDED_DAYS_AGO = 400

const PLACES_A_TRANSACTION = 25
const EVENTS_A_TRANSACTION_MAX = 400
const EVENTS_AT_FIRST = 20
/** Writers of a running server wait no longer than about this, since SQLite has one writer at a time. */
const TRANSACTION_MS = 100
/** Long enough for them to come first, and for signals to arrive. */
const PAUSE_MS = 2

/** Fills the calendar. @returns what was written, which is less than asked for when the signal came first */
export async function loadDemo({ scope, events, seed, clock, signal, onProgress }: DemoOptions): Promise<DemoCounts> {
  const counts: DemoCounts = { events: 0, translations: 0, ...tallies() }
  const siteZone = scope.site.timezone
  const zone = siteZone === 'UTC' ? HOME_ZONE : siteZone
  const today = startOfDay(localOf(scope.now, zone))
  const founded = { ...scope, now: scope.now - (scope.now % DAY_SECONDS) - FOUNDED_DAYS_AGO * DAY_SECONDS }
  const venues = venuesFor(events)
  const organizers = organizersFor(events)

  await inTurn(founded, [undefined], 1, counts, signal, async (inside, _, tally) => {
    await makeCategories(inside, tally.categories)
    await makeTags(inside, tally.tags)
  })
  const venueIds = await inTurn(founded, venues, PLACES_A_TRANSACTION, counts, signal, (inside, venue, tally) =>
    ensureVenue(inside, venue, tally.venues),
  )
  const organizerIds = await inTurn(
    founded,
    organizers,
    PLACES_A_TRANSACTION,
    counts,
    signal,
    (inside, organizer, tally) => ensureOrganizer(inside, organizer, tally.organizers),
  )
  const settings: Settings = {
    zone,
    siteZone,
    venues: venueIds.map((id, index) => ({ id, isOnline: venues[index]?.uses.includes('online') ?? false })),
    organizers: organizerIds.map((id, index) => ({ id, site: organizers[index]?.site ?? '' })),
  }
  const plan = planCalendar({ seed, events, today, zone, languages: scope.languages, venues, organizers })
  let size = EVENTS_AT_FIRST
  while (!signal.aborted) {
    const planned = take(plan, size)
    if (planned.length === 0) break
    const written = planned.map((event) => writeEvent(event, settings))
    const begun = clock()
    await scope.db.transaction((tx) => storeEvents({ ...scope, db: tx }, written))
    size = nextSize(size, planned.length, clock() - begun)
    counts.events += planned.length
    counts.translations += planned.reduce((sum, { translations }) => sum + translations.length, 0)
    onProgress(counts.events)
    await sleep(PAUSE_MS)
  }
  return counts
}

const tallies = () => {
  const none = () => ({ made: 0, known: 0 })
  return { venues: none(), organizers: none(), categories: none(), tags: none() }
}

type Tallies = ReturnType<typeof tallies>

/** A few items a transaction; one that is repeated counts once. */
async function inTurn<Item, Made>(
  scope: Scope<Database>,
  items: readonly Item[],
  itemsATransaction: number,
  counts: Tallies,
  signal: AbortSignal,
  work: (scope: Scope<Transaction>, item: Item, tally: Tallies) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = []
  for (let start = 0; start < items.length && !signal.aborted; start += itemsATransaction) {
    const part = await scope.db.transaction(async (tx) => {
      const tally = tallies()
      const results: Made[] = []
      for (const item of items.slice(start, start + itemsATransaction))
        results.push(await work({ ...scope, db: tx }, item, tally))
      return { results, tally }
    })
    made.push(...part.results)
    for (const [name, { made, known }] of Object.entries(part.tally) as [keyof Tallies, Tally][]) {
      counts[name].made += made
      counts[name].known += known
    }
    await sleep(PAUSE_MS)
  }
  return made
}

function take(plan: Iterator<PlannedEvent, void>, count: number): PlannedEvent[] {
  const taken: PlannedEvent[] = []
  while (taken.length < count) {
    const { value, done } = plan.next()
    if (done || !value) break
    taken.push(value)
  }
  return taken
}

/** As many as this machine writes in the time there is, approached in steps: the first ones are slow. */
function nextSize(size: number, written: number, tookMs: number): number {
  const fitting = Math.round((written * TRANSACTION_MS) / Math.max(tookMs, 1))
  return Math.max(1, Math.min(fitting, 2 * size, EVENTS_A_TRANSACTION_MAX))
}
