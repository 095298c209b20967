import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { before, test } from 'node:test'
import { createAccount } from '../../src/accounts/account-store.ts'
import {
  bulkLoadEvents,
  createBulkEventPlanner,
  type NamedEvent,
  RefusedEventError,
  rethrowWithEventName,
} from '../../src/collections/events/bulk-load/bulk-load-events.ts'
import type { EventRow } from '../../src/collections/events/event-row.ts'
import { events as collection } from '../../src/collections/events/index.ts'
import {
  createRecordInOpenTransaction,
  parseRequestBody,
  updateRecordInOpenTransaction,
} from '../../src/collections/records/write-in-open-transaction.ts'
import type { Language } from '../../src/core/language.ts'
import { type Database, sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { createDemoEventRequest } from '../../src/demo/demo-event-request.ts'
import { createDemoOrganizers } from '../../src/demo/demo-organizers.ts'
import { createDemoVenues } from '../../src/demo/demo-venues.ts'
import { fillCalendarWithDemoRecords } from '../../src/demo/fill-calendar-with-demo-records.ts'
import { generatePlannedDemoEvents } from '../../src/demo/plan-demo-calendar.ts'
import { forEachEngine, type TestEngine } from '../kit/engines/engines.ts'
import { loadScope } from '../kit/engines/load-scope.ts'
import { startServer, TEST_NOW, type TestServer } from '../kit/server/server.ts'

const LANGUAGES: Language[] = ['en', 'de', 'fr', 'es', 'fi']
const DAY_SECONDS = 86_400

const quiet = { clock: () => 0, signal: new AbortController().signal }

/** Without a password, whose hash would take as long as all other records. */
const addAdministrator = (db: Database) =>
  db.transaction((tx) => createAccount(tx, { login: 'admin', role: 'administrator' }, TEST_NOW))

/** A database with venues, organizers, terms and a few events. */
async function openWithRecords(engine: TestEngine): Promise<Database> {
  const db = await engine.open()
  await addAdministrator(db)
  await fillCalendarWithDemoRecords({ scope: loadScope(db), events: 30, seed: 'bulk', ...quiet, onProgress() {} })
  return db
}

/** Events of the demo that refer to the existing records of another demo. */
async function demoEvents(db: Database, count: number): Promise<NamedEvent[]> {
  const [venues, organizers] = [createDemoVenues(30), createDemoOrganizers(30)]
  const idsOf = async (table: 'venue' | 'organizer') => {
    const from = table === 'venue' ? sql`venue` : sql`organizer`
    return (await db.all<{ id: number }>(sql`SELECT id FROM ${from} ORDER BY id`)).map(({ id }) => id)
  }
  const [venueIds, organizerIds] = [await idsOf('venue'), await idsOf('organizer')]
  const calendar = generatePlannedDemoEvents({
    ...{ seed: 'both ways', events: count, today: '2030-06-15 00:00:00', zone: 'Europe/Berlin' },
    ...{ languages: LANGUAGES, isShowcase: false, venues, organizers },
  })
  const records = {
    siteZone: 'UTC',
    pictures: {},
    venues: venues.map(({ uses, accessibility }, index) => {
      return { id: venueIds[index] as number, isOnline: uses.includes('online'), accessibility }
    }),
    organizers: organizers.map(({ site }, index) => ({ id: organizerIds[index] as number, site })),
  }
  return [...calendar].map((event) => createDemoEventRequest(event, records))
}

let written = 0
/** An event with these request fields, and later changes of its texts. */
function event(
  fields: Record<string, unknown>,
  later: Record<string, unknown>[] = [],
  language: Language = 'en',
): NamedEvent {
  written += 1
  const body = { title: 'Same name', start_date: '2030-07-01 10:00', end_date: '2030-07-01 12:00', ...fields }
  const name = `line ${written}`
  return rethrowWithEventName(name, () => ({
    ...{ name, language, writtenAt: TEST_NOW - DAY_SECONDS },
    body: parseRequestBody(collection.parameters.native.create, body),
    textChanges: later.map(({ language: other = language, ...texts }, index) => ({
      language: other as Language,
      writtenAt: TEST_NOW - DAY_SECONDS + 60 * (index + 1),
      body: parseRequestBody(collection.parameters.native.update, texts),
    })),
  }))
}

/** Cases that the demo does not cover. */
const oddEvents = (): NamedEvent[] => [
  ...Array.from({ length: 40 }, () => event({})),
  event({ title: 'Same name 2' }),
  event({ slug: 'same-name-43' }),
  ...Array.from({ length: 5 }, () => event({}, [{ language: 'de', title: 'Same name' }])),
  event({ title: '***' }, [{ language: 'fi', title: '…' }]),
  event({
    title: '10% & <b>more</b>',
    description: 'a < b\n\n<script>x</script> &eacute; <a href="javascript:x">y</a>',
  }),
  event({ title: String.raw`C:\new\table \N \.`, description: '\\\n\tone\r\n\\.\ntwo', website: '' }),
  event({ status: 'draft' }, [{ language: 'fr', title: 'Brouillon', description: 'un' }]),
  event({ status: 'pending', slug: 'Wanted Slug' }, [{ excerpt: 'two' }]),
  event({ title: 'First' }, [{ title: 'Second' }, { slug: 'third' }, { language: 'es', title: 'Uno', slug: 'uno' }]),
  event({ date_utc: '2030-06-14 12:00:30' }, [{ language: 'de', title: 'Inzwischen erschienen' }]),
  event({ date_utc: '2031-01-01 00:00:00', featured: true }),
  event({
    venue: { venue: 'Inline hall', city: 'Ulm' },
    organizer: [{ organizer: 'Inline club' }],
    series: [{ title: 'Inline nights', kind: 'festival' }, { title: 'Weekly' }],
    categories: ['Brand new'],
  }),
  event({ series: 'Weekly' }),
  event({
    venue: { venue: 'Inline hall' },
    series: ['weekly', 'Inline nights'],
    categories: ['Brand new', 'brand NEW'],
    tags: ['fresh', 'fresh'],
  }),
  event({ recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' }, [{ language: 'de', title: 'Jede Woche' }]),
  event({ dates: [{ start_date: '2030-07-01 10:00' }, { start_date: '2030-07-09 20:00' }], hide_from_listings: true }),
  event({ title: 'Endless', recurrence: 'RRULE:FREQ=MONTHLY', venue: { venue: 'Inline hall' }, tags: ['fresh'] }),
  event({ hide_from_listings: true, cost: ['5', '10 €'], all_day: true, timezone: 'America/New_York' }),
]

async function storeOneByOne(db: Database, events: readonly NamedEvent[]): Promise<void> {
  for (const { language, writtenAt, body, textChanges } of events) {
    await db.transaction(async (tx) => {
      const scope = { ...loadScope(db), db: tx, language, now: writtenAt }
      const id = await createRecordInOpenTransaction(collection, scope, body)
      for (const later of textChanges) {
        const row = (await collection.find(scope, { id })) as EventRow
        await updateRecordInOpenTransaction(
          collection,
          { ...scope, language: later.language, now: later.writtenAt },
          row,
          later.body,
        )
      }
    })
  }
}

/** @param batch number of events per call of `take` */
async function storeInBulk(db: Database, events: readonly NamedEvent[], batch = 70): Promise<void> {
  const plan = createBulkEventPlanner(loadScope(db), () => 0)
  const left = [...events]
  await bulkLoadEvents({ ...quiet, scope: loadScope(db), take: () => plan(left.splice(0, batch)), onStored() {} })
}

/** All responses of a server about the events, and the counters. */
async function readEverything(server: TestServer) {
  const answers: unknown[] = []
  const ask = async (path: string, options: Parameters<TestServer['ask']>[2] = {}) => {
    const { status, body } = await server.ask('GET', path, options)
    equal(status, 200, `${path}: ${JSON.stringify(body)}`)
    answers.push(body)
    return body
  }
  const window = 'start_date=2000-01-01&end_date=2040-01-01&per_page=50'
  for (const as of ['guest', 'administrator'] as const) {
    for (const root of ['en', 'de'] as const) {
      const { total_pages: pages } = await ask(`/events?${window}`, { as, root })
      for (let page = 2; page <= pages; page += 1) await ask(`/events?${window}&page=${page}`, { as, root })
    }
    for (const filter of [
      'featured=true',
      'search=same',
      'search=die',
      'tags=fresh',
      'categories=music',
      'fallback=false',
      'in_series=true',
    ]) {
      await ask(`/events?${window}&${filter}`, { as, root: 'de' })
    }
  }
  for (const list of ['/categories', '/tags', '/venues', '/organizers', '/series'])
    await ask(`${list}?per_page=50`, { as: 'administrator' })
  const ids = await server.db.all<{ id: number }>(sql`SELECT id FROM event ORDER BY id`)
  for (const { id } of ids) {
    await ask(`/events/${id}`, { as: 'administrator' })
    await ask(`/events/${id}/translations`, { as: 'administrator' })
  }
  const counts = await server.db.all(sql`SELECT facet, day, sum(events) AS events FROM event_count
    GROUP BY facet, day HAVING sum(events) <> 0 ORDER BY facet, day`)
  return { answers, counts }
}

forEachEngine('loading in bulk', (engine) => {
  // All tests share two calendars, because filling one takes longer than a test.
  let bulk: Database
  let single: Database
  before(async () => {
    bulk = await openWithRecords(engine)
    single = await openWithRecords(engine)
  })

  test('produces the same records as single requests', async () => {
    const events = [...(await demoEvents(bulk, 60)), ...oddEvents()]
    await storeInBulk(bulk, events.slice(0, 60))
    // One per batch where venues are created inline: in a batch their ids would precede those of all events.
    await storeInBulk(bulk, events.slice(60), 1)
    await storeOneByOne(single, events)
    const [first, second] = [await startServer(bulk), await startServer(single)]
    const [loaded, requested] = [await readEverything(first), await readEverything(second)]
    equal(loaded.answers.length, requested.answers.length)
    for (const [index, answer] of loaded.answers.entries()) deepEqual(answer, requested.answers[index])
    deepEqual(loaded.counts, requested.counts)
    await first.close()
    await second.close()
  })

  test('assigns the same slugs as single requests, for any batch size', async () => {
    await storeInBulk(bulk, oddEvents(), 17)
    await storeOneByOne(single, oddEvents())
    const slugs = (db: Database) =>
      db.all(sql`SELECT language, title, slug FROM event_text WHERE title <> '***' AND title <> '…'
        ORDER BY language, title, slug`)
    deepEqual(await slugs(bulk), await slugs(single))
  })

  test('a rejected event is named in the error, and nothing of its batch is stored', async () => {
    const db = bulk
    const before = await db.all(sql`SELECT id FROM event ORDER BY id`)
    const good = event({ title: 'Good' })
    for (const [fields, later] of [
      [{ venue: 4711 }, []],
      [{ author: 4711 }, []],
      [{}, [{ language: 'de', description: 'without a title' }]],
      [{ image: 'https://pictures.example/one.jpg' }, []],
    ] as const) {
      const bad = event(fields, [...later])
      await rejects(storeInBulk(db, [good, bad, good]), (error: Error) => {
        ok(error instanceof RefusedEventError, String(error))
        equal(error.event, bad.name)
        return true
      })
    }
    let refused: unknown
    try {
      event({ start_date: 'never', cost: -1 })
    } catch (error) {
      refused = error
    }
    ok(refused instanceof RefusedEventError)
    match(refused.message, /^line \d+: /)
    deepEqual(await db.all(sql`SELECT id FROM event ORDER BY id`), before)
  })

  test('a failure inside the transaction stores nothing', async () => {
    const db = bulk
    const before = await db.all(sql`SELECT id FROM event ORDER BY id`)
    const plan = createBulkEventPlanner(loadScope(db), () => 0)
    const [tag] = await db.all<{ id: number }>(sql`SELECT tag_id AS id FROM tag_text WHERE language = 'en' LIMIT 1`)
    const planned = await plan([event({}), event({ tags: [tag?.id] })])
    // Deleted after planning.
    await db.transaction((tx) => tx.run(sql`DELETE FROM tag WHERE id = ${tag?.id ?? 0}`))
    const batches = [planned]
    const take = async () => batches.shift() ?? []
    await rejects(bulkLoadEvents({ ...quiet, scope: loadScope(db), take, onStored() {} }))
    deepEqual(await db.all(sql`SELECT id FROM event ORDER BY id`), before)
    const counted = await db.get<{ total: number }>(
      sql`SELECT sum(events) AS total FROM event_count WHERE facet = 'all'`,
    )
    const listed = await db.get<{ total: number }>(
      sql`SELECT count(*) AS total FROM event WHERE listed_start IS NOT NULL`,
    )
    equal(counted?.total, listed?.total)
    // Counters work again for later events.
    await storeOneByOne(db, [event({})])
    const then = await db.get<{ total: number }>(sql`SELECT sum(events) AS total FROM event_count WHERE facet = 'all'`)
    equal(then?.total, (listed?.total ?? 0) + 1)
  })

  test('concurrent loads and writes get different slugs', async () => {
    const url = await engine.url()
    const [one, other] = [await openDatabase(url), await openDatabase(url)]
    try {
      await addAdministrator(one)
      const many = () => Array.from({ length: 60 }, (_, index) => event({ title: `Name ${index % 7}` }))
      await Promise.all([
        storeInBulk(one, many(), 20),
        storeInBulk(other, many().reverse(), 30),
        storeOneByOne(one, many().slice(0, 20)),
      ])
      const rows = await one.all<{ slug: string }>(sql`SELECT slug FROM event_text WHERE title LIKE 'Name %'`)
      equal(rows.length, 140)
      equal(new Set(rows.map(({ slug }) => slug)).size, 140)
      ok(rows.every(({ slug }) => /^name-\d(-\d+)?$/.test(slug)))
    } finally {
      await one.close()
      await other.close()
    }
  })

  if (engine.name === 'postgres') {
    test('PostgreSQL has statistics after a large load', async () => {
      await storeInBulk(bulk, await demoEvents(bulk, 1000))
      const counted = await bulk.all<{ name: string; rows: number }>(
        sql`SELECT relname AS name, reltuples AS rows FROM pg_class WHERE relname IN ('event', 'event_venue', 'event_text')`,
      )
      for (const { name, rows } of counted) ok(rows >= 700, `${name}: ${rows}`)
      equal(counted.length, 3)
    })
  }
})
