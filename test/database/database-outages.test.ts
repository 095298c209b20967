import { equal, notEqual, rejects, throws } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { CalendarError } from '../../src/core/errors.ts'
import { type Database, sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { assertSupportedPostgresServer } from '../../src/db/postgres/postgres-database.ts'
import { openSqliteDatabase } from '../../src/db/sqlite/sqlite-database.ts'
import { UnusableDatabaseError } from '../../src/db/translate-database-errors.ts'
import { administer, forEachEngine, urlOf } from '../kit/engines/engines.ts'
import { eventually, HANG_MS } from '../kit/eventually.ts'
import { startProxy } from '../kit/proxies/tcp-proxy.ts'

const write = (db: Database, name: string) =>
  db.transaction(async (tx) => void (await tx.run(sql`INSERT INTO setting (name, value) VALUES (${name}, '')`)))

const unavailable = (error: unknown) =>
  error instanceof CalendarError && error.code === 'database_unavailable' && error.status === 503

/** Starts a process that holds the write lock until it gets a message to release it. */
async function lockedFile(file: string): Promise<{ release(): Promise<void> }> {
  const script = `
    const db = new (require('node:sqlite').DatabaseSync)(${JSON.stringify(file)})
    db.exec('BEGIN IMMEDIATE')
    process.stdout.write('locked')
    process.stdin.on('end', () => db.exec('ROLLBACK')).resume()`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return {
    async release() {
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}

forEachEngine('outages', (engine) => {
  const opened: { close(): Promise<unknown> }[] = []
  const keep = <T extends { close(): Promise<unknown> }>(made: T): T => {
    opened.push(made)
    return made
  }
  after(async () => {
    for (const made of opened.reverse()) await made.close()
  })

  test('closing twice has no further effect', async () => {
    const db = await engine.open()
    await db.close()
    await db.close()
    await rejects(db.ping())
  })

  if (engine.name === 'sqlite') {
    test('a file that another process has locked can be read, and a write fails after the timeout', async () => {
      const url = await engine.url()
      await (await openDatabase(url)).close()
      const file = url.slice('sqlite:'.length)
      const db = keep(await openSqliteDatabase(file, { busyTimeoutMs: 200 }))
      const lock = await lockedFile(file)
      try {
        await rejects(write(db, 'locked'), unavailable)
        equal((await db.all(sql`SELECT * FROM setting`)).length, 0)
      } finally {
        await lock.release()
      }
      await write(db, 'free')
    })

    test('a write waits for a lock that is released in time, and reads are answered meanwhile', async () => {
      const url = await engine.url()
      await (await openDatabase(url)).close()
      const file = url.slice('sqlite:'.length)
      const db = keep(await openSqliteDatabase(file, { busyTimeoutMs: HANG_MS }))
      const lock = await lockedFile(file)
      let isWaiting = true
      const writing = write(db, 'patient').finally(() => (isWaiting = false))
      for (let read = 0; read < 10; read += 1) {
        equal((await db.all(sql`SELECT * FROM setting`)).length, 0)
        await sleep(10)
      }
      equal(isWaiting, true)
      await lock.release()
      await writing
      equal((await db.all(sql`SELECT * FROM setting`)).length, 1)
    })

    test('a file that cannot be created is refused', async () => {
      const url = await engine.url()
      await (await openDatabase(url)).close()
      await rejects(openDatabase(`${url}/almanac.db`))
      await rejects(openDatabase(url.replace(/\/[^/]*$/, '')), unavailable)
    })
    return
  }

  test('opening fails when there is no server', async () => {
    await rejects(openDatabase('postgres://nobody@127.0.0.1:1/nothing'), unavailable)
  })

  test('a database with another encoding than UTF-8 is refused', async () => {
    const maintenance = await engine.url()
    const name = 'almanac_ascii'
    await administer(maintenance, async (sql) => {
      await sql.unsafe(`DROP DATABASE IF EXISTS ${name}`)
      await sql.unsafe(
        `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C' LOCALE_PROVIDER libc`,
      )
    })
    try {
      await rejects(openDatabase(urlOf(maintenance, name)), UnusableDatabaseError)
    } finally {
      await administer(maintenance, (sql) => sql.unsafe(`DROP DATABASE ${name}`))
    }
  })

  test('a server that is too old is refused', () => {
    throws(() => assertSupportedPostgresServer({ version: 140_011, encoding: 'UTF8' }), UnusableDatabaseError)
    assertSupportedPostgresServer({ version: 150_000, encoding: 'UTF8' })
  })

  test('a broken connection fails its statements, and a new one is opened', async () => {
    const url = await engine.url()
    const proxy = keep(await startProxy(url))
    const db = keep(await openDatabase(proxy.url))
    const other = keep(await openDatabase(url))
    const broken = db.transaction(async (tx) => {
      await tx.run(sql`INSERT INTO setting (name, value) VALUES ('half', '')`)
      proxy.cut()
      await tx.run(sql`INSERT INTO setting (name, value) VALUES ('done', '')`)
    })
    await rejects(broken, unavailable)
    await rejects(db.ping(), unavailable)
    await rejects(write(db, 'meanwhile'), unavailable)
    await write(other, 'unheard')
    const before = db.version()
    await sleep(300)
    proxy.mend()
    const rests = () => new Set([db.version(), db.version()]).size === 1
    await eventually(rests, 'the version rests when the line is back')
    notEqual(db.version(), before, 'what was not heard counts as a change')
    equal((await db.all(sql`SELECT * FROM setting`)).length, 1)

    const heard = db.version()
    await write(other, 'heard')
    await eventually(() => db.version() !== heard, 'a notice arrives again')
  })

  test('under load every query gets its own result, or fails as unavailable', async () => {
    const proxy = keep(await startProxy(await engine.url()))
    const db = keep(await openDatabase(proxy.url))
    let asking = true
    let answered = 0
    const ask = async () => {
      while (asking) {
        const number = Math.floor(Math.random() * 2 ** 31)
        try {
          const row = await db.get<{ number: number }>(sql`SELECT CAST(${number} AS integer) AS number`)
          equal(row?.number, number)
          answered += 1
        } catch (error) {
          if (!unavailable(error)) throw error
          await sleep(1)
        }
      }
    }
    const all = Promise.all(Array.from({ length: 30 }, ask))
    for (let round = 0; round < 8; round += 1) {
      await sleep(50)
      proxy.cut()
      await sleep(10)
      proxy.mend()
    }
    const before = answered
    await eventually(() => answered > before, 'questions are answered again')
    asking = false
    await all
  })

  test('a transaction whose connection broke between two statements writes nothing more', async () => {
    const proxy = keep(await startProxy(await engine.url()))
    const db = keep(await openDatabase(proxy.url))
    let late: Promise<unknown> | undefined
    const broken = db.transaction(async (tx) => {
      await tx.run(sql`INSERT INTO setting (name, value) VALUES ('first', '')`)
      proxy.cut()
      await sleep(50)
      proxy.mend()
      late = tx.run(sql`INSERT INTO setting (name, value) VALUES ('second', '')`)
      await late
    })
    await rejects(broken, unavailable)
    await eventually(() => late !== undefined, 'the work goes on')
    await rejects(late as Promise<unknown>)
    equal((await db.all(sql`SELECT * FROM setting`)).length, 0)
  })
})
