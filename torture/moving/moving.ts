import process from 'node:process'
import { TEC } from '../../src/core/faces.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import type { ImportSource } from '../../src/import/import-item-types.ts'
import { importFrom } from '../../test/kit/calendar/importing.ts'
import { testEngine } from '../../test/kit/engines/engines.ts'
import { startServer, type TestServer } from '../../test/kit/server/server.ts'
import type { Outcome, Trial } from '../trial.ts'
import { checkDifferences } from './accepted-differences.ts'
import { compareRecords, type Difference } from './compare-records.ts'
import { openOldAddresses } from './old-addresses.ts'
import { openRecordedSite, type Recorded, type RecordedList, type RecordedSite, WAYS, type Way } from './site.ts'

const LISTS: readonly RecordedList[] = ['categories', 'tags', 'venues', 'organizers', 'events']
const REPETITIONS = 2
/** The ways that bring ids and slugs, so that all addresses lead to the same records. */
const ADDRESSES_KEPT: readonly Way[] = ['administrator', 'guest', 'export']
const TIMEZONE = 'America/New_York'
/** When the site was recorded: its scheduled events are not published yet. */
const RECORDED_AT = Date.UTC(2026, 10, 22, 12) / 1000

export const moving: Trial = {
  name: 'moving',
  promise:
    'A site with The Events Calendar that is imported in any of five ways answers as before, except for the differences that are listed with their reasons, and importing it again changes nothing.',
  async run({ engine, logStep }): Promise<Outcome> {
    const folder = process.env.MOVING_SITE
    if (!folder) return { figures: {}, violations: ['not tried: MOVING_SITE names no recorded site (moving/site.ts)'] }
    const kit = testEngine(engine)
    const site = await openRecordedSite(folder, TIMEZONE)
    const violations: string[] = []
    const figures: Record<string, number> = {}
    const differences = new Map<Way, readonly Difference[]>()
    try {
      for (const way of WAYS) {
        logStep(way)
        const result = await moveBy(way, site, await kit.url())
        violations.push(...result.violations)
        Object.assign(figures, {
          ...result.figures,
          [`${way}: accepted differences`]: result.differences.length,
        })
        differences.set(way, result.differences)
      }
      violations.push(...checkDifferences(differences))
    } finally {
      await site.close()
      await kit.close()
    }
    return { figures, violations }
  },
}

/** Imports the site in one way, several times, and compares what this calendar then answers. */
async function moveBy(way: Way, site: RecordedSite, url: string) {
  const db = await openDatabase(url)
  const server = await startServer(db, { languages: ['en'] })
  try {
    server.clock.now = RECORDED_AT
    await server.ask('PATCH', '/settings', { as: 'administrator', body: { timezone: TIMEZONE } })
    const violations: string[] = []
    const figures: Record<string, number> = {}
    for (const source of await site.ways[way]())
      await importFrom(db, source, { now: RECORDED_AT, fetchPicture: site.fetchPicture })
    for (let time = 1; time <= REPETITIONS; time += 1) {
      for (const source of await site.ways[way]()) violations.push(...(await writesOf(server, site, source, way)))
    }
    const differences: Difference[] = []
    const lists = new Map<RecordedList, (readonly [Recorded, Recorded])[]>()
    let records = 0
    for (const list of LISTS) {
      const found = await recordsHere(server, list)
      const pairs: (readonly [Recorded, Recorded])[] = []
      lists.set(list, pairs)
      for (const record of site.recorded(list)) {
        const name = `${list} ${record.id}`
        const here = found.find((one) => isSameRecord(way, record, one))
        records += here ? 1 : 0
        if (here) pairs.push([record, here])
        if (here) differences.push(...compareRecords(list, name, record, here))
        else differences.push({ field: list, record: name, wanted: titleOf(record), found: undefined })
      }
    }
    if (ADDRESSES_KEPT.includes(way)) {
      const { count, wrong } = await openOldAddresses(server, lists)
      figures[`${way}: old addresses`] = count
      violations.push(...wrong.map((sentence) => `${way}: ${sentence}`))
    }
    return { violations, figures: { [`${way}: records`]: records, ...figures }, differences }
  } finally {
    await server.close()
    await db.close()
  }
}

/** The records that another import of an unchanged source writes, one sentence for each collection. */
async function writesOf(
  { db }: TestServer,
  { fetchPicture }: RecordedSite,
  source: ImportSource,
  way: Way,
): Promise<string[]> {
  const { counts } = await importFrom(db, source, { now: RECORDED_AT, fetchPicture })
  return Object.entries(counts).flatMap(([collection, { created = 0, updated = 0, refused = 0 }]) =>
    created + updated + refused > 0
      ? [
          `${way}: another import of ${source.name} wrote ${created + updated} ${collection}, and ${refused} were refused`,
        ]
      : [],
  )
}

/** Tables contain no ids, and calendars only those of events: their records are recognized by title and start. */
function isSameRecord(way: Way, recorded: Recorded, here: Recorded): boolean {
  if (way !== 'tables' && (way !== 'calendars' || 'start_date' in recorded)) return here.id === recorded.id
  return titleOf(recorded) === titleOf(here) && recorded.start_date === here.start_date
}

const titleOf = ({ title, venue, organizer, name }: Recorded) => String(title ?? name ?? venue ?? organizer)

const EVERYTHING = 'start_date=1970-01-01&end_date=2100-12-31&status=publish,draft,pending,private,future'

/** All records of a list of this calendar, through the API of The Events Calendar. */
async function recordsHere(server: TestServer, list: RecordedList): Promise<Recorded[]> {
  const query =
    list === 'events'
      ? EVERYTHING
      : list === 'categories' || list === 'tags'
        ? 'hide_empty=0'
        : 'status=publish,draft,pending,private'
  const records: Recorded[] = []
  for (let page = 1; ; page += 1) {
    const options = { as: 'administrator', face: TEC } as const
    const { body } = await server.ask('GET', `/${list}?${query}&per_page=50&page=${page}`, options)
    records.push(...(body[list] ?? []))
    if (page >= Number(body.total_pages ?? 0)) return records
  }
}
