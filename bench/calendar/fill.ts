import { argv } from 'node:process'
import { createAdministratorIfMissing } from '../../src/accounts/create-administrator-if-missing.ts'
import type { Language } from '../../src/core/language.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { type EngineFill, openEngineFill } from './engine-fill.ts'
import { linkStatements } from './link-statements.ts'
import { idsIn, recordCountsFor } from './record-counts.ts'
import { dateStatements, repeatStatements } from './repeat-statements.ts'
import {
  COUNTED_FROM_ROWS,
  eventStatement,
  eventTextStatement,
  LANGUAGES_OF_DATES,
  type PoolSize,
  placeAndTermStatements,
} from './row-statements.ts'
import { createTextPool } from './text-pool.ts'

/** Size of a generated calendar. */
export interface CalendarSize {
  events: number
  /** The events are the dates of this many repeated events; undefined: no event repeats. A divisor of `events`. */
  repeated?: number
  /** The first is the original language of all events; 15 % are translated to the second, 5 % to the third. */
  languages: readonly Language[]
}

/** Application password of `admin` in every generated calendar. */
export const PASSWORD = 'bench'

/**
 * Fills an empty database by SQL statements; a million events take one or two minutes.
 * @param options.hasTriggers keeps the triggers active, which is slow; tests compare both results
 * @throws when the counters differ from the rows
 */
export async function fillCalendar(url: string, size: CalendarSize, { hasTriggers = false } = {}): Promise<void> {
  const db = await openDatabase(url)
  try {
    await createAdministratorIfMissing(db, PASSWORD, 0)
  } finally {
    await db.close()
  }
  const fill = await openEngineFill(url, hasTriggers)
  try {
    const counts = recordCountsFor(size.events, size.repeated)
    for (const text of placeAndTermStatements(counts, size.languages)) await fill.run(text)
    const pools = await loadPools(fill, size)
    await fill.run(eventStatement(counts, pools, fill.localOf))
    if (size.repeated) for (const text of repeatStatements(counts)) await fill.run(text)
    for (const text of linkStatements(counts)) await fill.run(text)
    for (const [index, pool] of pools.entries()) await fill.run(eventTextStatement(pool, index))
    if (size.repeated) for (const text of dateStatements(counts, size.languages, fill.localOf)) await fill.run(text)
    const ids = idsIn(counts)
    const rows = counts.events * (1 + counts.datesEach)
    await fill.finish(COUNTED_FROM_ROWS, { record: ids.event(rows), term: ids.tag(counts.tags) })
    await verify(fill, size)
  } finally {
    await fill.close()
  }
}

/** Loads the phrases and paragraphs that event texts are composed of into temporary tables. */
async function loadPools(fill: EngineFill, { events, languages }: CalendarSize) {
  const columns = { id: 'integer', text: 'text', folded: 'text' } as const
  const make = (table: string, extra = '') =>
    fill.run(`CREATE TEMP TABLE ${table} (id integer PRIMARY KEY, text text, folded text${extra})`)
  const pools: PoolSize[] = []
  for (const language of languages) {
    const { phrases, paragraphs } = createTextPool(language, Math.min(1, events / 50_000))
    const [phrase, paragraph] = [`bench_phrase_${language}`, `bench_paragraph_${language}`]
    await make(phrase, ', slug text')
    await make(paragraph)
    await fill.load(phrase, { ...columns, slug: 'text' }, phrases)
    await fill.load(paragraph, columns, paragraphs)
    pools.push({ language, phrases: phrases.length, paragraphs: paragraphs.length })
  }
  return pools
}

/** The languages of events: a date of a repeated event has those of its event. */
const TEXTS = `(SELECT event_id FROM event_text UNION ALL SELECT event_id FROM ${LANGUAGES_OF_DATES} dates) l`

/** Compares the counters with the rows: wrong counters would falsify every measurement. */
async function verify({ numberOf }: EngineFill, { events, repeated = 0 }: CalendarSize): Promise<void> {
  const counted = (facets: string) => `SELECT coalesce(sum(events), 0) AS value FROM event_count WHERE facet ${facets}`
  const listed = (from: string, where = '1 = 1') =>
    `SELECT count(*) AS value FROM ${from} JOIN event e ON e.id = l.event_id WHERE ${where} AND e.is_public = 1
      AND e.hide_from_listings = 0`
  for (const [what, counter, rows] of [
    ['events', `SELECT ${events + repeated} AS value`, 'SELECT count(*) AS value FROM event'],
    ['listed events', counted(`= 'all'`), 'SELECT count(listed_start) AS value FROM event'],
    ['venues of events', counted(`LIKE 'venue:%'`), listed('event_venue l')],
    ['the large category', counted(`= 'category:1'`), listed('event_within l', 'l.category_id = 1')],
    ['tags of events', counted(`LIKE 'tag:%'`), listed('event_tag l')],
    ['texts', counted(`LIKE 'language:%'`), listed(TEXTS)],
  ] as const) {
    const [one, other] = [await numberOf(counter), await numberOf(rows)]
    if (one !== other || one === 0)
      throw new Error(`the counters of the generated calendar have ${one} ${what}, but there are ${other}`)
  }
}

/** Fills the calendar that the arguments name: `sqlite:/tmp/calendar.db 1000000 en,de [REPEATED]`. */
async function fillFromArguments(): Promise<void> {
  const [url = '', count = '10000', languages = 'en', repeated] = argv.slice(2)
  const size = { events: Number(count), languages: languages.split(',') as Language[] }
  await fillCalendar(url, repeated ? { ...size, repeated: Number(repeated) } : size)
}

// Runs in a child process of benchmarks, or by hand for experiments. Without `await`, because tests load this module
// synchronously.
if (argv[1] === import.meta.filename) void fillFromArguments()
