import { deepEqual, equal } from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Database, sql } from '../../src/db/database.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

/** More than PostgreSQL's index of words is asked for at a time (db/postgres-search.ts). */
const MANY = 160
/** More bytes than an entry of most indexes holds. */
const LONG = `${'qu'.repeat(2000)}zz`

forEachEngine('parts of words', (engine) => {
  const server = withServer(engine)
  let db: Database
  const make = makersOf(server)
  before(async () => {
    db = server.db
  })

  async function total(search: string): Promise<number> {
    const { status, body } = await server.ask('GET', `/events?search=${encodeURIComponent(search)}`)
    equal(status, 200, JSON.stringify(body))
    return body.total
  }

  test('are found in few words and in many, alone and together', async () => {
    for (let nth = 0; nth < MANY; nth += 1)
      await make.event({ title: `Pre${nth}fixed words`, excerpt: `of ${nth % 2}` })
    deepEqual(
      await Promise.all(['fixed', 're15', 're15 fixed', 'words', 're', 'e'].map(total)),
      [160, 11, 11, 160, 160, 160],
    )
    deepEqual(
      await Promise.all(['"5fixed wo"', '"fixed words"', '"ixed fixed"', 'fixed nowhere'].map(total)),
      [16, 160, 0, 0],
    )
  })

  test('are found in a phrase of more words than are looked up, and not across parts of a text', async () => {
    await make.event({ title: 'one two three four five six seven', excerpt: 'eight nine' })
    const phrases = ['"ne two three four five six sev"', '"ne two three four six sev"', '"seven eight"', 'seven eight']
    deepEqual(await Promise.all(phrases.map(total)), [1, 0, 0, 1])
  })

  test('are found in words without end', async () => {
    await make.event({ title: 'long', description: `${LONG} ${LONG}x` })
    deepEqual(await Promise.all([LONG, `${LONG}x`, 'uzz', 'uzzx', `"zz ququ"`].map(total)), [1, 1, 1, 1, 1])
  })

  test('are found when two writers bring a new word at once, and when one of them takes it back', async () => {
    const both = Promise.withResolvers<void>()
    let writing = 0
    const rewrite = (title: string, isKept: boolean) =>
      db.transaction(async (tx) => {
        await tx.run(sql`UPDATE event_text SET search_text = ${`${title} brandnew`} WHERE title = ${title}`)
        writing += 1
        // SQLite has one writer: there is nobody to wait for.
        if (writing === 2 || engine.name === 'sqlite') both.resolve()
        await both.promise
        if (!isKept) throw new Error('taken back')
      })
    await make.event({ title: 'first' })
    await make.event({ title: 'second' })
    const ends = await Promise.allSettled([rewrite('first', false), rewrite('second', true)])
    deepEqual(
      ends.map(({ status }) => status),
      ['rejected', 'fulfilled'],
    )
    equal(await total('brandn'), 1)
    await rewrite('first', true)
    equal(await total('brandn'), 2)
  })
})
