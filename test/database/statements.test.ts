import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { LANGUAGES } from '../../src/core/language.ts'
import type { Sql } from '../../src/db/database.ts'
import { storePicture } from '../../src/media/picture-store.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { planOf, recordReads } from '../kit/engines/recorded-reads.ts'
import { eventually } from '../kit/eventually.ts'
import { startServer, TEST_NOW, type TestServer } from '../kit/server/server.ts'

/** Requests, with the maximum number of SQL statements for each. */
const LISTINGS = {
  '/events': 16,
  '/events?search=concert&status=publish': 16,
  '/events?venue=<venue>': 18,
  '/events?organizer=<organizer>': 18,
  '/events?categories=<category>': 18,
  '/events?tags=<tag>': 18,
  '/venues': 6,
  '/venues?search=hall': 6,
  '/venues?has_events=1&only_with_upcoming=1': 6,
  '/venues?event=<event>': 6,
  '/organizers': 6,
  '/organizers?has_events=1': 6,
  '/categories': 6,
  '/categories?orderby=count': 6,
  '/categories?event=<event>': 7,
  '/categories?include=a-word,another-word': 7,
  '/tags': 4,
  '/tags?search=word': 4,
} as const

forEachEngine('statements', (engine) => {
  let server: TestServer
  let reads: Sql[]
  const ids: Record<string, number> = {}
  before(async () => {
    const recorder = recordReads(await engine.open())
    reads = recorder.reads
    // Without a response cache, whose hits run no statements.
    server = await startServer(recorder.db, { cacheBytes: 0 })
  })
  after(() => server.close())

  /** The statements that a request runs, except those for settings and publication dates: these are cached until a write. */
  async function statementsOf(path: string): Promise<Sql[]> {
    reads.length = 0
    const { status, body } = await server.ask(
      'GET',
      path.replace(/<(\w+)>/, (_, name) => String(ids[name])),
    )
    assert.equal(status, 200, JSON.stringify(body))
    return reads.filter(({ sql }) => !/FROM setting|AS next/.test(sql))
  }

  /** Creates an event with a picture, a venue, an organizer, a subcategory and a tag. */
  async function addFullEvent() {
    const make = makersOf(server)
    const { id: image } = await server.db.transaction((tx) =>
      storePicture(
        tx,
        {
          bytes: Buffer.from('x'),
          name: 'x.png',
          authorId: server.ids.editor,
          mimeType: 'image/png',
          extension: 'png',
          width: 1,
          height: 1,
        },
        TEST_NOW,
      ),
    )
    const unique = Math.random()
    ids.above ??= (await make.category({ name: 'Above' })).id
    const below = await make.category({ name: `Below ${unique}`, parent: ids.above })
    const event = await make.event({
      image,
      venue: { venue: `Hall ${unique}`, image },
      organizer: { organizer: `Club ${unique}`, image },
      categories: [below.id, ids.above],
      tags: [`Word ${unique}`],
    })
    const [venue, organizer, tag] = [event.venue.id, event.organizer[0].id, event.tags[0].id]
    Object.assign(ids, { event: event.id, venue, organizer, tag, category: below.id })
  }

  describe('for a list of any length', () => {
    test('the number of statements is the same', async () => {
      await addFullEvent()
      for (const name of ['A word', 'Another word']) await makersOf(server).category({ name })
      const counts = async () => {
        const found: Record<string, number> = {}
        for (const path of Object.keys(LISTINGS)) {
          found[path] = (await statementsOf(`${path}${path.includes('?') ? '&' : '?'}per_page=50`)).length
        }
        return found
      }
      const ofOne = await counts()
      for (let more = 0; more < 49; more += 1) await addFullEvent()
      assert.deepEqual(await counts(), ofOne)
      for (const [path, most] of Object.entries(LISTINGS)) {
        const count = ofOne[path] as number
        assert.ok(count <= most, `${path} takes ${count} statements`)
      }
    })
  })

  test('a list of dates of repeated events takes as many statements as one of single events', async () => {
    const make = makersOf(server)
    const venue = await make.venue()
    const tag = await make.tag()
    const fields = { venue: venue.id, tags: [tag.id] }
    const repeats = { ...fields, start_date: '2031-06-02 20:00:00', end_date: '2031-06-02 22:00:00' }
    await make.event({ ...fields, start_date: '2031-05-02 20:00:00', end_date: '2031-05-02 22:00:00' })
    const weekly = await make.event({ ...repeats, recurrence: 'RRULE:FREQ=WEEKLY;COUNT=3' })
    const single = await statementsOf(`/events?venue=${venue.id}&end_date=2031-05-31`)
    const dates = await statementsOf(`/events?venue=${venue.id}&start_date=2031-06-01`)
    assert.equal(dates.length, single.length)
    for (const statement of dates) assertIndexed(statement, await planOf(server.db, statement))
    await server.ask('DELETE', `/events/${weekly.id}?force=1`, { as: 'editor' })
  })

  describe('no table is scanned by', () => {
    before(async () => {
      if (ids.event === undefined) await addFullEvent()
      await makersOf(server).tag({ name: 'A word' })
    })

    // Lists of terms scan their table: terms are few, and the lists are sorted by displayed name.
    for (const path of [
      '/events',
      '/events?page=1&start_date=2000-01-01',
      '/events?featured=true',
      '/events?event_status=cancelled',
      '/events?event_status=scheduled',
      '/events?attendance_mode=mixed',
      '/events?virtual=true',
      '/events?is_free=true',
      '/events?price_max=10',
      '/events?ticketed=true',
      '/events?accessible=true',
      '/events?evening=true',
      '/events?venue=<venue>',
      '/events?organizer=<organizer>',
      '/events?categories=<category>',
      '/events?tags=<tag>',
      '/events?tags=a-word',
      '/events?search=concert',
      '/events?search=concert+co&venue=<venue>',
      '/events?include=<event>',
      '/events/<event>',
      '/venues',
      '/venues?has_events=1',
      '/venues?only_with_upcoming=1',
      '/venues?event=<event>',
      '/venues/<venue>',
      '/organizers',
      '/organizers/<organizer>',
      '/categories/<category>',
      '/categories?slug=no',
      '/tags/<tag>',
    ]) {
      test(path, async () => {
        const statements = await statementsOf(path)
        assert.ok(statements.length > 0)
        for (const statement of statements) assertIndexed(statement, await planOf(server.db, statement))
      })
    }

    for (const path of ['/events', '/venues', '/organizers']) {
      test(`${path}/by-slug`, async () => {
        const { slug } = (await server.ask('GET', path)).body[path.slice(1)][0]
        for (const statement of await statementsOf(`${path}/by-slug/${slug}`)) {
          assertIndexed(statement, await planOf(server.db, statement))
        }
      })
    }
  })

  for (const [filter, index, without] of [
    ['event_status=cancelled', /event_status_listed/],
    // For few events PostgreSQL chooses either index.
    ['attendance_mode=mixed', /event_(attendance|virtual)_listed/],
    ['virtual=true', /event_virtual_listed/],
    ['is_free=true', /event_free_listed/],
    ['ticketed=true', /event_ticketed_listed/],
    ['accessible=true', /event_accessible_listed/],
    ['evening=true', /event_evening_listed/],
    // Both the events with texts of their own and the dates of repeated events.
    ...LANGUAGES.map(
      (lang) =>
        [
          `translation_language=${lang}&fallback=0`,
          new RegExp(`event_text_listed.*event_dates_${lang}`, 's'),
          'event_listed',
        ] as const,
    ),
  ] as const) {
    test(`a list with ${filter} reads a range of a partial index`, async () => {
      const pages = (await statementsOf(`/events?${filter}`)).filter(({ sql }) =>
        sql.includes('ORDER BY l.listed_start'),
      )
      assert.equal(pages.length, 1)
      for (const statement of pages) assert.match((await planOf(server.db, statement, without)).join('\n'), index)
    })
  }

  // PostgreSQL reads another index while there are few dates.
  if (engine.name === 'sqlite') {
    test('a search reads the dates of repeated events by an index of their starts', async () => {
      const searches = (await statementsOf('/events?search=music')).filter(({ sql }) => sql.includes(`p.texts = '[]'`))
      assert.equal(searches.length, 1)
      for (const statement of searches) {
        const plan = (await planOf(server.db, statement)).join('\n')
        assert.match(plan, /SEARCH p USING INDEX event_dates \(repeat_id=\? AND start_at>/)
      }
    })
  }

  test('the page of a month selects the first events of each day by an index, instead of comparing all its events', async () => {
    await makersOf(server).event({ start_date: '2031-05-01 20:00:00', end_date: '2031-05-01 22:00:00' })
    const statements = await statementsOf('host:/events/month/2031-05/')
    assert.ok(!statements.some(({ sql }) => sql.includes('row_number()')))
    const [days, ...others] = statements.filter(({ sql }) => /l\.listed_start >= \(?c\.day/.test(sql))
    assert.ok(days && others.length === 0)
    const plan = (await planOf(server.db, days)).join('\n')
    assert.match(plan, /SEARCH l USING (COVERING )?INDEX event_listed|Index (Only )?Scan using event_listed/)
    assert.doesNotMatch(plan, /SCAN (l|event_count)|Seq Scan/)
  })

  test('the page of a month reads the choices of its filter once until the next write', async () => {
    const db = await engine.open()
    const recorder = recordReads(db)
    const own = await startServer({ ...recorder.db, countCache: db.countCache }, { cacheBytes: 0 })
    try {
      // On PostgreSQL a second notification follows a commit, until which nothing is cached.
      await eventually(async () => {
        recorder.reads.length = 0
        assert.equal((await own.ask('GET', 'host:/events/month/2031-05/')).status, 200)
        return !recorder.reads.some(({ sql }) => /FROM (tag|category) p/.test(sql))
      }, 'the choices are not read again')
    } finally {
      await own.close()
    }
  })

  for (const path of ['/event/no-such-slug/', '/venue/no-such-slug/', '/series/no-such-slug/']) {
    test(`${path} looks for the unknown slug once`, async () => {
      reads.length = 0
      assert.equal((await server.ask('GET', `host:${path}`)).status, 404)
      assert.equal(reads.filter(({ sql }) => sql.includes('AND slug = ')).length, 1)
    })
  }

  if (engine.name === 'postgres') {
    test('the page of a month reads the row of each multi-day event once', async () => {
      const several = (await statementsOf('host:/events/month/')).filter(({ sql }) => sql.includes('e.end_local >'))
      assert.equal(several.length, 1)
      const plan = (await planOf(server.db, several[0] as Sql)).join('\n')
      assert.deepEqual([plan.match(/ on event p/g)?.length, /Join|Nested Loop/.test(plan)], [2, false], plan)
    })
  }

  // For SQLite only: PostgreSQL has statistics of the table sizes, SQLite plans without.
  if (engine.name === 'sqlite') {
    for (const path of ['/venues?has_events=1', '/organizers?only_with_upcoming=1', '/tags', '/categories']) {
      test(`${path} searches the events of each record instead of scanning all events`, async () => {
        for (const statement of await statementsOf(path)) {
          const plan = await planOf(server.db, statement)
          // Counts of terms start from the scheduled events, which are few.
          const steps = plan.filter((step) => /^SEARCH e\b/.test(step) && !step.includes('published_at>?'))
          for (const step of steps) assert.match(step, /USING INTEGER PRIMARY KEY/, statement.sql)
        }
      })
    }

    for (const path of ['/events?geoloc=1', '/events?geoloc=0']) {
      test(`${path} searches the venues of each event instead of scanning all venues`, async () => {
        const asking = (await statementsOf(path)).filter(({ sql }) => sql.includes('v.geo_lat IS NOT NULL'))
        assert.ok(asking.length > 0)
        for (const statement of asking)
          assert.match((await planOf(server.db, statement)).join('\n'), /SEARCH v USING INTEGER PRIMARY KEY/)
      })
    }

    for (const page of ['month', 'week', 'day', 'now', 'weekend']) {
      test(`the page of a ${page} finds multi-day events by the index event_lasting instead of scanning all earlier events`, async () => {
        const statements = await statementsOf(`host:/events/${page}/`)
        const lasting = statements.filter(({ sql }) => sql.includes('e.end_local >'))
        assert.ok(lasting.length > 0)
        for (const statement of lasting)
          assert.match(
            (await planOf(server.db, statement)).join('\n'),
            /SEARCH e USING (COVERING )?INDEX event_lasting/,
          )
      })
    }
  }
})

/** Plan steps that scan a table; lists of values, subqueries and the short table of unindexed texts (`u`) do not count. */
function assertIndexed({ sql }: Sql, plan: string[]): void {
  const whole = plan.filter((step) =>
    /^SCAN (?!json_each|below|above|CONSTANT|hit|found|other|page|counted|shown|u$|.* VIRTUAL TABLE)|Seq Scan on/.test(
      step,
    ),
  )
  assert.deepEqual(whole, [], `${sql}\n${plan.join('\n')}`)
}
