import { argv } from 'node:process'
import { ensureAdministrator } from '../../src/accounts/first-start.ts'
import type { Language } from '../../src/core/language.ts'
import { openDatabase } from '../../src/db/open.ts'
import { type EngineFill, openEngineFill } from './engine-fill.ts'
import { linkStatements } from './link-statements.ts'
import { idsIn, recordCountsFor } from './record-counts.ts'
import {
  COUNTED_FROM_ROWS,
  eventStatement,
  eventTextStatement,
  type PoolSize,
  placeAndTermStatements,
} from './row-statements.ts'
import { createTextPool } from './text-pool.ts'

export interface CalendarSize {
  events: number
  /** The first is the original of all; of 100 events 15 have the second too, 5 the third. */
  languages: readonly Language[]
  /** Characters of a description, shortest and longest; 200 to 600 when nothing is said. */
  descriptions?: readonly [number, number]
}

/** Application password of `admin` in every filled calendar. */
export const PASSWORD = 'bench'

/**
 * Fills an empty database by SQL: a million events in a minute or two.
 * @param options.hasTriggers lets the triggers of the migrations do their part, for comparison
 * @throws when counts and plain counts differ
 */
export async function fillCalendar(url: string, size: CalendarSize, { hasTriggers = false } = {}): Promise<void> {
  const db = await openDatabase(url)
  try {
    await ensureAdministrator(db, PASSWORD, 0)
  } finally {
    await db.close()
  }
  const filling = await openEngineFill(url, hasTriggers)
  try {
    const counts = recordCountsFor(size.events)
    for (const text of placeAndTermStatements(counts, size.languages)) await filling.run(text)
    const pools = await loadPools(filling, size)
    await filling.run(eventStatement(counts, pools, filling.localOf))
    for (const text of linkStatements(counts)) await filling.run(text)
    for (const [nth, pool] of pools.entries()) await filling.run(eventTextStatement(pool, nth))
    const ids = idsIn(counts)
    await filling.finish(COUNTED_FROM_ROWS, { record: ids.event(counts.events), term: ids.tag(counts.tags) })
    await verify(filling, size)
  } finally {
    await filling.close()
  }
}

/** What texts are put together from. */
async function loadPools(filling: EngineFill, { events, languages, descriptions = [200, 600] }: CalendarSize) {
  const columns = { id: 'integer', text: 'text', folded: 'text' } as const
  const make = (table: string, extra = '') =>
    filling.run(`CREATE TEMP TABLE ${table} (id integer PRIMARY KEY, text text, folded text${extra})`)
  const pools: PoolSize[] = []
  for (const language of languages) {
    const { phrases, paragraphs } = createTextPool(language, Math.min(1, events / 50_000), descriptions)
    const [phrase, paragraph] = [`bench_phrase_${language}`, `bench_paragraph_${language}`]
    await make(phrase, ', slug text')
    await make(paragraph)
    await filling.load(phrase, { ...columns, slug: 'text' }, phrases)
    await filling.load(paragraph, columns, paragraphs)
    pools.push({ language, phrases: phrases.length, paragraphs: paragraphs.length })
  }
  return pools
}

/** A calendar that only looks right would make every figure wrong: what lists trust is compared with what there is. */
async function verify({ numberOf }: EngineFill, { events }: CalendarSize): Promise<void> {
  const counted = (facets: string) => `SELECT coalesce(sum(events), 0) AS value FROM event_count WHERE facet ${facets}`
  const listed = (from: string, where = '1 = 1') =>
    `SELECT count(*) AS value FROM ${from} JOIN event e ON e.id = l.event_id WHERE ${where} AND e.is_public = 1
      AND e.hide_from_listings = 0`
  for (const [what, kept, plain] of [
    ['events', `SELECT ${events} AS value`, 'SELECT count(*) AS value FROM event'],
    ['listed events', counted(`= 'all'`), 'SELECT count(listed_start) AS value FROM event'],
    ['venues of events', counted(`LIKE 'venue:%'`), listed('event_venue l')],
    ['the large category', counted(`= 'category:1'`), listed('event_within l', 'l.category_id = 1')],
    ['tags of events', counted(`LIKE 'tag:%'`), listed('event_tag l')],
    ['texts', counted(`LIKE 'language:%'`), listed('event_text l')],
  ] as const) {
    const [one, other] = [await numberOf(kept), await numberOf(plain)]
    if (one !== other || one === 0) throw new Error(`the filled calendar counts ${one} ${what}, there are ${other}`)
  }
}

// `node bench/calendar/fill.ts sqlite:/tmp/calendar.db 1000000 en,de`: in a process of its own, and for looking around.
if (argv[1] === import.meta.filename) {
  const [url = '', count = '10000', languages = 'en', lengths] = argv.slice(2)
  const descriptions = lengths?.split('-').map(Number) as [number, number] | undefined
  const size = { events: Number(count), languages: languages.split(',') as Language[] }
  await fillCalendar(url, descriptions ? { ...size, descriptions } : size)
}
