import { equal, notEqual, rejects } from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { CalendarError } from '../../src/core/errors.ts'
import { type Database, sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { createConnectionPool } from '../../src/db/postgres/connection-pool.ts'
import { administer, hasPostgres, POSTGRES_SKIPPED } from '../kit/engines/engines.ts'
import { type PostgresNode, startNode } from '../kit/engines/postgres-node.ts'
import { eventually } from '../kit/eventually.ts'
import { type FaultyProxy, faultyProxy } from '../kit/proxies/postgres-proxy.ts'

const unavailable = (error: unknown) => error instanceof CalendarError && error.code === 'database_unavailable'

const write = (db: Database, name: string) =>
  db.transaction(async (tx) => void (await tx.run(sql`INSERT INTO setting (name, value) VALUES (${name}, '')`)))
const countOf = async (db: Database, name: string) =>
  (await db.all(sql`SELECT name FROM setting WHERE name = ${name}`)).length

/** Whether the call succeeds; false if the database is unavailable. @throws every other error */
async function succeeds(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!unavailable(error)) throw error
    return false
  }
}

const untilDone = (work: () => Promise<unknown>) => eventually(() => succeeds(work), 'the database is available again')

const assertUnavailable = (work: () => Promise<unknown>) => rejects(work(), unavailable)

const skip = !hasPostgres() && POSTGRES_SKIPPED

describe('PostgreSQL with the limits for requests', { skip }, () => {
  let node: PostgresNode
  let proxy: FaultyProxy
  let db: Database
  before(async () => {
    node = await startNode()
    proxy = await faultyProxy(node.url)
    db = await openDatabase(proxy.url, { isServing: true })
  })
  after(async () => {
    await db.close()
    await proxy.close()
    await node.close()
  })

  test('a transaction is not retried when the response to COMMIT is lost', async () => {
    for (const fate of ['answer lost', 'lost'] as const) {
      let left = 1
      proxy.onCommit(() => (left-- > 0 ? fate : 'pass'))
      await rejects(write(db, fate), unavailable)
      await untilDone(() => db.ping())
      equal(await countOf(db, fate), fate === 'lost' ? 0 : 1)
    }
    proxy.onCommit(() => 'pass')
  })

  test('a committed transaction is not retried when its read fails with a conflict', async () => {
    let runs = 0
    const work = db.transaction(
      async (tx) => {
        runs += 1
        await tx.run(sql`INSERT INTO setting (name, value) VALUES (${`raced ${runs}`}, '')`)
      },
      async (tx) => {
        await tx.get(sql`SELECT 1 AS one`)
        await sleep(50)
        throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
      },
    )
    await rejects(work, unavailable)
    equal(runs, 1)
    equal(await countOf(db, 'raced 1'), 1)
  })

  test('requests wait for a lock in bounded time, commands without a bound', async () => {
    const patient = await openDatabase(node.url)
    try {
      await administer(node.url, async (other) => {
        await other.unsafe('BEGIN; LOCK TABLE setting IN ACCESS EXCLUSIVE MODE')
        const command = write(patient, 'patient')
        await Promise.all([assertUnavailable(() => countOf(db, 'x')), assertUnavailable(() => write(db, 'x'))])
        await db.ping()
        await sleep(1_000)
        await other.unsafe('ROLLBACK')
        await command
      })
    } finally {
      await patient.close()
    }
  })

  test('connections to a server that became read-only are closed, and opened again when it accepts writes', async () => {
    const setTo = (value: string) =>
      administer(node.url, async (other) => {
        await other.unsafe(`ALTER SYSTEM SET default_transaction_read_only = ${value}`)
        await other.unsafe('SELECT pg_reload_conf()')
      })
    await setTo('on')
    let tries = 0
    await eventually(async () => !(await succeeds(() => write(db, `refused ${++tries}`))), 'writes are refused')
    await rejects(db.ping(), unavailable)
    await setTo('off')
    await untilDone(() => write(db, 'taken'))
  })

  test('a network that drops all packets is detected, also by the listening connection', async () => {
    const beside = await openDatabase(node.url)
    try {
      // While it is not listening, every call returns a new version.
      while (new Set([db.version(), db.version()]).size > 1) await sleep(20)
      await countOf(db, 'x')
      const version = db.version()
      proxy.swallow()
      const refused = Promise.all([assertUnavailable(() => db.ping()), assertUnavailable(() => write(db, 'swallowed'))])
      await write(beside, 'unheard')
      while (db.version() === version) await sleep(20)
      await refused
      await assertUnavailable(() => countOf(db, 'x'))
      proxy.mend()
      await untilDone(() => write(db, 'mended'))
      equal(await countOf(db, 'unheard'), 1)
    } finally {
      await beside.close()
    }
  })
})

describe('PostgreSQL with a replica', { skip }, () => {
  test('of several hosts the one that accepts writes is used, but never a former primary', async () => {
    const one = await startNode()
    const two = await one.replica()
    const hosts = `postgres://postgres@127.0.0.1:${two.port},127.0.0.1:${one.port}/postgres`
    const db = await openDatabase(hosts, { isServing: true })
    try {
      await write(db, 'on the first')
      const version = db.version()
      await one.stop('fast')
      await rejects(db.ping(), unavailable)
      await two.promote()
      await untilDone(() => write(db, 'on the second'))
      notEqual(db.version(), version)
      // The old primary starts again and still accepts writes.
      await one.start()
      await two.stop('fast')
      await sleep(1_000)
      await rejects(write(db, 'where it would be lost'), unavailable)
      await two.start()
      await untilDone(() => write(db, 'on the second again'))
      equal(await countOf(db, 'on the first'), 1)
    } finally {
      await db.close()
      await one.close()
      await two.close()
    }
  })
})

test('callers wait for a connection in order, in a bounded queue and for a bounded time', async () => {
  const { promise: broken } = Promise.withResolvers<unknown>()
  const line = { isBroken: () => false, broken, close() {} } as never
  const pool = createConnectionPool(async () => line, 1, { acquireTimeoutMs: 100, queueMax: 2 })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const first = pool.use(() => released)
  await sleep(10)
  const order: string[] = []
  const second = pool.use(async () => void order.push('second'))
  const third = pool.use(async () => void order.push('third'))
  await rejects(
    pool.use(async () => {}),
    unavailable,
  )
  release()
  await Promise.all([first, second, third])
  equal(order.join(), 'second,third')
  const { promise: never, resolve: end } = Promise.withResolvers<void>()
  const held = pool.use(() => never)
  await rejects(
    pool.use(async () => {}),
    unavailable,
  )
  end()
  await held
  await pool.close()
})
