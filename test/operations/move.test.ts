import { deepEqual, equal, match, notEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { INVARIANTS } from '../../src/check/check-database.ts'
import { raw, sql } from '../../src/db/database.ts'
import { listTablesToMove } from '../../src/db/move/tables-to-move.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { storePixel } from '../kit/calendar/unpublished.ts'
import { forEachEngine, testEngine } from '../kit/engines/engines.ts'
import { assertHolds } from '../kit/engines/invariants.ts'
import { runHere } from '../kit/processes/command.ts'
import { startServer } from '../kit/server/server.ts'

/** A database with records, translations, pictures, repeated events, deleted records and an import. */
async function fill(url: string): Promise<void> {
  await runHere({ DATABASE_URL: url }, 'demo', '--events', '15')
  const server = await startServer(await openDatabase(url))
  const make = makersOf(server)
  const { id } = await make.event({ recurrence: 'FREQ=DAILY;COUNT=3' })
  const { events } = (await server.ask('GET', `/events/${id}/occurrences`)).body
  await server.ask('PATCH', `/events/${events[1].id}`, { as: 'editor', body: { title: 'Matinee' } })
  const top = await make.category({ name: 'Moved below' })
  await server.ask('PATCH', `/categories/${top.id}`, {
    as: 'editor',
    body: { parent: (await make.category({ name: 'New top' })).id },
  })
  const last = await make.event({ title: 'Deleted' })
  await server.ask('DELETE', `/events/${last.id}?force=true`, { as: 'editor' })
  await storePixel(server, 'Dot')
  await server.close()
  await server.db.close()
}

/** All rows of all tables that are moved, as text, by table. */
async function contentsOf(url: string): Promise<Record<string, string[]>> {
  const db = await openDatabase(url)
  const contents: Record<string, string[]> = {}
  for (const { name, columns } of await listTablesToMove(db)) {
    const rows = await db.all<Record<string, unknown>>(sql`SELECT * FROM ${raw(name)}`)
    const text = (value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value))
    contents[name] = rows
      .map((row) =>
        columns
          .toSorted()
          .map((column) => text(row[column]))
          .join('|'),
      )
      .sort()
  }
  await db.close()
  return contents
}

forEachEngine('almanac move', (engine) => {
  test('copies a whole calendar to this engine and back to SQLite', async () => {
    const sqlite = testEngine('sqlite')
    const [first, second, third] = [await sqlite.url(), await engine.url(), await sqlite.url()]
    await fill(first)
    const before = await contentsOf(first)
    for (const [from, to] of [
      [first, second],
      [second, third],
    ] as const) {
      const { code, out, err } = await runHere({ DATABASE_URL: from }, 'move', '--to', to)
      equal(code, 0, err)
      match(out, /Copied and compared \d{3,} rows/)
      deepEqual(await contentsOf(to), before)
    }
    notEqual(before.event?.length, 0)
    const [db, old] = [await openDatabase(third), await openDatabase(first)]
    for (const sequence of ['record', 'term'] as const) {
      const [next, oldNext] = [
        await db.transaction((tx) => tx.nextId(sequence)),
        await old.transaction((tx) => tx.nextId(sequence)),
      ]
      equal(next, oldNext)
    }
    await assertHolds(db, INVARIANTS)
    await db.close()
    await old.close()
    const { code, err } = await runHere({ DATABASE_URL: first }, 'move', '--to', second)
    notEqual(code, 0)
    match(err, /not empty: its table account has rows/)
    await sqlite.close()
  })
})
