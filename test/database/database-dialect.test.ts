import { deepEqual } from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Database, type Sql, sql } from '../../src/db/database.ts'
import { readPageOfRows } from '../../src/db/read-page-of-rows.ts'
import { forEachEngine } from '../kit/engines/engines.ts'

/** Characters with a special meaning in SQL, array literals, JSON or LIKE patterns. */
const TEXTS = [
  '50% off',
  '50_off',
  'a\\b',
  `it's "q"`,
  'x,y',
  '{z}',
  '',
  'null',
  'NULL',
  'a\nb',
  'tab\t',
  '🎉',
  '?',
  '$1',
]
const ids = [1, 2, 3, 2_000_000_000]

forEachEngine('dialect', (engine) => {
  let db: Database
  before(async () => {
    db = await engine.open()
    await db.transaction(async (tx) => {
      for (const text of TEXTS) await tx.run(sql`INSERT INTO setting (name, value) VALUES (${text}, '')`)
      for (const id of ids) await tx.run(sql`INSERT INTO tag (id, original_language) VALUES (${id}, 'en')`)
    })
  })

  const namesWhere = async (condition: Sql) => {
    const rows = await db.all<{ name: string }>(sql`SELECT name FROM setting WHERE ${condition}`)
    return rows.map(({ name }) => name).sort()
  }
  const idsInList = async (values: readonly number[]) => {
    const rows = await db.all<{ id: number }>(
      sql`SELECT id FROM tag WHERE ${db.dialect.inList(sql`id`, values)} ORDER BY id`,
    )
    return rows.map(({ id }) => id)
  }

  test('inList: an empty list matches nothing, for columns of any type', async () => {
    deepEqual(await idsInList([]), [])
    deepEqual(await namesWhere(db.dialect.inList(sql`name`, [])), [])
  })

  test('selectPage counts all rows, or one more than a maximum and than the rows up to the end of the page', async () => {
    const from = sql`${db.dialect.valuesTable([1, 2, 3, 4, 5, 6, 7])} AS listed`
    const selected = { columns: sql`value`, from, where: sql`value > 1`, order: sql`value` }
    for (const [page, countMax, values, total] of [
      [1, undefined, [2, 3], 6],
      [1, 3, [2, 3], 4],
      [2, 3, [4, 5], 5],
      [3, 3, [6, 7], 6],
      [1, 6, [2, 3], 6],
    ] as const) {
      const { rows, ...counted } = await readPageOfRows<{ value: number }>(db, selected, { page, perPage: 2, countMax })
      deepEqual([rows.map(({ value }) => value), counted.total], [values, total], `page ${page}, at most ${countMax}`)
    }
  })

  test('inList: existing numbers match, for lists of any length', async () => {
    deepEqual(await idsInList([3, 1, 1, 99]), [1, 3])
    deepEqual(await idsInList(Array.from({ length: 50_000 }, (_, index) => index + 2)), [2, 3])
    // Numbers beyond the range of an integer column match nothing.
    deepEqual(await idsInList([2, -1, 2 ** 31, 2 ** 53 - 1]), [2])
  })

  test('inList: each text matches only itself', async () => {
    for (const text of TEXTS) deepEqual(await namesWhere(db.dialect.inList(sql`name`, [text])), [text])
    deepEqual(await namesWhere(db.dialect.inList(sql`name`, TEXTS)), TEXTS.toSorted())
    deepEqual(await namesWhere(db.dialect.inList(sql`name`, ['50%', 'X,Y', '%', 'x'])), [])
  })

  test('contains: no character is a wildcard', async () => {
    const needles = [...TEXTS, '%', '_', '\\', "'", '"', ',', '\n', '0% o', '\\b', '$', 'ULL']
    for (const needle of needles) {
      const expected = TEXTS.filter((text) => text.includes(needle)).sort()
      deepEqual(await namesWhere(db.dialect.contains(sql`name`, needle)), expected, JSON.stringify(needle))
    }
  })

  test('binaryOrder: sorts by bytes, not by the rules of a language', async () => {
    const words = ['b', 'A', 'a', 'B', 'Ä', 'é', 'e', 'z', '-a', ' a', 'a b', 'ab', '10', '9', '\uffee', '🎉', '_', '']
    const unsorted = sql`SELECT value AS word FROM setting WHERE name LIKE 'word-%'`
    await db.transaction(async (tx) => {
      for (const [index, word] of words.entries()) {
        await tx.run(sql`INSERT INTO setting (name, value) VALUES (${`word-${index}`}, ${word})`)
      }
    })
    const rows = await db.all<{ word: string }>(
      sql`SELECT word FROM (${unsorted}) words ORDER BY ${db.dialect.binaryOrder(sql`word`)}`,
    )
    deepEqual(
      rows.map(({ word }) => word),
      words.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    )
  })

  test('localTime: is read as the text that was given, also for times that clock changes skip', async () => {
    for (const start of ['0001-01-01 00:00:00', '2030-03-31 02:30:00', '9999-12-31 23:59:59']) {
      const row = await db.get<object>(sql`SELECT ${db.dialect.localTime(sql`${start}`)} AS start`)
      deepEqual({ ...row }, { start })
    }
  })

  test('dayOfLocalTime and timeOfLocalTime: take a column apart, so that it compares with literals', async () => {
    const { dayOfLocalTime, localTime, timeOfLocalTime } = db.dialect
    const row = await db.get<object>(sql`SELECT CAST(${dayOfLocalTime(sql`start`)} AS text) AS day,
      CASE WHEN ${timeOfLocalTime(sql`start`)} >= '19:30:00' AND ${timeOfLocalTime(sql`start`)} < '19:30:01' THEN 1 END AS at
      FROM (SELECT ${localTime(sql`${'0999-05-06 19:30:00'}`)} AS start) AS given`)
    deepEqual({ ...row }, { day: '0999-05-06', at: 1 })
  })

  test('integers of all sizes are returned as numbers', async () => {
    const row = await db.get<Record<string, unknown>>(
      sql`SELECT count(*) AS counted, CAST(${2 ** 40} AS bigint) AS long, CAST(${0.5} AS double precision) AS half, sum(id) AS total FROM tag`,
    )
    deepEqual({ ...row }, { counted: 4, long: 2 ** 40, half: 0.5, total: 2_000_000_006 })
  })
})
