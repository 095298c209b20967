import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { raw, sql } from '../../src/db/database.ts'
import { createPoolOfSqliteReadThreads } from '../../src/db/sqlite/pool-of-sqlite-read-threads.ts'
import { openSqliteDatabase } from '../../src/db/sqlite/sqlite-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'almanac-threads-'))
const file = join(folder, 'almanac.db')
after(() => rmSync(folder, { recursive: true }))
const open = () => openSqliteDatabase(file)

before(async () => {
  const db = await open()
  await db.transaction((tx) => tx.script('CREATE TABLE number (value INTEGER)'))
  await db.close()
})

const counting = (to: number) => sql`
  WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ${to})
  SELECT count(*) AS total FROM n`
/** A query that takes some tenths of a second. */
const LONG = counting(2_000_000)

/** A worker program that returns the text of each query, and exits on request. */
const MORTAL = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort } from 'node:worker_threads'
  parentPort.on('message', ({ text }) => {
    if (text === 'end') process.exit(3)
    if (text === 'throw') throw new Error('thrown')
    parentPort.postMessage({ rows: [text] })
  })`)}`,
)

const isUnavailable = (error: unknown) => (error as { code: string }).code === 'database_unavailable'

test('short queries do not wait for slow ones', async () => {
  const db = await open()
  const answered: string[] = []
  const note = (name: string) => () => answered.push(name)
  await Promise.all([
    ...[1, 2, 3].map(() => db.slow.get(LONG).then(note('much'))),
    db.get(sql`SELECT 1`).then(note('little')),
    db.transaction((tx) => tx.run(sql`INSERT INTO number (value) VALUES (1)`)).then(note('write')),
  ])
  assert.deepEqual(
    answered.toSorted((a, b) => Number(a === 'much') - Number(b === 'much')),
    answered,
  )
  await db.close()
})

test('slow queries see every commit that has returned', async () => {
  const db = await open()
  for (let round = 0; round < 50; round += 1) {
    await db.transaction((tx) => tx.run(sql`INSERT INTO number (value) VALUES (${round})`))
    const count = sql`SELECT count(*) AS total FROM number`
    assert.deepEqual({ ...(await db.slow.get<object>(count)) }, { ...(await db.get<object>(count)) })
  }
  await db.close()
})

test('rows, values and errors are the same as for other queries', async () => {
  const db = await open()
  const statement = sql`SELECT ${1.5} AS half, ${'ü🎷'} AS text, ${null} AS none, ${2 ** 40} AS long`
  assert.deepEqual([{ ...(await db.slow.get<object>(statement)) }], [{ ...(await db.get<object>(statement)) }])
  assert.deepEqual(
    [await db.slow.all(sql`SELECT 1 WHERE 1 = 0`), await db.slow.get(sql`SELECT 1 WHERE 1 = 0`)],
    [[], undefined],
  )
  const failure = async (reads: Pick<typeof db, 'all'>, wrong: string) => {
    const error: { message: string; errcode?: number; code?: string } = await reads.all(raw(wrong)).then(
      () => assert.fail(),
      (e) => e,
    )
    return [error.constructor.name, error.message, error.code, error.errcode]
  }
  for (const wrong of ['SELECT nothing', 'no SQL', "SELECT json('{')"]) {
    assert.deepEqual(await failure(db.slow, wrong), await failure(db, wrong), wrong)
  }
  await assert.rejects(db.slow.all(sql`INSERT INTO number (value) VALUES (1)`), isUnavailable)
  assert.deepEqual({ ...(await db.slow.get<object>(sql`SELECT 1 AS one`)) }, { one: 1 })
  await db.close()
})

test('in a transaction slow queries see its uncommitted writes', async () => {
  const db = await open()
  await db.transaction(async (tx) => {
    await tx.run(sql`INSERT INTO number (value) VALUES (4711)`)
    assert.equal((await tx.slow.all(sql`SELECT value FROM number WHERE value = 4711`)).length, 1)
  })
  await db.close()
})

test('closing rejects queued queries, and later queries are refused', async () => {
  const db = await open()
  const waiting = Array.from({ length: 5 }, () =>
    db.slow.get(LONG).then(
      () => assert.fail(),
      (error) => error,
    ),
  )
  await db.close()
  for (const error of await Promise.all(waiting)) assert.ok(isUnavailable(error), error)
  await assert.rejects(db.slow.get(sql`SELECT 1`), isUnavailable)
})

test('a thread that dies fails only its own query, and is replaced', async () => {
  const threads = createPoolOfSqliteReadThreads(file, 0, { program: MORTAL, threadsMax: 1 })
  const outcome = (text: string) => threads.get(raw(text)).catch((error) => (isUnavailable(error) ? 'failed' : error))
  const asked = ['one', 'end', 'two', 'throw', 'end', 'three']
  assert.deepEqual(await Promise.all(asked.map(outcome)), ['one', 'failed', 'two', 'failed', 'failed', 'three'])
  assert.equal(await outcome('four'), 'four')
  await threads.close()
})

test('queries beyond the length of the queue are refused', async () => {
  const threads = createPoolOfSqliteReadThreads(file, 0, { program: MORTAL, threadsMax: 1 })
  const asked = await Promise.allSettled(Array.from({ length: 1100 }, () => threads.get(sql`x`)))
  assert.equal(asked.filter(({ status }) => status === 'rejected').length, 99)
  await threads.close()
})

test('each query fails when the file cannot be opened', async () => {
  const threads = createPoolOfSqliteReadThreads(join(folder, 'none', 'there.db'), 0)
  for (let round = 0; round < 2; round += 1) await assert.rejects(threads.get(sql`SELECT 1`), isUnavailable)
  await threads.close()
})
