/** What is left in a database of records that were deleted for good. */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Sql, sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { forEachEngine, onSqlite } from '../kit/engines/engines.ts'
import { storedRows } from '../kit/engines/stored-rows.ts'
import { startServer } from '../kit/server/server.ts'
import { withServer } from '../kit/server/with-server.ts'

const SECRET = 'zqerasedzq'

forEachEngine('texts of records that were deleted for good', (engine) => {
  const server = withServer(engine)
  const make = makersOf(server)
  const editor = { as: 'editor' } as const

  /** The tables with a row that contains the secret. */
  const tablesWithSecret = async () =>
    Object.entries(await storedRows(server.db))
      .filter(([, rows]) => rows.some((row) => row.toLowerCase().includes(SECRET)))
      .map(([table]) => table)
  const deleteForGood = (id: number) => server.ask('DELETE', `/events/${id}?force=true`, editor)
  const totalOf = async (search: string) => (await server.ask('GET', `/events?search=${search}`)).body.total

  test('are in no table', async () => {
    const { id } = await make.event({ title: 'Concert', description: SECRET.repeat(800), excerpt: SECRET })
    await server.ask('PUT', `/events/${id}/translations/de`, {
      ...editor,
      body: { title: 'Konzert', description: SECRET },
    })
    await server.ask('PATCH', `/events/${id}`, { ...editor, body: { title: 'Other concert' } })
    ok((await tablesWithSecret()).length > 0)
    await deleteForGood(id)
    deepEqual(await tablesWithSecret(), [])
  })

  test('words of other events are still found', async () => {
    const [one, other, third] = [
      await make.event({ title: 'Waltz and tango' }),
      await make.event({ title: 'Waltz' }),
      await make.event({ title: 'Foxtrot' }),
    ]
    await deleteForGood(one.id)
    deepEqual([await totalOf('waltz'), await totalOf('alt'), await totalOf('tango')], [1, 1, 0])
    await make.event({ title: 'Tango' })
    equal(await totalOf('tango'), 1)
    for (const { id } of [other, third]) await deleteForGood(id)
    deepEqual([await totalOf('waltz'), await totalOf('foxtrot')], [0, 0])
  })

  for (const deletionEndsFirst of [true, false]) {
    test(`a word is found that one transaction adds while another deletes its only other event${deletionEndsFirst ? ', which ends first' : ''}`, async () => {
      const word = `polka${deletionEndsFirst}`
      const [{ id }, added] = [await make.event({ title: word }), await make.event({ title: 'New' })]
      const ended = { deletion: Promise.withResolvers<void>(), addition: Promise.withResolvers<void>() }
      const [first, second] = deletionEndsFirst
        ? (['deletion', 'addition'] as const)
        : (['addition', 'deletion'] as const)
      // SQLite has a single writer, so there the two run one after the other.
      const isConcurrent = engine.name === 'postgres'
      const both = Promise.withResolvers<void>()
      let writing = 0
      const run = (name: 'deletion' | 'addition', statement: Sql) =>
        server.db
          .transaction(async (tx) => {
            await tx.run(statement)
            writing += 1
            if (writing === 2 || !isConcurrent) both.resolve()
            await both.promise
            if (isConcurrent && name === second) await ended[first].promise
          })
          .finally(() => ended[name].resolve())
      await Promise.all([
        run('deletion', sql`DELETE FROM event WHERE id = ${id}`),
        run('addition', sql`UPDATE event_text SET search_text = ${`new ${word}`} WHERE event_id = ${added.id}`),
      ])
      equal(await totalOf(word), 1)
    })
  }
})

onSqlite('the file of a database', (engine) => {
  test('contains no texts of records that were deleted for good', async () => {
    const url = await engine.url()
    const db = await openDatabase(url)
    const server = await startServer(db)
    const make = makersOf(server)
    const ids: number[] = []
    for (const length of [1, 100, 1000]) {
      ids.push((await make.event({ title: 'Concert', description: SECRET.repeat(length) })).id)
    }
    for (const id of ids) {
      await server.ask('PATCH', `/events/${id}`, { as: 'editor', body: { description: `Other ${SECRET}` } })
    }
    for (const id of ids) await server.ask('DELETE', `/events/${id}?force=true`, { as: 'editor' })
    equal((await db.all(sql`SELECT id FROM event`)).length, 0)
    await server.close()
    await db.close()
    equal(readFileSync(url.slice('sqlite:'.length)).includes(SECRET), false)
  })
})
