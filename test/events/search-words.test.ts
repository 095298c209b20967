import { deepEqual, equal } from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Database, sql } from '../../src/db/database.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

/** More words than one lookup in PostgreSQL's word index contains (`db/postgres/postgres-search.ts`). */
const MANY = 160
/** Longer than an entry of most database indexes may be. */
const LONG = `${'qu'.repeat(2000)}zz`

forEachEngine('searches for parts of words', (engine) => {
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

  test('parts of few words and of many words are found, alone and combined', async () => {
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

  test('a phrase longer than the word limit is found, but not across two fields of a text', async () => {
    await make.event({ title: 'one two three four five six seven', excerpt: 'eight nine' })
    const phrases = ['"ne two three four five six sev"', '"ne two three four six sev"', '"seven eight"', 'seven eight']
    deepEqual(await Promise.all(phrases.map(total)), [1, 0, 0, 1])
  })

  test('parts of very long words are found', async () => {
    await make.event({ title: 'long', description: `${LONG} ${LONG}x` })
    deepEqual(await Promise.all([LONG, `${LONG}x`, 'uzz', 'uzzx', `"zz ququ"`].map(total)), [1, 1, 1, 1, 1])
  })

  test('a word that two concurrent writers add is found, also if one of them rolls back', async () => {
    const both = Promise.withResolvers<void>()
    let writing = 0
    const rewrite = (title: string, isCached: boolean) =>
      db.transaction(async (tx) => {
        await tx.run(sql`UPDATE event_text SET search_text = ${`${title} brandnew`} WHERE title = ${title}`)
        writing += 1
        // SQLite has a single writer, so there is no concurrent one to wait for.
        if (writing === 2 || engine.name === 'sqlite') both.resolve()
        await both.promise
        if (!isCached) throw new Error('taken back')
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
