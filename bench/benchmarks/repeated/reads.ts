import type { Database, Engine } from '../../../src/db/database.ts'
import { openDatabase } from '../../../src/db/open-database.ts'
import type { BenchmarkOptions, Measurement } from '../../benchmark.ts'
import type { CalendarSize } from '../../calendar/fill.ts'
import { idsIn, recordCountsFor } from '../../calendar/record-counts.ts'
import { type ListingQuery, renderListing } from '../../measure/in-process.ts'
import { median } from '../../measure/quantile.ts'
import { timeInterleaved } from '../../measure/timing.ts'
import { readIntoMemory } from '../../shared-calendars.ts'

const RATIO_MAX = 1.5
const DEEP_PAGE = 2000

/** Compares lists of dates with lists of as many single events; each query uses another day or page. */
export async function compareReads(
  engine: Engine,
  sizes: { single: CalendarSize; repeated: CalendarSize },
  { calendars, isSmoke, logStep }: BenchmarkOptions,
): Promise<Measurement[]> {
  const urls = [await calendars.filled(engine, sizes.single), await calendars.filled(engine, sizes.repeated)] as const
  const [single, repeated] = [await openDatabase(urls[0]), await openDatabase(urls[1])]
  try {
    logStep(`${engine}: lists of dates and of single events`)
    for (const url of urls) await readIntoMemory(url)
    const measurements: Measurement[] = []
    for (const [name, { query, turns }] of Object.entries(queriesFor(sizes.single.events, isSmoke))) {
      measurements.push(...(await compare(`${engine}: ${name}`, isSmoke ? 5 : turns, { single, repeated }, query)))
    }
    return measurements
  } finally {
    await single.close()
    await repeated.close()
  }
}

interface ComparedQuery {
  query(turn: number): ListingQuery
  turns: number
}

function queriesFor(events: number, isSmoke: boolean): Record<string, ComparedQuery> {
  const id = idsIn(recordCountsFor(events))
  const later = (turn: number) => ({ daysLater: turn % 300, mayBeEmpty: true })
  const often = (query: (turn: number) => ListingQuery): ComparedQuery => ({ query, turns: 200 })
  return {
    'default event list': often(later),
    'page of 50 events': often((turn) => ({ per_page: 50, ...later(turn) })),
    [`page ${DEEP_PAGE}`]: often((turn) => ({ page: (isSmoke ? 10 : DEEP_PAGE) + turn })),
    'the largest category': often((turn) => ({ categories: [String(id.category(1))], ...later(turn) })),
    tags: often((turn) => ({ tags: [String(id.tag(1 + (turn % 50)))], ...later(turn) })),
    venues: often((turn) => ({ venue: [id.venue(1 + turn)], ...later(turn) })),
    organizers: often((turn) => ({ organizer: [id.organizer(1 + (turn % 60))], ...later(turn) })),
    'featured events': often((turn) => ({ featured: true, ...later(turn) })),
    // Totals of combined filters are counted row by row.
    'a venue and a category': {
      query: (turn) => ({ venue: [id.venue(1 + turn)], categories: [String(id.category(1))], ...later(turn) }),
      turns: 30,
    },
  }
}

async function compare(
  what: string,
  turns: number,
  { single, repeated }: { single: Database; repeated: Database },
  query: ComparedQuery['query'],
): Promise<Measurement[]> {
  const durations = await timeInterleaved(turns, {
    single: (turn) => renderListing(single, query(turn)),
    repeated: (turn) => renderListing(repeated, query(turn)),
  })
  const [one, other] = [median(durations.single), median(durations.repeated)]
  return [
    { what: `${what}, dates of repeated events, p50`, value: other, unit: 'ms' },
    { what: `${what}, dates / single events`, value: other / one, unit: '', goal: { atMost: RATIO_MAX } },
  ]
}
