import { deepEqual, equal, match, notDeepEqual, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { INVARIANTS } from '../../src/check/check-database.ts'
import { runCommand } from '../../src/cli/run-command.ts'
import { LANGUAGES } from '../../src/core/language.ts'
import { type Database, type Sql, sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { readSiteSettings, writeSiteSettings } from '../../src/settings/site-settings.ts'
import { SAMPLE_SEARCHES } from '../kit/calendar/sample-searches.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { assertHolds } from '../kit/engines/invariants.ts'
import { startServer, TEST_NOW, type TestServer } from '../kit/server/server.ts'

const EVENTS = 150
const TANGO = 'Tango in the tannery'
const FLEA_MARKET = 'Flea market on the market square'
const PLAY = 'Ibsen: An Enemy of the People'
const CHOIR = 'Open choir: everyone can sing'
/** Special events that every demo has, those of them that repeat, and the dates of these. */
const [SPECIAL_EVENTS, SPECIAL_REPEATED, SPECIAL_DATES] = [17, 5, 26 + 12 + 40 + 12 + 11]
const DAY_SECONDS = 86_400
/** An event `e` is a single event or a date of a repeated one. */
const TAKES_PLACE = sql`NOT EXISTS (SELECT 1 FROM event_repeat r WHERE r.event_id = e.id)`

/** The names of linked records, of which an event may have none, one or several. */
const namesIn = (records: Record<string, string>[] | Record<string, string> | undefined, field: string): string[] =>
  [records ?? []].flat().map((record) => record[field] ?? '')

interface Demo {
  flags?: string[]
  /** Called with each line of output. */
  onLine?: (line: string) => void
  signal?: AbortSignal
}

/** Runs `almanac demo` in this process. */
async function demo(url: string, { flags = [], onLine, signal = new AbortController().signal }: Demo = {}) {
  const lines: string[] = []
  const code = await runCommand(['demo', '--events', String(EVENTS), ...flags], {
    env: { DATABASE_URL: url },
    out: (line) => {
      lines.push(line)
      onLine?.(line)
    },
    err: (line) => lines.push(line),
    signal,
    now: () => TEST_NOW,
  })
  return { code, output: lines.join('\n') }
}

async function counted(db: Database, from: Sql): Promise<number> {
  return (await db.get<{ count: number }>(sql`SELECT count(*) AS count FROM ${from}`))?.count ?? 0
}

/** All pages of the event list, as anonymous visitors and as the administrator see them. */
async function listed(server: TestServer) {
  const answers = []
  for (const as of ['guest', 'administrator'] as const) {
    for (let page = 1; page <= EVENTS / 50; page += 1) {
      const path = `/events?start_date=2000-01-01&end_date=2040-01-01&per_page=50&page=${page}`
      const { status, body } = await server.ask('GET', path, { as, root: 'de' })
      // Anonymous visitors may see fewer pages.
      ok(status === 200 || (as === 'guest' && page > 2), `${status} ${JSON.stringify(body)}`)
      if (status === 200) answers.push(body)
    }
  }
  return answers
}

/** Loads a sample calendar into a new database. @returns all pages of its event list */
async function listedOf(url: string, options?: Demo) {
  await demo(url, options)
  const db = await openDatabase(url)
  const server = await startServer(db)
  try {
    return await listed(server)
  } finally {
    await server.close()
    await db.close()
  }
}

forEachEngine('a sample calendar', (engine) => {
  let url: string
  let db: Database
  let server: TestServer
  let output: string
  before(async () => {
    url = await engine.url()
    const first = await demo(url)
    equal(first.code, 0, first.output)
    output = first.output
    db = await openDatabase(url)
    server = await startServer(db, { now: () => TEST_NOW })
  })
  after(async () => {
    await server.close()
    await db.close()
  })

  test('prints a summary and the password of the new administrator', () => {
    match(output, /^The administrator is "admin"\..*: ([A-Za-z0-9]{4} ?){6}\n/)
    match(output, /150 of 150 events\n/)
    match(output, /events +150 +with \d+ translations\n +venues +\d+\n +organizers +\d+\n/)
    match(output, /festivals +1\n +special events +17\n/)
    match(output, /http:\/\/127\.0\.0\.1:3000\/cal\/events\/v1\/events\?/)
  })

  test('has every kind of record, written by the administrator', async () => {
    // Each date of a repeated event counts as one event.
    const all = EVENTS + SPECIAL_EVENTS - SPECIAL_REPEATED + SPECIAL_DATES
    equal(await counted(db, sql`event e WHERE ${TAKES_PLACE}`), all)
    equal(
      await counted(db, sql`event e JOIN account a ON a.id = e.author_id WHERE a.login = 'admin' AND ${TAKES_PLACE}`),
      all,
    )
    ok((await counted(db, sql`event_repeat`)) > SPECIAL_REPEATED)
    await assertHolds(db, INVARIANTS)
    for (const [from, min] of [
      [sql`venue`, 12],
      [sql`organizer`, 12],
      [sql`category WHERE parent_id IS NULL`, 6],
      [sql`category WHERE parent_id IS NOT NULL`, 6],
      [sql`tag`, 30],
      [sql`venue WHERE geo_lat IS NOT NULL`, 12],
      [sql`event WHERE status = 'draft'`, 1],
      [sql`event WHERE status = 'private'`, 1],
      [sql`event WHERE status = 'publish' AND published_at > ${TEST_NOW}`, 1],
      [sql`event WHERE all_day = 1`, 1],
      [sql`event WHERE end_at - start_at > ${DAY_SECONDS}`, 1],
      [sql`event WHERE start_at < ${TEST_NOW}`, 5],
      [sql`event WHERE featured = 1`, 1],
      [sql`event WHERE cost <> ''`, 100],
      [sql`event e WHERE NOT EXISTS (SELECT 1 FROM event_venue l WHERE l.event_id = e.id)`, 1],
      [sql`event_organizer WHERE position = 1`, 1],
    ] as const) {
      ok((await counted(db, from)) >= min, from.text)
    }
    equal(await counted(db, sql`event e WHERE NOT EXISTS (SELECT 1 FROM event_within l WHERE l.event_id = e.id)`), 0)
    equal(await counted(db, sql`event WHERE start_at < ${TEST_NOW - 32 * DAY_SECONDS}`), 0)
    equal(await counted(db, sql`event WHERE start_at > ${TEST_NOW + 550 * DAY_SECONDS}`), 0)
    equal(await counted(db, sql`event WHERE created_at > ${TEST_NOW} OR modified_at > ${TEST_NOW}`), 0)
  })

  test('has the texts of all events in all languages', async () => {
    const translations = Number(/with (\d+) translations/.exec(output)?.[1])
    const records = await counted(db, sql`event WHERE repeat_id IS NULL`)
    equal(await counted(db, sql`event_text`), records + translations + SPECIAL_EVENTS * (LANGUAGES.length - 1))
    for (const language of LANGUAGES) {
      ok((await counted(db, sql`event WHERE original_language = ${language}`)) > 0, language)
      for (const [texts, records] of [
        [sql`category_text`, sql`category`],
        [sql`tag_text`, sql`tag`],
      ] as const) {
        equal(await counted(db, sql`${texts} WHERE language = ${language}`), await counted(db, records))
      }
      ok((await counted(db, sql`venue_text WHERE language = ${language}`)) > 5, language)
    }
    const texts = sql`(SELECT event_id FROM event_text GROUP BY event_id HAVING count(*) = ${LANGUAGES.length}) t`
    equal(await counted(db, texts), records)
  })

  test('has pictures for most events, and no title twice', async () => {
    equal(await counted(db, sql`picture`), 48)
    const records = await counted(db, sql`event WHERE repeat_id IS NULL`)
    const pictured = await counted(db, sql`event WHERE repeat_id IS NULL AND image_id IS NOT NULL`)
    ok(pictured > records / 2 && pictured < records, `${pictured} of ${records}`)
    const twice = await db.all(sql`SELECT t.title FROM event_text t JOIN event e ON e.id = t.event_id
      WHERE e.repeat_id IS NULL AND t.language = 'en' GROUP BY t.title HAVING count(*) > 1`)
    deepEqual([...twice], [])
  })

  test('says of most events at landmarks whether people with disabilities can come', async () => {
    const records = await counted(db, sql`event WHERE repeat_id IS NULL`)
    const accessible = await counted(db, sql`event WHERE repeat_id IS NULL AND is_accessible = 1`)
    ok(accessible > records / 4 && accessible < records, `${accessible} of ${records}`)
  })

  test('gives a site without a name a name, a time zone and a currency', async () => {
    const names = ['title', 'timezone', 'currency_symbol', 'currency_code'] as const
    const settingsOf = async (database: Database) => {
      const settings = await readSiteSettings(database)
      return names.map((name) => settings[name])
    }
    deepEqual(await settingsOf(db), ['Amselfurt', 'Europe/Berlin', '€', 'EUR'])
    const own = await engine.url()
    const other = await openDatabase(own)
    await other.transaction((tx) => writeSiteSettings(tx, { title: 'Ours', currency_symbol: '£' }))
    equal((await demo(own, { flags: ['--events', '1'] })).code, 0)
    deepEqual(await settingsOf(other), ['Ours', 'UTC', '£', ''])
    await other.close()
  })

  test('has events that do not take place as announced, with the reason in all languages', async () => {
    for (const [query, titles] of [
      [
        'event_status=cancelled',
        ['Song recital: Schubert, The Fair Maid of the Mill', TANGO, CHOIR, PLAY, FLEA_MARKET],
      ],
      ['event_status=postponed', ['Reading on the ferry: stories from the river']],
      ['event_status=moved_online', ['What glaciers say about the climate']],
      ['event_status=rescheduled', [TANGO, 'Open-air cinema: a silent film with live piano', PLAY, FLEA_MARKET]],
    ] as const) {
      const { body } = await server.ask('GET', `/events?per_page=10&${query}`)
      const named = body.events.map(({ title }: { title: string }) => title)
      deepEqual(named, titles, query)
      for (const { id } of body.events) {
        const reasons = await Promise.all(
          LANGUAGES.map(async (root) => (await server.ask('GET', `/events/${id}`, { root })).body.status_reason),
        )
        equal(new Set(reasons).size, LANGUAGES.length, reasons.join())
        ok(!reasons.includes(''), query)
      }
    }
  })

  test('has repeated events with a cancelled and a moved date, a festival of three days, and tickets', async () => {
    const each = '/events?recurring=true&occurrences=next&per_page=50&start_date=2030-05-01'
    const { body: repeated } = await server.ask('GET', each)
    const found = []
    for (const name of [FLEA_MARKET, TANGO, CHOIR, 'Evening market', PLAY]) {
      const named = repeated.events.filter(({ title }: { title: string }) => title === name)
      const { body: event } = await server.ask('GET', `/events/${named[0].parent}`)
      found.push([named.length, event.occurrences.total, event.occurrences.overridden.length, event.recurrence_text])
    }
    deepEqual(found, [
      [1, 12, 2, 'Every month on the last Saturday, 12 times'],
      [1, 26, 2, 'Every Tuesday, 26 times'],
      [1, 40, 1, 'Every Monday, 40 times'],
      [1, 12, 0, 'Every month on the last Friday, 12 times'],
      [1, 11, 2, 'Every Thursday, Friday and Saturday, 11 times'],
    ])
    const titles = repeated.events.map(({ title }: { title: string }) => title)
    ok(titles.length > SPECIAL_REPEATED, titles.join())
    const { body: festivals } = await server.ask('GET', '/series?kind=festival')
    const [{ title, events_total, first_start_date, last_start_date, id }] = festivals.series
    deepEqual(
      [title, events_total, first_start_date, last_start_date],
      ['River Nights', 6, '2030-06-21 18:00:00', '2030-06-23 21:00:00'],
    )
    const { body: programme } = await server.ask('GET', `/events?series=${id}&per_page=10`)
    deepEqual(
      programme.events.map(({ cost }: { cost: string }) => cost),
      ['Free', 'Free – €24', 'Free', '€6', 'Free', 'Free'],
    )
    const { body: french } = await server.ask('GET', `/series/${id}`, { root: 'fr' })
    equal(french.title, 'Les Nuits de la rivière')
  })

  test('is searched as visitors expect: the first match of each search', async () => {
    const misses = []
    for (const [q, field, expected, root] of SAMPLE_SEARCHES) {
      const path = `/events?q=${encodeURIComponent(q)}&orderby=relevance&per_page=1`
      const { body } = await server.ask('GET', path, { as: 'guest', ...(root && { root }) })
      const [first] = body.events
      const named = {
        title: [first?.title],
        venue: namesIn(first?.venue, 'venue'),
        organizer: namesIn(first?.organizer, 'organizer'),
        series: namesIn(first?.series, 'title'),
        category: namesIn(first?.categories, 'name'),
        tag: namesIn(first?.tags, 'name'),
      }
      if (!named[field].some((name) => expected.test(name)))
        misses.push(`${root ?? 'en'}: ${q}: ${JSON.stringify(named)}`)
    }
    deepEqual(misses, [])
    ok(SAMPLE_SEARCHES.length >= 40)
  })

  test('depends on the seed only', async () => {
    const first = await listed(server)
    deepEqual(await listedOf(await engine.url()), first)
    notDeepEqual(await listedOf(await engine.url(), { flags: ['--seed', 'something else'] }), first)
  })

  test('is served; unpublished events are visible to the administrator only', async () => {
    const [forReaders, ...others] = await listed(server)
    const listedSpecial = SPECIAL_EVENTS - SPECIAL_REPEATED + SPECIAL_DATES
    equal(others.at(-1)?.total, EVENTS + listedSpecial)
    const readable = forReaders.total - listedSpecial
    ok(readable > EVENTS * 0.9 && readable < EVENTS, forReaders.total)
    const titles = forReaders.events.map(({ title }: { title: string }) => title)
    ok(new Set(titles).size > 25, titles)
  })

  test('can be loaded while a server reads and writes', async () => {
    const before = [await counted(db, sql`event`), await counted(db, sql`venue`), await counted(db, sql`event_repeat`)]
    const asked: Promise<{ status: number; body: unknown }>[] = []
    const event = { title: 'Meanwhile', start_date: '2030-07-01 10:00:00', end_date: '2030-07-01 12:00:00' }
    const { code, output } = await demo(url, {
      flags: ['--seed', 'concurrent', '--events', '40'],
      onLine: () => {
        asked.push(server.ask('POST', '/events', { as: 'editor', body: event }), server.ask('GET', '/events?search=a'))
      },
    })
    equal(code, 0, output)
    match(output, /venues +0 +and \d+ that existed\n +organizers +0 +and \d+ that existed/)
    match(output, /categories +0 +and 16 that existed\n +tags +0 +and 32 that existed/)
    match(output, /festivals +0 +and 1 that existed\n +special events +0 +and 17 that existed/)
    const answers = await Promise.all(asked)
    ok(answers.length >= 4)
    for (const [index, { status, body }] of answers.entries())
      equal(status, index % 2 ? 200 : 201, JSON.stringify(body))
    const repeated = (await counted(db, sql`event_repeat`)) - (before[2] ?? 0)
    equal(await counted(db, sql`event`), (before[0] ?? 0) + 40 + repeated + answers.length / 2)
    equal(await counted(db, sql`venue`), before[1])
  })

  test('stops between two transactions on the signal, and prints the number of events', async () => {
    const own = await engine.url()
    const stop = new AbortController()
    const onLine = (line: string) => line.includes(' of ') && stop.abort()
    const { code, output } = await demo(own, { flags: ['--events', '1000'], onLine, signal: stop.signal })
    equal(code, 0)
    const [, written] = /Stopped after (\d+) of 1000 events\./.exec(output) ?? []
    const opened = await openDatabase(own)
    try {
      equal(await counted(opened, sql`event e WHERE ${TAKES_PLACE}`), Number(written))
      ok(Number(written) > 0 && Number(written) < 1000, output)
      equal(
        await counted(
          opened,
          sql`event e WHERE repeat_id IS NULL AND NOT EXISTS (SELECT 1 FROM event_text t WHERE t.event_id = e.id)`,
        ),
        0,
      )
    } finally {
      await opened.close()
    }
  })

  test('uses the languages and the time zone of the site', async () => {
    const own = await engine.url()
    const opened = await openDatabase(own)
    try {
      await opened.transaction((tx) =>
        tx.run(sql`INSERT INTO setting (name, value) VALUES ('timezone', 'Europe/Paris')`),
      )
      const { code, output } = await demo(own, { flags: ['--languages', 'fr', '--events', '60'] })
      equal(code, 0, output)
      for (const texts of [sql`event_text`, sql`venue_text`, sql`organizer_text`, sql`category_text`, sql`tag_text`]) {
        equal(await counted(opened, sql`${texts} WHERE language <> 'fr'`), 0, texts.text)
      }
      ok((await counted(opened, sql`event WHERE timezone = 'Europe/Paris'`)) > 60 * 0.9)
      equal(await counted(opened, sql`event WHERE timezone = 'Europe/Berlin'`), 0)
    } finally {
      await opened.close()
    }
  })
})

for (const [why, flags, says] of [
  ['a word as number', ['--events', 'many'], /--events must be a whole number from 1 to 1000000/],
  ['zero events', ['--events', '0'], /--events must be/],
  ['too many events', ['--events', '1000001'], /--events must be/],
  ['a long seed', ['--seed', 'x'.repeat(101)], /--seed may have at most 100 characters/],
  ['an extra argument', ['now'], /unexpected: now/],
] as const) {
  test(`rejects ${why}`, async () => {
    const { code, output } = await demo('postgres://never-asked.invalid/x', { flags: [...flags] })
    equal(code, 2)
    match(output, says)
  })
}
