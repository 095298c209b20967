import { deepEqual, equal, notEqual, rejects } from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CalendarError } from '../../src/core/errors.ts'
import { type Database, type Reader, sql, type Transaction } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { eventually } from '../kit/eventually.ts'

const set = (name: string, value: string) => sql`INSERT INTO setting (name, value) VALUES (${name}, ${value})`

async function settingOf(db: Reader, name: string): Promise<string | undefined> {
  return (await db.get<{ value: string }>(sql`SELECT value FROM setting WHERE name = ${name}`))?.value
}

const orphan = sql`INSERT INTO token (account_id, name, hash, created_at) VALUES (${9_999}, 'x', 'x', 0)`

/** Polls, because a notification of PostgreSQL takes a moment. */
const differsFrom = (version: () => string, before: string) =>
  eventually(() => version() !== before, 'the version differs')

forEachEngine('transactions', (engine) => {
  let db: Database
  /** A second connection to the same database, like that of another process. */
  let other: Database
  before(async () => {
    const url = await engine.url()
    db = await openDatabase(url)
    other = await openDatabase(url)
  })
  after(async () => {
    await db.close()
    await other.close()
  })

  test('commit all writes and return the result of the callback', async () => {
    const answer = await db.transaction(async (tx) => {
      equal(await tx.run(set('commit-1', 'a')), 1)
      equal(await tx.run(set('commit-2', 'a')), 1)
      equal(await tx.run(sql`UPDATE setting SET value = ${'b'} WHERE name LIKE 'commit-%'`), 2)
      return 'done'
    })
    equal(answer, 'done')
    equal(await settingOf(db, 'commit-2'), 'b')
    equal(await settingOf(other, 'commit-2'), 'b')
  })

  test('commit nothing when the callback throws', async () => {
    const failing = db.transaction(async (tx) => {
      await tx.run(set('rollback', 'a'))
      throw new Error('changed my mind')
    })
    await rejects(failing, /changed my mind/)
    equal(await settingOf(db, 'rollback'), undefined)
  })

  test('work after one that failed', async () => {
    await db.transaction(async (tx) => void (await tx.run(set('after failure', 'a'))))
    equal(await settingOf(db, 'after failure'), 'a')
  })

  test('that are queued together commit nothing of those that fail, even if the first one fails', async () => {
    const work = (name: string, fails: boolean) =>
      db.transaction(async (tx) => {
        await tx.run(set(`together ${name}`, 'a'))
        if (fails) throw new Error(`changed my mind about ${name}`)
      })
    const works = [work('1', true), work('2', true), work('3', false), work('4', true), work('5', false)]
    const ended = await Promise.allSettled(works)
    deepEqual(
      ended.map((end) => (end.status === 'rejected' ? String(end.reason.message) : 'kept')),
      ['changed my mind about 1', 'changed my mind about 2', 'kept', 'changed my mind about 4', 'kept'],
    )
    for (const name of ['1', '2', '4']) equal(await settingOf(other, `together ${name}`), undefined)
    for (const name of ['3', '5']) equal(await settingOf(other, `together ${name}`), 'a')
  })

  test('hide their writes from readers until they commit', async () => {
    await db.transaction(async (tx) => {
      await tx.run(set('isolation', 'a'))
      equal(await settingOf(tx, 'isolation'), 'a')
      equal(await settingOf(db, 'isolation'), undefined)
      equal(await settingOf(other, 'isolation'), undefined)
    })
    equal(await settingOf(db, 'isolation'), 'a')
  })

  test('refuse statements after their end', async () => {
    let ended: Transaction | undefined
    await db.transaction(async (tx) => {
      ended = tx
    })
    const late = ended as Transaction
    await rejects(late.run(set('late', 'a')), /has ended/)
    await rejects(late.all(sql`SELECT 1`), /has ended/)
    await rejects(late.get(sql`SELECT 1`), /has ended/)
    await rejects(late.nextId('term'), /has ended/)
    await rejects(late.lock('late'), /has ended/)
    await rejects(late.script('DELETE FROM setting'), /has ended/)
    equal(await settingOf(db, 'late'), undefined)
  })

  test('fail when a statement failed, even if the callback caught the error', async () => {
    const careless = db.transaction(async (tx) => {
      await tx.run(set('careless', 'a'))
      await tx.run(sql`INSERT INTO setting (name) VALUES (${'no value'})`).catch(() => {})
      await rejects(tx.run(set('careless too', 'a')))
    })
    await rejects(careless, /null/i)
    equal(await settingOf(db, 'careless'), undefined)
  })

  test('report that a referenced record is missing', async () => {
    const refused = db.transaction((tx) => tx.run(orphan))
    await rejects(refused, (error: CalendarError) => {
      equal(error.code, 'rest_invalid_param')
      equal(error.status, 400)
      return true
    })
  })

  test('lose no update to a concurrent writer', async () => {
    await db.transaction(async (tx) => void (await tx.run(set('counter', '0'))))
    const increment = (on: Database) =>
      on.transaction(async (tx) => {
        await tx.lock('counter')
        const value = Number(await settingOf(tx, 'counter'))
        await tx.run(sql`UPDATE setting SET value = ${String(value + 1)} WHERE name = 'counter'`)
      })
    await Promise.all(Array.from({ length: 30 }, (_, index) => increment(index % 2 ? db : other)))
    equal(await settingOf(db, 'counter'), '30')
  })

  test('lock rows that were selected for update', async () => {
    await db.transaction(async (tx) => void (await tx.run(set('row', '0'))))
    const increment = (on: Database) =>
      on.transaction(async (tx) => {
        const row = await tx.get<{ value: string }>(
          sql`SELECT value FROM setting WHERE name = 'row' ${tx.dialect.forUpdate}`,
        )
        await tx.run(sql`UPDATE setting SET value = ${String(Number(row?.value) + 1)} WHERE name = 'row'`)
      })
    await Promise.all(Array.from({ length: 30 }, (_, index) => increment(index % 2 ? db : other)))
    equal(await settingOf(db, 'row'), '30')
  })

  test('are retried after a unique violation', async () => {
    // Like the choice of a slug: look for the first free value, then insert it.
    const take = (on: Database) =>
      on.transaction(async (tx) => {
        const taken = await tx.all<{ name: string }>(sql`SELECT name FROM setting WHERE name LIKE 'slug-%'`)
        const name = `slug-${taken.length}`
        await tx.run(set(name, ''))
        return name
      })
    const names = await Promise.all(Array.from({ length: 40 }, (_, index) => take(index % 2 ? db : other)))
    equal(new Set(names).size, 40)
  })

  test('are retried after a deadlock', async () => {
    await db.transaction(async (tx) => {
      await tx.run(set('left', '0'))
      await tx.run(set('right', '0'))
    })
    const both = (on: Database, names: string[]) =>
      on.transaction(async (tx) => {
        for (const name of names) {
          await tx.run(sql`UPDATE setting SET value = value || 'x' WHERE name = ${name}`)
          await sleep(50)
        }
      })
    await Promise.all([both(db, ['left', 'right']), both(other, ['right', 'left'])])
    equal(await settingOf(db, 'left'), '0xx')
    equal(await settingOf(db, 'right'), '0xx')
  })

  test('return every id once', async () => {
    const take = (on: Database) =>
      on.transaction(async (tx) => ({
        records: [await tx.nextId('record'), await tx.nextId('record')],
        term: await tx.nextId('term'),
      }))
    const taken = await Promise.all(Array.from({ length: 20 }, (_, index) => take(index % 2 ? db : other)))
    const records = taken.flatMap(({ records }) => records)
    equal(new Set(records).size, 40)
    equal(Math.min(...records), 1)
    equal(new Set(taken.map(({ term }) => term)).size, 20)
  })
})

forEachEngine('version', (engine) => {
  let db: Database
  let other: Database
  // A database for each test, because notifications of commits of another test may still arrive.
  beforeEach(async () => {
    const url = await engine.url()
    db = await openDatabase(url)
    other = await openDatabase(url)
  })
  afterEach(async () => {
    await db.close()
    await other.close()
  })

  test('has changed when a commit of the same process returns', async () => {
    const before = db.version()
    await db.transaction(async (tx) => void (await tx.run(set('own', 'a'))))
    notEqual(db.version(), before)
  })

  test('changes after a commit of another process', async () => {
    const before = db.version()
    await other.transaction(async (tx) => void (await tx.run(set('others', 'a'))))
    await differsFrom(db.version, before)
    equal(await settingOf(db, 'others'), 'a')
  })

  test('is constant without commits', async () => {
    const before = db.version()
    await db.all(sql`SELECT * FROM setting`)
    const failing = other.transaction(async (tx) => {
      await tx.run(set('undone', 'a'))
      throw new Error('undone')
    })
    await rejects(failing, /undone/)
    await sleep(100)
    equal(db.version(), before)
  })

  test('except events is constant while this process writes to event tables only', async () => {
    const entry = sql`INSERT INTO audit (at, login, request_id, face, action, collection, language, fields, title)
      VALUES (1, 'somebody', '', 'native', 'created', 'events', 'en', '', 'A title')`
    const [version, before] = [db.version(), db.versionExceptEvents()]
    await db.transaction(async (tx) => void (await tx.run(entry)))
    notEqual(db.version(), version)
    equal(db.versionExceptEvents(), before)
    await db.transaction(async (tx) => void (await tx.run(set('own change', 'a'))))
    const own = db.versionExceptEvents()
    notEqual(own, before)
    await other.transaction(async (tx) => void (await tx.run(set('other change', 'b'))))
    await differsFrom(db.versionExceptEvents, own)
  })

  test('a transaction uses the record cache until it writes to other tables than event tables', async () => {
    const loadedBy: string[] = []
    const find = (from: Pick<Database, 'recordCache'>, name: string) =>
      from.recordCache().find('setting', ['cached'], async () => {
        loadedBy.push(name)
        return new Map([['cached', { by: name }]])
      })
    await find(db, 'outside')
    await db.transaction(async (tx) => {
      equal((await find(tx, 'inside')).get('cached')?.by, 'outside')
      await tx.run(set('cached', 'a'))
      equal((await find(tx, 'changed')).get('cached')?.by, 'changed')
    })
    equal((await find(db, 'after')).get('cached')?.by, 'after')
    deepEqual(loadedBy, ['outside', 'changed', 'after'])
  })
})
