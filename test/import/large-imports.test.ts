import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Database, sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { exportOf, importFrom } from '../kit/calendar/importing.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { startServer, type TestServer } from '../kit/server/server.ts'

const EVENTS = 10_000
/** An event that is in the file twice, with so many events between that it may be in the next batch. */
const REPEATED_AFTER = 700

const event = (id: number, fields: object = {}) => ({
  kind: 'event',
  external_id: `event ${id}`,
  fields: { title: `Event ${id}`, start_date: '2031-05-01 20:00', end_date: '2031-05-01 22:00', ...fields },
  references: { venue: ['hall'] },
})

const VENUE = { kind: 'venue', external_id: 'hall', fields: { venue: 'Town hall' } }

forEachEngine('imports of many events', (engine) => {
  let db: Database
  let server: TestServer
  let url: string
  before(async () => {
    url = await engine.url()
    db = await openDatabase(url)
    server = await startServer(db)
  })
  after(async () => {
    await server.close()
    await db.close()
  })
  const countStoredEvents = async () => (await db.get<{ n: number }>(sql`SELECT count(*) AS n FROM event_text`))?.n

  test('a file of 10,000 events is imported as a whole, most of it by another thread', async () => {
    const records = [VENUE, ...Array.from({ length: EVENTS }, (_, at) => event(at))]
    let [transactions, batches] = [0, 0]
    const counted: Database = {
      ...db,
      transaction(work) {
        transactions += 1
        return db.transaction(work)
      },
    }
    const onProgress = () => {
      batches += 1
    }
    const settings = { databaseUrl: url, onProgress }
    const { counts, problems } = await importFrom(counted, exportOf(records), settings)
    deepEqual([counts.events, problems], [{ created: EVENTS }, []])
    ok(transactions < batches, `${transactions} of ${batches} transactions were in this thread`)
    equal(Number(await countStoredEvents()), EVENTS)
    const { body } = await server.ask('GET', '/events?start_date=2031-01-01&per_page=1')
    deepEqual([body.total, body.events[0].venue.venue], [EVENTS, 'Town hall'])
    const again = await importFrom(db, exportOf(records), { databaseUrl: url })
    deepEqual(again.counts.events, { unchanged: EVENTS })
  })

  test('an event that is in the file again, in the same form or in another one, is written once', async () => {
    const before = Number(await countStoredEvents())
    const events = Array.from({ length: 5000 }, (_, at) => [
      event(at),
      ...(at >= REPEATED_AFTER && at % 100 === 0 ? [event(at - REPEATED_AFTER)] : []),
      ...(at >= REPEATED_AFTER && at % 1000 === 1 ? [event(at - REPEATED_AFTER, { title: 'Another title' })] : []),
    ]).flat()
    const source = exportOf([VENUE, ...events], 'json:repeated')
    const { counts, problems } = await importFrom(db, source, { databaseUrl: url })
    deepEqual(counts.events, { created: 5000, unchanged: 43, refused: 4 })
    deepEqual(
      problems.map(({ external_id }) => external_id),
      ['event 301', 'event 1301', 'event 2301', 'event 3301'],
    )
    equal(Number(await countStoredEvents()), before + 5000)
  })

  test('an import that is stopped while a thread writes is continued without loss', async () => {
    const before = Number(await countStoredEvents())
    const records = [VENUE, ...Array.from({ length: 8000 }, (_, at) => event(at))]
    const source = () => exportOf(records, 'json:stopped')
    const controller = new AbortController()
    const onProgress = ({ events }: { events?: { created?: number } }) => {
      if ((events?.created ?? 0) > 4000) controller.abort()
    }
    const first = await importFrom(db, source(), { databaseUrl: url, signal: controller.signal, onProgress })
    equal(first.state === 'finished', false)
    equal(Number(await countStoredEvents()), before + (first.counts.events?.created ?? 0))
    const { counts, isContinued } = await importFrom(db, source(), { databaseUrl: url })
    deepEqual([isContinued, counts.events], [true, { created: 8000 }])
    equal(Number(await countStoredEvents()), before + 8000)
  })
})
