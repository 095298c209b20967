import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAuditEntries } from '../../src/audit/log.ts'
import { sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { COMMAND_NOW, runHere } from '../kit/processes/command.ts'

const DAY = 86_400

forEachEngine('purge', (engine) => {
  test('deletes what has been in the trash for longer, with texts and pictures that nothing else uses', async () => {
    const DATABASE_URL = await engine.url()
    const db = await openDatabase(DATABASE_URL)
    await db.transaction(async (tx) => {
      await tx.run(
        sql`INSERT INTO account (id, login, display_name, role, created_at) VALUES (90, 'nine', 'N', 'author', 1)`,
      )
      for (const id of [51, 52, 53])
        await tx.run(sql`INSERT INTO picture (id, author_id, title, file_name, mime_type, extension, width, height, size_bytes, created_at, search_text, content)
          VALUES (${id}, 90, 'P', ${`${id}-p.png`}, 'image/png', 'png', 1, 1, 1, 1, 'p', ${Buffer.from('x')})`)
      for (const [id, status, age, image] of [
        [1, 'trash', 40, 51],
        [2, 'trash', 40, 52],
        [3, 'trash', 20, null],
        [4, 'publish', 40, 52],
        [5, 'trash', 40, 53],
      ] as const) {
        const at = COMMAND_NOW - age * DAY
        await tx.run(sql`INSERT INTO organizer (id, author_id, original_language, status, published_at, dating, created_at, modified_at, image_id, search_text)
          VALUES (${id}, 90, 'en', ${status}, ${at}, 'settled', ${at}, ${at}, ${image}, '')`)
        const description = id === 4 ? '<img src="/media/53-p-300x200.png">' : ''
        await tx.run(sql`INSERT INTO organizer_text (organizer_id, language, title, description, slug, title_folded, search_text, modified_at)
          VALUES (${id}, 'en', 'Ada Person', ${description}, ${`o-${id}`}, 'x', 'x', ${at})`)
      }
    })
    const idsIn = async (table: 'organizer' | 'picture') => {
      const rows = await db.all<{ id: number }>(
        table === 'organizer' ? sql`SELECT id FROM organizer ORDER BY id` : sql`SELECT id FROM picture ORDER BY id`,
      )
      return rows.map(({ id }) => id)
    }
    const { code, out } = await runHere({ DATABASE_URL }, 'purge', '--days', '30')
    assert.deepEqual([code, out], [0, 'Deleted for good: 3 records and 1 pictures. Older backups still contain them.'])
    assert.deepEqual(
      [await idsIn('organizer'), await idsIn('picture')],
      [
        [3, 4],
        [52, 53],
      ],
    )
    const texts = await db.all<{ id: number }>(sql`SELECT organizer_id AS id FROM organizer_text ORDER BY organizer_id`)
    assert.deepEqual(
      texts.map(({ id }) => id),
      [3, 4],
    )
    const { rows } = await listAuditEntries(db, {}, { page: 1, perPage: 10 })
    assert.deepEqual(
      rows.map(({ action, collection, record_id, title }) => [action, collection, record_id, title]).toReversed(),
      [
        ['deleted', 'organizers', 1, ''],
        ['deleted', 'media', 51, ''],
        ['deleted', 'organizers', 2, ''],
        ['deleted', 'organizers', 5, ''],
      ],
    )
    await db.close()
  })

  test('needs a number of days', async () => {
    const env = { DATABASE_URL: await engine.url() }
    for (const argv of [[], ['--days', '-1'], ['--days', 'x'], ['--days', '1.5']])
      assert.equal((await runHere(env, 'purge', ...argv)).code, 2, argv.join(' '))
  })
})
