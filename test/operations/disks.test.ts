import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, openSync, renameSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { checkAllInvariantsOfDatabase } from '../../src/check/check-database.ts'
import { type Database, sql, type Transaction } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { openSqliteDatabase } from '../../src/db/sqlite/sqlite-database.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { startCluster } from '../kit/engines/cluster.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { runToEnd, scratchFolder } from '../kit/processes/serve.ts'
import { startServer, type TestAnswer, type TestServer } from '../kit/server/server.ts'

const LONG = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit. '.repeat(400)
const EVENT = { title: 'Event', description: LONG, start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 12:00:00' }

const write = ({ ask }: TestServer) => ask('POST', '/events', { as: 'editor', body: EVENT })

function assertUnavailable({ status, headers, body }: TestAnswer): void {
  assert.deepEqual([status, body.code, body.data.status], [503, 'database_unavailable', 503])
  assert.ok(Number(headers['retry-after']) > 0, 'has a Retry-After header')
}

/** Runs a statement on the write connection. */
const setting = (db: Database, statement: string) =>
  db.transaction(async (tx: Transaction) => void (await tx.all(sql([statement]))))

forEachEngine('durability of commits', (engine) => {
  test('connections use durable settings', async () => {
    const cluster = engine.name === 'postgres' ? await startCluster({ isDurable: true }) : undefined
    const db = await openDatabase(cluster?.url ?? (await engine.url()))
    try {
      await db.transaction(async (tx) => {
        if (engine.name === 'sqlite') {
          const [mode, level] = [
            await tx.get<object>(sql`PRAGMA journal_mode`),
            await tx.get<object>(sql`PRAGMA synchronous`),
          ]
          // 2 is FULL: the write-ahead log is synced before a commit returns.
          assert.deepEqual([{ ...mode }, { ...level }], [{ journal_mode: 'wal' }, { synchronous: 2 }])
        } else {
          const row = await tx.get<object>(sql`SELECT current_setting('synchronous_commit') AS commits,
            current_setting('fsync') AS syncs, current_setting('full_page_writes') AS pages`)
          assert.deepEqual({ ...row }, { commits: 'on', syncs: 'on', pages: 'on' })
        }
      })
    } finally {
      await db.close()
      await cluster?.close()
    }
  })
})

forEachEngine('disk faults', (engine) => {
  const closing: (() => Promise<unknown>)[] = []
  after(async () => {
    for (const close of closing.reverse()) await close()
  })
  const open = async (options: { busyTimeoutMs?: number } = {}) => {
    const url = await engine.url()
    await (await openDatabase(url)).close()
    const db =
      engine.name === 'sqlite'
        ? await openSqliteDatabase(url.slice('sqlite:'.length), options)
        : await openDatabase(url)
    const server = await startServer(db)
    closing.push(() => db.close(), server.close)
    return { url, file: url.slice('sqlite:'.length), db, server }
  }

  if (engine.name === 'postgres') {
    for (const [state, why] of [
      ['53100', 'a full disk'],
      ['58030', 'an I/O error'],
      ['25006', 'a read-only server'],
    ] as const) {
      test(`${why} reported by PostgreSQL: the write gets 503, and the next one succeeds`, async () => {
        const { db, server } = await open()
        await db.transaction((tx) =>
          tx.script(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${state}'; END $$;
            CREATE TRIGGER refused BEFORE INSERT ON event_text EXECUTE FUNCTION refuse()`),
        )
        assertUnavailable(await write(server))
        await db.transaction((tx) => tx.script('DROP TRIGGER refused ON event_text'))
        assert.equal((await write(server)).status, 201)
      })
    }
    return
  }

  test('full disk: writes get 503 and store nothing, reads continue, and writes succeed again when there is space', async () => {
    const { url, db, server } = await open()
    const make = makersOf(server)
    await make.event({ title: 'Before' })
    const { page_count: pages = 0 } = await pragma(db, 'page_count')
    // The current size and some pages for a few more events.
    await setting(db, `PRAGMA max_page_count = ${pages + 30}`)
    const statuses: number[] = []
    for (let count = 0; count < 30; count += 1) statuses.push((await write(server)).status)
    assert.deepEqual([...new Set(statuses)], [201, 503])
    assertUnavailable(await write(server))
    const list = '/events?start_date=2030-01-01&end_date=2032-01-01'
    const done = statuses.filter((status) => status === 201).length
    assert.equal((await server.ask('GET', list)).body.total, done + 1)
    assert.equal((await server.ask('GET', `${list}&search=consectetur`)).body.total, done)
    await setting(db, 'PRAGMA max_page_count = 1000000')
    assert.equal((await write(server)).status, 201)
    assert.equal((await server.ask('GET', `${list}&search=consectetur`)).body.total, done + 1)
    assert.deepEqual(await broken(url), [])
  })

  test('read-only database: writes get 503, reads continue', async () => {
    const { db, server } = await open()
    await setting(db, 'PRAGMA query_only = ON')
    assertUnavailable(await write(server))
    assert.equal((await server.ask('GET', '/events')).status, 200)
  })

  test('missing or replaced database file: writes get 503', async () => {
    const { file, server } = await open()
    assert.equal((await write(server)).status, 201)
    const ready = () => server.ask('GET', 'host:/health/ready')
    renameSync(file, `${file}-away`)
    assertUnavailable(await write(server))
    assertUnavailable(await ready())
    assert.equal((await server.ask('GET', '/events')).status, 200)
    copyFileSync(`${file}-away`, file)
    assertUnavailable(await write(server))
    assertUnavailable(await ready())
    renameSync(`${file}-away`, file)
    assert.equal((await write(server)).status, 201)
    assert.equal((await ready()).status, 200)
  })

  test('lock of another program: all waiting writes get 503', async () => {
    const { file, server } = await open({ busyTimeoutMs: 300 })
    const other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE')
    const answers = await Promise.all(Array.from({ length: 20 }, () => write(server)))
    other.close()
    for (const answer of answers) assertUnavailable(answer)
    assert.equal((await write(server)).status, 201)
  })

  test('damaged database: commands print a message, and checks fail with database_unavailable', async () => {
    const { url, file, db, server } = await open()
    for (let count = 0; count < 40; count += 1) await write(server)
    await db.transaction(async (tx) => void (await tx.run(sql`UPDATE event SET website = 'x'`)))
    const folder = dirname(file)
    const copy = join(folder, 'copy', 'almanac.db')
    mkdirSync(dirname(copy))
    const whole = new DatabaseSync(file)
    whole.exec(`VACUUM INTO '${copy}'`)
    whole.close()
    const { size } = statSync(copy)
    const damaged = openSync(copy, 'r+')
    for (let page = 1; page < size / 4096; page += 1) writeSync(damaged, Buffer.alloc(4096, 0x5a), 0, 4096, page * 4096)
    const { code, err } = await runToEnd({ DATABASE_URL: `sqlite:${copy}`, DATA_DIR: folder, WORKERS: '2' }, ['serve'])
    assert.equal(code, 1)
    assert.match(err, /^almanac: the database file .* (cannot be read|is not a database)/)
    await assert.rejects(checkAllInvariantsOfDatabase(`sqlite:${copy}`), { code: 'database_unavailable' })
    assert.deepEqual(await broken(url), [])
  })

  test('no space for resized pictures: they are sent anyway', async () => {
    const { folder, remove } = scratchFolder()
    after(remove)
    const db = await engine.open()
    // A file in place of the folder: nothing can be written below it, not even by root.
    writeFileSync(join(folder, 'picture-sizes'), '')
    const server = await startServer(db, { dataDir: folder })
    try {
      const body = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } })
        .png()
        .toBuffer()
      const made = await server.ask('POST', '/media', {
        as: 'editor',
        headers: { 'content-type': 'image/png' },
        body: body as unknown as string,
      })
      assert.equal(made.status, 201, JSON.stringify(made.body))
      const { pathname } = new URL(made.body.sizes.medium.url)
      assert.equal((await server.ask('GET', `host:${pathname}`)).status, 200)
    } finally {
      await server.close()
    }
  })
})

const broken = async (url: string) =>
  (await checkAllInvariantsOfDatabase(url)).filter(({ broken }) => broken.length > 0)

const pragma = async (db: Database, name: string) =>
  (await db.transaction((tx) => tx.get<Record<string, number>>(sql([`PRAGMA ${name}`])))) as Record<string, number>
