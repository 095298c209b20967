import { deepEqual, equal } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { type Database, join, raw, sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { forEachEngine } from '../kit/engines/engines.ts'

const NAMES = Array.from({ length: 40 }, (_, index) => `column_${index}`)

forEachEngine('rows', (engine) => {
  let db: Database
  before(async () => {
    db = await openDatabase(await engine.url())
  })
  after(() => db.close())

  test('of many columns are objects that V8 does not represent as hash tables, and share a hidden class', async () => {
    const columns = join(NAMES.map((name, index) => raw(`${index} AS ${name}`)))
    const rows = await db.all<object>(sql`SELECT ${columns} UNION ALL SELECT ${columns}`)
    const row = Object.fromEntries(NAMES.map((name, index) => [name, index]))
    deepEqual(
      rows.map((one) => ({ ...one })),
      [row, row],
    )
    setFlagsFromString('--allow-natives-syntax')
    const isFast = new Function('row', 'return %HasFastProperties(row)')
    const haveSameMap = new Function('one', 'other', 'return %HaveSameMap(one, other)')
    setFlagsFromString('--no-allow-natives-syntax')
    deepEqual(rows.map(isFast as (row: object) => boolean), [true, true])
    equal(haveSameMap(...rows), true)
  })
})
