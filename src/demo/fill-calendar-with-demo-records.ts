import { setTimeout as sleep } from 'node:timers/promises'
import {
  bulkLoadEvents,
  countEventsAndDatesOfBulkLoad,
  TRANSACTION_PAUSE_MS,
} from '../collections/events/bulk-load/bulk-load-events.ts'
import type { PlannedBulkEvent } from '../collections/events/bulk-load/plan-bulk-event.ts'
import type { Scope } from '../collections/scope.ts'
import { instantToLocal, localToInstant } from '../core/time/instant.ts'
import { startOfDay } from '../core/time/local-time.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { CalendarSpec } from './demo-calendar-spec.ts'
import { CATEGORIES, type CategoryKey, TAGS } from './demo-event-kinds.ts'
import { createDemoEventPlanner } from './demo-event-planner.ts'
import type { ReferencedRecords } from './demo-event-request.ts'
import { HIGHLIGHT_KEYS, type Highlight } from './demo-highlights.ts'
import { createDemoOrganizers, type DemoOrganizer } from './demo-organizers.ts'
import { createDemoVenues, type DemoVenue } from './demo-venues.ts'
import { ensureDemoHighlight, type HighlightContext } from './ensure-demo-highlights.ts'
import {
  ensureDemoCategory,
  ensureDemoFestival,
  ensureDemoOrganizer,
  ensureDemoTag,
  ensureDemoVenue,
  type RecordTally,
} from './ensure-referenced-records.ts'
import {
  type DemoPictures,
  drawDemoPicturesOfCategory,
  ensureDemoPicturesOfCategory,
} from './pictures/store-demo-pictures.ts'
import { createDemoEventPlannerInThread } from './planner-thread.ts'

export interface DemoLoadOptions {
  /** The creator of the records, the database and the current time; `language` must be the default of the site. */
  scope: Scope<Database>
  events: number
  seed: string
  /**
   * If given, a worker thread plans the events of a large calendar while this thread stores them. The worker thread
   * opens the database with this URL itself.
   */
  databaseUrl?: string
  /** Returns milliseconds since an arbitrary time, to measure durations. */
  clock(): number
  /** When aborted, loading stops after the current transaction. */
  signal: AbortSignal
  /**
   * Called repeatedly during loading, to show the progress.
   * @param events number of events stored so far
   */
  onProgress(events: number): void
}

export interface DemoCounts {
  events: number
  translations: number
  venues: RecordTally
  organizers: RecordTally
  categories: RecordTally
  tags: RecordTally
  pictures: RecordTally
  festivals: RecordTally
  /**
   * Number of highlights: events in addition to the requested number that show special cases, such as a cancelled or
   * repeated event.
   */
  highlights: RecordTally
}

const CATEGORY_KEYS = Object.keys(CATEGORIES) as CategoryKey[]
/**
 * Time zone of the sample city if the time zone of the site is UTC; otherwise the city has the time zone of the site.
 */
const HOME_ZONE = 'Europe/Berlin'
const DAY_SECONDS = 86_400
/**
 * Age in days of the venues, organizers, categories and tags of the sample calendar: they are older than all events.
 */
const RECORDS_CREATED_DAYS_AGO = 400

const RECORDS_PER_TRANSACTION = 8
/**
 * Minimum number of events to plan in a worker thread: for fewer events, starting a thread takes longer than it saves.
 */
const THREAD_EVENTS_MIN = 2000
/**
 * Maximum number of events of a calendar that is meant to be looked at. Larger calendars are meant for measurements.
 */
const SHOWCASE_EVENTS_MAX = 1000
const ILLUSTRATED_EVENTS_MIN = 100
const isShowcase = (events: number) => events <= SHOWCASE_EVENTS_MAX

/**
 * Fills the calendar with sample records.
 * @returns the numbers of stored records; fewer events than requested when the signal was aborted
 */
export async function fillCalendarWithDemoRecords(options: DemoLoadOptions): Promise<DemoCounts> {
  const { scope, events, seed } = options
  const siteZone = scope.site.timezone
  const zone = siteZone === 'UTC' ? HOME_ZONE : siteZone
  const today = startOfDay(instantToLocal(scope.now, zone))
  const venues = createDemoVenues(events)
  const organizers = createDemoOrganizers(events)
  const counts: DemoCounts = {
    events: 0,
    translations: 0,
    venues: emptyTally(),
    organizers: emptyTally(),
    categories: emptyTally(),
    tags: emptyTally(),
    pictures: emptyTally(),
    festivals: emptyTally(),
    highlights: emptyTally(),
  }
  const recordScope = { ...scope, now: localToInstant(today, zone) - RECORDS_CREATED_DAYS_AGO * DAY_SECONDS }
  const records = await ensureRecords({ ...options, scope: recordScope }, venues, organizers, counts)
  const spec = {
    ...{ seed, events, today, zone, languages: scope.languages, isShowcase: isShowcase(events) },
    venues: venues.map((venue) => ({ uses: venue.uses, zone: venue.zone })),
    organizers: organizers.map(({ fields }) => ({ fields })),
  }
  await writeEvents(options, spec, { ...records, siteZone }, counts)
  const placesOf = ({ venueUse, organizerField }: Highlight) => {
    const place = records.venues[venues.findIndex(({ uses }) => uses.includes(venueUse))]
    const organizer = records.organizers[organizers.findIndex(({ fields }) => fields.includes(organizerField))]
    return { venue: place?.id, accessibility: place?.accessibility ?? [], organizer: organizer?.id }
  }
  const { pictures } = records
  await writeHighlights({ ...options, scope: recordScope }, { today, zone, placesOf, pictures }, counts)
  return counts
}

const emptyTally = (): RecordTally => ({ created: 0, existing: 0 })

/** Creates the categories, tags, venues and organizers to which events refer. */
async function ensureRecords(
  options: DemoLoadOptions,
  venues: readonly DemoVenue[],
  organizers: readonly DemoOrganizer[],
  counts: DemoCounts,
): Promise<Omit<ReferencedRecords, 'siteZone'>> {
  const ids = new Map<CategoryKey, number>()
  await forEachInBatches(options, CATEGORY_KEYS, counts.categories, (inside, key, tally) =>
    ensureDemoCategory(inside, key, ids, tally),
  )
  await forEachInBatches(options, TAGS, counts.tags, ensureDemoTag)
  const pictures: DemoPictures = {}
  // Small calendars, as in tests, and those for measurements have no pictures, because drawing pictures takes longer
  // than storing hundreds of events.
  const illustrated = isShowcase(options.events) && options.events >= ILLUSTRATED_EVENTS_MIN ? CATEGORY_KEYS : []
  await Promise.all(illustrated.map(drawDemoPicturesOfCategory))
  await forEachInBatches(options, illustrated, counts.pictures, async (inside, key, tally) => {
    pictures[key] = await ensureDemoPicturesOfCategory(inside, key, tally)
  })
  const venueIds = await forEachInBatches(options, venues, counts.venues, ensureDemoVenue)
  const organizerIds = await forEachInBatches(options, organizers, counts.organizers, ensureDemoOrganizer)
  return {
    venues: venueIds.map((id, index) => {
      const { uses, accessibility } = venues[index] as DemoVenue
      return { id, isOnline: uses.includes('online'), accessibility }
    }),
    pictures,
    organizers: organizerIds.map((id, index) => ({ id, site: organizers[index]?.site ?? '' })),
  }
}

async function writeEvents(
  options: DemoLoadOptions,
  spec: CalendarSpec,
  records: ReferencedRecords,
  counts: DemoCounts,
): Promise<void> {
  const { scope, clock, signal, onProgress } = options
  const source =
    options.databaseUrl !== undefined && spec.events >= THREAD_EVENTS_MIN
      ? createDemoEventPlannerInThread(options.databaseUrl, { scope, spec, records })
      : createDemoEventPlanner(scope, spec, records, clock)
  const onStored = (events: readonly PlannedBulkEvent[]) => {
    // Each date of a repeated event counts as one event.
    counts.events += countEventsAndDatesOfBulkLoad(events)
    counts.translations += events.reduce((sum, { texts }) => sum + texts.length - 1, 0)
    onProgress(counts.events)
  }
  try {
    await bulkLoadEvents({ scope, take: source.take, clock, signal, onStored })
  } finally {
    await source.close()
  }
}

/** Creates the festival and the highlights: events that show special cases, such as a cancelled or a repeated event. */
async function writeHighlights(
  options: DemoLoadOptions,
  context: Omit<HighlightContext, 'festival'>,
  counts: DemoCounts,
): Promise<void> {
  const [festival] = await forEachInBatches(options, ['festival'], counts.festivals, (inside, _, tally) =>
    ensureDemoFestival(inside, tally),
  )
  if (festival === undefined) return
  const withFestival = { ...context, festival }
  await forEachInBatches(options, HIGHLIGHT_KEYS, counts.highlights, (inside, key, tally) =>
    ensureDemoHighlight(inside, key, withFestival, tally),
  )
}

/**
 * Calls `work` for each item, for several items in one transaction, until the signal is aborted. If a transaction is
 * repeated, its records are counted only once.
 */
async function forEachInBatches<Item, Result>(
  { scope, signal }: Pick<DemoLoadOptions, 'scope' | 'signal'>,
  items: readonly Item[],
  total: RecordTally,
  work: (scope: Scope<Transaction>, item: Item, tally: RecordTally) => Promise<Result>,
): Promise<Result[]> {
  const all: Result[] = []
  for (let start = 0; start < items.length && !signal.aborted; start += RECORDS_PER_TRANSACTION) {
    const some = items.slice(start, start + RECORDS_PER_TRANSACTION)
    const part = await scope.db.transaction(async (tx) => {
      const tally = emptyTally()
      const results: Result[] = []
      for (const item of some) results.push(await work({ ...scope, db: tx }, item, tally))
      return { results, tally }
    })
    all.push(...part.results)
    total.created += part.tally.created
    total.existing += part.tally.existing
    await sleep(TRANSACTION_PAUSE_MS)
  }
  return all
}
