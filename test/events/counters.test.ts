import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { categoryHierarchy, eventCategories } from '../../src/check/check-categories.ts'
import { denormalizedLinks, denormalizedTexts } from '../../src/check/check-denormalized-columns.ts'
import { eventCounts, listedStarts } from '../../src/check/check-event-counts.ts'
import {
  attendanceModeFacet,
  eventStatusFacet,
  notCancelledFacet,
  virtualFacet,
} from '../../src/collections/events/event-status/status-facets.ts'
import {
  allListed,
  type Facet,
  featuredFacet,
  languageFacet,
  linkedRecordFacet,
  listEventsOfFacet,
} from '../../src/collections/events/filters/facets.ts'
import type { LinkedKind } from '../../src/core/kinds.ts'
import { type Database, raw, type Sql, sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { eventLinkTable } from '../../src/db/sql-fragments.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { assertHolds } from '../kit/engines/invariants.ts'
import { effortOf } from '../kit/generated/run-limits.ts'
import { startServer, TEST_NOW, type TestServer } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

const WINDOW = 'start_date=2000-01-01&end_date=2100-01-01&per_page=50'

const which = () => fc.nat({ max: 7 })
const day = () => fc.integer({ min: 10, max: 13 }).map((date) => `2030-07-${date}`)
const hour = () => fc.constantFrom('10', '17')
const flags = () =>
  fc.record(
    {
      featured: fc.boolean(),
      hide_from_listings: fc.boolean(),
      event_status: fc.constantFrom('scheduled', 'cancelled', 'postponed'),
      attendance_mode: fc.constantFrom('offline', 'online', 'mixed'),
      cost: fc.constantFrom('', 'Free', '$5'),
      registration: fc.constantFrom([], [{ type: 'link', value: 'https://a.example/' }]),
      accessibility: fc.constantFrom([], ['visual'], ['step_free', 'visual']),
      all_day: fc.boolean(),
    },
    { requiredKeys: [] },
  )
const ids = () => fc.uniqueArray(fc.nat({ max: 3 }), { maxLength: 3 })
/** Publication time in seconds after the initial clock; later than the current clock means scheduled. */
const seconds = () => fc.constantFrom(-3600, 60, 600, 3600)
const status = () => fc.constantFrom('publish', 'draft', 'private', 'pending')
const language = () => fc.constantFrom('en', 'de', 'fr')

const steps = () =>
  fc.array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          do: fc.constant('add' as const),
          day: day(),
          hour: hour(),
          status: status(),
          at: seconds(),
          flags: flags(),
          language: language(),
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          do: fc.constant('change' as const),
          which: which(),
          day: day(),
          hour: hour(),
          status: status(),
          at: seconds(),
          flags: flags(),
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          do: fc.constant('link' as const),
          which: which(),
          categories: ids(),
          tags: ids(),
          venue: ids(),
          organizer: ids(),
          series: ids(),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ do: fc.constant('translate' as const), which: which(), language: language() }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ do: fc.constant('untranslate' as const), which: which(), language: language() }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('trash' as const), which: which() }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('erase' as const), which: which() }) },
      {
        weight: 2,
        arbitrary: fc.record({
          do: fc.constant('move' as const),
          term: fc.nat({ max: 3 }),
          parent: fc.nat({ max: 3 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          do: fc.constant('remove' as const),
          kind: fc.constantFrom('categories' as const, 'tags' as const),
          term: fc.nat({ max: 3 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(30, 600, 3600) }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constant(-7200) }) },
    ),
    { minLength: 8, maxLength: 30 },
  )
type Step = ReturnType<typeof steps> extends fc.Arbitrary<(infer T)[]> ? T : never

interface Calendar {
  server: TestServer
  events: number[]
  categories: number[]
  tags: number[]
  venue: number[]
  organizer: number[]
  series: number[]
}

async function emptyCalendar(server: TestServer): Promise<Calendar> {
  const make = makersOf(server)
  const calendar: Calendar = { server, events: [], categories: [], tags: [], venue: [], organizer: [], series: [] }
  for (let count = 0; count < 4; count += 1) {
    calendar.categories.push((await make.category(count > 0 ? { parent: calendar.categories[count - 1] } : {})).id)
    calendar.tags.push((await make.tag()).id)
    calendar.venue.push((await make.venue()).id)
    calendar.organizer.push((await make.organizer()).id)
    calendar.series.push((await make.series()).id)
  }
  return calendar
}

const dateOf = (server: TestServer, after: number) =>
  new Date((server.clock.now + after) * 1000).toISOString().slice(0, 19).replace('T', ' ')

async function take(calendar: Calendar, step: Step): Promise<void> {
  const { server, events } = calendar
  // Impossible writes, such as updates of records in the trash, are refused and change nothing.
  const send = async (method: string, path: string, body?: object, root?: 'de' | 'en' | 'fr') => {
    const answer = await server.ask(method, path, { as: 'editor', ...(body && { body }), ...(root && { root }) })
    assert.ok(answer.status < 500, JSON.stringify(answer.body))
    return answer
  }
  const schedule = ({ day, hour, status, at, flags }: Extract<Step, { do: 'add' | 'change' }>) => {
    const local = { start_date: `${day} ${hour}:00:00`, end_date: `${day} 19:00:00`, timezone: 'UTC' }
    return { ...local, status, date_utc: dateOf(server, at), ...flags }
  }
  if (step.do === 'add') {
    const body = { title: `Event ${events.length}`, ...schedule(step) }
    const answer = await send('POST', '/events', body, step.language as 'en')
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    events.push(answer.body.id)
  } else if (step.do === 'wait') {
    server.clock.now += step.seconds
    await send('GET', '/events')
  } else if (step.do === 'move') {
    const parent = calendar.categories[step.parent]
    await send('POST', `/categories/${calendar.categories[step.term]}`, { parent })
  } else if (step.do === 'remove') {
    await send('DELETE', `/${step.kind}/${calendar[step.kind][step.term]}`)
  } else if (events.length > 0) {
    const at = `/events/${events[step.which % events.length]}`
    const of = (kind: 'categories' | 'tags' | 'venue' | 'organizer' | 'series', places: number[]) =>
      places.map((place) => calendar[kind][place])
    if (step.do === 'change') await send('PATCH', at, schedule(step))
    else if (step.do === 'trash') await send('DELETE', at)
    else if (step.do === 'erase') await send('DELETE', `${at}?force=true`)
    else if (step.do === 'untranslate') await send('DELETE', `${at}/translations/${step.language}`)
    else if (step.do === 'translate') await send('PUT', `${at}/translations/${step.language}`, { title: 'Translated' })
    else {
      for (const kind of ['categories', 'tags', 'venue', 'organizer', 'series'] as const) {
        await send('PATCH', at, { [kind]: of(kind, step[kind]) })
      }
    }
  }
}

const INVARIANTS = [eventCounts, listedStarts, categoryHierarchy, eventCategories, denormalizedTexts, denormalizedLinks]

async function checkCounts(db: Database, now: number): Promise<void> {
  const late = await db.all(sql`SELECT id FROM event e
    WHERE (e.is_public = 1) <> (e.status = 'publish' AND e.published_at <= ${now})`)
  assert.equal(late.length, 0, 'what is public is what has come out by now')
  await assertHolds(db, INVARIANTS)
}

/** Compares the lists of anonymous callers with the same condition evaluated without counters. */
async function checkLists({ server, ...ids }: Calendar): Promise<void> {
  const listed = sql`p.status = 'publish' AND p.published_at <= ${server.clock.now} AND p.hide_from_listings = 0`
  const asked: [path: string, condition: Sql][] = [
    ['', sql`1 = 1`],
    ['&featured=1', sql`p.featured = 1`],
    ['&event_status=scheduled', sql`p.event_status = 'scheduled'`],
    ['&event_status=cancelled', sql`p.event_status = 'cancelled'`],
    ['&event_status=cancelled,postponed', sql`p.event_status <> 'scheduled'`],
    ['&attendance_mode=offline', sql`p.attendance_mode = 'offline'`],
    ['&attendance_mode=mixed', sql`p.attendance_mode = 'mixed'`],
    ['&virtual=0', sql`p.attendance_mode = 'offline'`],
    ['&virtual=1&event_status=scheduled', sql`p.attendance_mode <> 'offline' AND p.event_status = 'scheduled'`],
    ['&is_free=1', sql`p.is_free = 1`],
    ['&ticketed=1', sql`p.is_ticketed = 1`],
    ['&ticketed=0', sql`p.is_ticketed = 0`],
    ['&evening=1', sql`substr(CAST(p.start_local AS text), 12) >= '17:00:00' AND p.all_day = 0`],
    ['&evening=0', sql`(substr(CAST(p.start_local AS text), 12) < '17:00:00' OR p.all_day = 1)`],
    ['&accessible=1', sql`p.admission LIKE '%step_free%'`],
    ['&accessible=0', sql`p.admission NOT LIKE '%step_free%'`],
    ['&virtual=1', sql`p.attendance_mode <> 'offline'`],
    ['&fallback=0', sql`p.id IN (SELECT event_id FROM event_text WHERE language = 'en')`],
  ]
  const links = [
    ['venue', 'event_venue'],
    ['organizer', 'event_organizer'],
    ['series', 'event_series'],
    ['tags', 'event_tag'],
  ] as const
  for (const [name, linked] of links) {
    const column = raw(name === 'tags' ? 'tag_id' : `${name}_id`)
    for (const id of ids[name])
      asked.push([`&${name}=${id}`, sql`p.id IN (SELECT event_id FROM ${raw(linked)} WHERE ${column} = ${id})`])
  }
  for (const id of ids.categories) {
    asked.push([
      `&categories=${id}`,
      sql`p.id IN (SELECT event_id FROM event_within WHERE is_inherited IS NULL AND category_id IN (
      WITH RECURSIVE below (id) AS (SELECT ${id}::integer AS id UNION SELECT c.id FROM category c JOIN below ON c.parent_id = below.id)
      SELECT id FROM below))`,
    ])
  }
  for (const [path, condition] of asked) {
    const { status, body } = await server.ask('GET', `/events?${WINDOW}${path}`)
    // Deleted terms are skipped: their ids are invalid parameters.
    if (status === 400) continue
    const rows = await server.db.all<{ id: number }>(
      forEngine(
        server.db,
        sql`
      SELECT p.id FROM event p WHERE ${listed} AND ${condition} ORDER BY p.start_local, p.id`,
      ),
    )
    const expected = rows.map(({ id }) => id)
    assert.deepEqual(
      [body.total, body.events.map((event: { id: number }) => event.id)],
      [expected.length, expected],
      path,
    )
  }
}

/** Removes PostgreSQL's casts, which SQLite does not need. */
const forEngine = (db: Database, statement: Sql): Sql =>
  db.dialect.engine === 'postgres'
    ? statement
    : ({ sql: statement.sql.replaceAll('::integer', ''), values: statement.values } as Sql)

forEachEngine('counts of events', (engine) => {
  test('stored counters equal a count after any sequence of writes', async () => {
    const { numRuns, isOver } = effortOf({ runs: 3, longRuns: 100 })
    const property = fc.asyncProperty(steps(), async (taken) => {
      if (isOver()) return
      const server = await startServer(await openDatabase(await engine.url()))
      try {
        const calendar = await emptyCalendar(server)
        // The test moves the clock back later, but not to before the venues were created.
        server.clock.now += 86_400
        for (const step of taken) await take(calendar, step)
        await server.ask('GET', '/events')
        await checkCounts(server.db, server.clock.now)
        await checkLists(calendar)
      } finally {
        await server.close()
        await server.db.close()
      }
    })
    await fc.assert(property, { numRuns })
  })

  // SQLite has one writer, which updates the counters themselves.
  if (engine.name === 'postgres') {
    test('the counters of the days of a month are one row', async () => {
      const db = await engine.open()
      try {
        await db.transaction(async (tx) => {
          for (const events of [2, -1]) {
            await tx.run(sql`INSERT INTO event_count_change
              SELECT 'all', '2030-01-' || lpad(day::text, 2, '0'), ${events}::bigint FROM generate_series(1, 31) AS day`)
            await tx.run(sql`INSERT INTO event_count_change VALUES ('public:tag:7', '', ${events}::bigint)`)
            await tx.get(sql`SELECT fold_event_counts()`)
          }
          await tx.run(sql`INSERT INTO event_count_change VALUES ('all', '2030-01-30', -1)`)
          await tx.get(sql`SELECT fold_event_counts()`)
          assert.deepEqual(
            Array.from(await tx.all(sql`SELECT facet, month, events FROM event_count_folded ORDER BY facet`)),
            [
              { facet: 'all', month: '2030-01', events: 30 },
              { facet: 'public:tag:7', month: '', events: 1 },
            ],
          )
          const days = Array.from({ length: 31 }, (_, index) => `2030-01-${String(index + 1).padStart(2, '0')}`)
          assert.deepEqual(
            Array.from(await tx.all(sql`SELECT facet, day, events FROM event_count ORDER BY facet, day`)),
            [
              ...days.filter((day) => day !== '2030-01-30').map((day) => ({ facet: 'all', day, events: 1 })),
              { facet: 'public:tag:7', day: '', events: 1 },
            ],
          )
        })
      } finally {
        await db.close()
      }
    })

    test('a write of the dates of a repeated event changes the counters themselves', async () => {
      const server = await startServer(await openDatabase(await engine.url()))
      try {
        const make = makersOf(server)
        const tag = await make.tag()
        const recurrence = 'RRULE:FREQ=WEEKLY;COUNT=157'
        const { id } = await make.event({ start_date: '2030-01-07 19:00:00', recurrence, tags: [tag.id] })
        const changes = () => server.db.get<{ rows: number }>(sql`SELECT count(*) AS rows FROM event_count_change`)
        const inserted = (await changes())?.rows ?? Infinity
        assert.ok(inserted < 50, `${inserted} rows for 157 dates`)
        const body = { start_date: '2030-01-08 19:00:00' }
        assert.equal((await server.ask('PATCH', `/events/${id}`, { as: 'editor', body })).status, 200)
        assert.equal((await server.ask('DELETE', `/events/${id}`, { as: 'editor' })).status, 200)
        const left = (await changes())?.rows ?? Infinity
        assert.ok(left < 50, `${left} rows after 157 dates were changed and deleted`)
        await checkCounts(server.db, server.clock.now)
      } finally {
        await server.close()
        await server.db.close()
      }
    })

    test('many changes of counters are added up in several statements', async () => {
      const db = await engine.open()
      try {
        await db.transaction(async (tx) => {
          await tx.run(sql`INSERT INTO event_count_change SELECT 'all', '2030-01-01', 1 FROM generate_series(1, 20500)`)
          const total = () => tx.get(sql`SELECT sum(events) AS sum FROM event_count WHERE facet = 'all'`)
          const fold = () => tx.get(sql`SELECT fold_event_counts() AS folded`)
          for (const folded of [20_000, 500, 0]) {
            assert.deepEqual(await fold(), { folded })
            assert.deepEqual(await total(), { sum: 20_500 })
          }
        })
      } finally {
        await db.close()
      }
    })
  }

  describe('late pages of event lists', () => {
    const server = withServer(engine)
    let facets: [Facet, Sql][]
    before(async () => {
      const make = makersOf(server)
      const [venue, organizer, category, tag, series] = [
        await make.venue(),
        await make.organizer(),
        await make.category(),
        await make.tag(),
        await make.series(),
      ]
      const { id } = await make.event({
        venue: venue.id,
        organizer: organizer.id,
        categories: [category.id],
        tags: [tag.id],
        series: series.id,
        featured: true,
      })
      await multiply(server.db, id, 450)
      const linked = (kind: LinkedKind, of: number): [Facet, Sql] => [
        linkedRecordFacet(kind, of),
        sql`p.id IN (SELECT event_id FROM ${eventLinkTable(kind)} WHERE ${raw(`${kind}_id`)} = ${of})`,
      ]
      facets = [
        [allListed, sql`1 = 1`],
        [featuredFacet, sql`p.featured = 1`],
        [languageFacet('en'), sql`1 = 1`],
        [eventStatusFacet('cancelled'), sql`p.event_status = 'cancelled'`],
        [eventStatusFacet('scheduled'), sql`p.event_status = 'scheduled'`],
        [notCancelledFacet, sql`p.event_status <> 'cancelled'`],
        [attendanceModeFacet('online'), sql`p.attendance_mode = 'online'`],
        [attendanceModeFacet('offline'), sql`p.attendance_mode = 'offline'`],
        [virtualFacet, sql`p.attendance_mode <> 'offline'`],
        ...(
          [
            ['venue', venue.id],
            ['organizer', organizer.id],
            ['category', category.id],
            ['tag', tag.id],
            ['series', series.id],
          ] as const
        ).map(([kind, of]) => linked(kind, of)),
      ]
    })

    for (const window of [
      { from: '2000-01-01 00:00:00', to: '2100-01-01 23:59:59' },
      { from: '2030-07-03 00:00:00', to: '2030-07-27 23:59:59' },
      { from: '2030-06-15 00:00:00', to: '2030-07-27 23:59:59' },
      { from: '2030-07-03 00:00:00', to: '2030-08-10 23:59:59' },
    ]) {
      test(`every page is a slice of the whole list, ${window.from} to ${window.to}`, async () => {
        for (const [facet, condition] of facets) {
          const rows = await server.db.all<{ id: number }>(sql`SELECT p.id FROM event p
            WHERE ${condition} AND p.listed_start IS NOT NULL AND p.start_local >= ${window.from} AND p.start_local <= ${window.to}
            ORDER BY p.start_local, p.id`)
          const whole = rows.map(({ id }) => id)
          for (const perPage of [7, 50]) {
            for (let page = 1; page <= whole.length / perPage + 2; page += 1) {
              const { rows, total } = await listEventsOfFacet(server.db, facet, window, { page, perPage }, (ids) =>
                server.db.all<{ id: number }>(ids),
              )
              assert.equal(total, whole.length)
              const ids = rows.map(({ id }) => id)
              assert.deepEqual(ids, whole.slice((page - 1) * perPage, page * perPage), `${facet.name} ${page}`)
            }
          }
        }
      })
    }
  })
})

/** Copies an event with all its links to days of one month; some copies are drafts or hidden from listings. */
async function multiply(db: Database, id: number, count: number): Promise<void> {
  await db.transaction(async (tx) => {
    for (let made = 1; made <= count; made += 1) {
      const copy = await tx.nextId('record')
      const start = `2030-07-${String(((made * 7) % 31) + 1).padStart(2, '0')} ${made % 2 ? '10' : '18'}:00:00`
      await tx.run(sql`INSERT INTO event (id, author_id, original_language, status, published_at, dating, created_at, start_local,
        end_local, timezone, start_at, end_at, featured, hide_from_listings, event_status, attendance_mode, is_public)
        SELECT ${copy}, author_id, original_language, ${made % 9 ? 'publish' : 'draft'}, ${TEST_NOW}, dating, created_at, ${start}, ${start},
        timezone, start_at, end_at, ${Number(made % 3 > 0)}, ${Number(made % 10 === 0)},
        ${made % 4 ? 'scheduled' : 'cancelled'}, ${made % 5 < 3 ? 'online' : 'offline'}, ${Number(made % 9 > 0)} FROM event WHERE id = ${id}`)
      const listed = sql`(SELECT listed_start FROM event WHERE id = ${copy})`
      await tx.run(sql`INSERT INTO event_text (event_id, language, title, slug, title_folded, search_text, modified_at, listed_start)
        SELECT ${copy}, language, title, ${`copy-${made}`}, title_folded, search_text, modified_at, ${listed} FROM event_text WHERE event_id = ${id}`)
      for (const [table, columns] of [
        ['event_venue', 'venue_id, position'],
        ['event_organizer', 'organizer_id, position'],
        ['event_series', 'series_id, position'],
        ['event_within', 'category_id, is_inherited'],
        ['event_tag', 'tag_id'],
      ] as const) {
        await tx.run(sql`INSERT INTO ${raw(table)} (event_id, ${raw(columns)}, listed_start)
          SELECT ${copy}, ${raw(columns)}, ${listed} FROM ${raw(table)} WHERE event_id = ${id}`)
      }
    }
  })
}
