import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import sharp from 'sharp'
import { listAuditEntries } from '../../src/audit/list-audit-entries.ts'
import { sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { createPictureSizeCache, pictureSizesFolder } from '../../src/media/picture-size-cache.ts'
import { pictureSizes } from '../../src/media/picture-sizes.ts'
import { storePicture } from '../../src/media/picture-store.ts'
import { EVENT } from '../kit/calendar/makers.ts'
import { storePixel } from '../kit/calendar/unpublished.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { eventually } from '../kit/eventually.ts'
import { COMMAND_NOW, runHere } from '../kit/processes/command.ts'
import { logOf, scratchFolder, serve } from '../kit/processes/serve.ts'
import { startServer, type TestServer } from '../kit/server/server.ts'

const DAY = 86_400

/** A picture that has resized copies. */
const LARGE = { name: 'large.png', mimeType: 'image/png', extension: 'png', width: 400, height: 300 }
const largePng = () =>
  sharp({ create: { width: LARGE.width, height: LARGE.height, channels: 3, background: '#c04' } })
    .png()
    .toBuffer()

/** Creates a venue in the trash. @returns its id */
async function trashedVenue(server: TestServer): Promise<number> {
  const { body } = await server.ask('POST', '/venues', { as: 'editor', body: { venue: 'Hall' } })
  assert.equal((await server.ask('DELETE', `/venues/${body.id}`, { as: 'editor' })).status, 200)
  return body.id
}

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
        ['deleted', 'organizers', 2, ''],
        ['deleted', 'organizers', 5, ''],
        ['deleted', 'media', 51, ''],
      ],
    )
    await db.close()
  })

  test('deletes pictures that no record uses, and never one that is used', async () => {
    const DATABASE_URL = await engine.url()
    const { folder, remove } = scratchFolder()
    const server = await startServer(await openDatabase(DATABASE_URL, { isServing: true }))
    const { db, clock } = server
    const old = COMMAND_NOW - 40 * DAY
    const store = async (name: string, at = old) => {
      clock.now = at
      return (await storePixel(server, name)).id
    }
    const write = async (path: string, body: object, method = 'POST') => {
      const answer = await server.ask(method, path, { as: 'editor', body })
      assert.ok(answer.status < 300, JSON.stringify(answer.body))
      return answer.body
    }
    const embedded = (id: number) => `<img src="/media/${id}-x-300x200.png" alt="">`
    const unused = [await store('one'), await store('two')]
    const bytes = await largePng()
    const large = await db.transaction((tx) => storePicture(tx, { ...LARGE, bytes, authorId: server.ids.editor }, old))
    unused.push(large.id)
    const sizes = pictureSizesFolder(folder)
    const [size] = pictureSizes(large)
    assert.ok(size && (await createPictureSizeCache(sizes).read(large, size, async () => bytes)))
    const young = await store('young', COMMAND_NOW - 20 * DAY)
    const uses: [what: string, use: (id: number) => Promise<unknown>][] = [
      ['image of an event', (id) => write('/events', { ...EVENT, image: String(id) })],
      ['image of a draft', (id) => write('/venues', { venue: 'Draft', status: 'draft', image: String(id) })],
      ['description', (id) => write('/events', { ...EVENT, description: embedded(id) })],
      ['excerpt', (id) => write('/events', { ...EVENT, excerpt: embedded(id) })],
      ['website', (id) => write('/events', { ...EVENT, website: `https://calendar.example/media/${id}-x.png` })],
      ['description of an organizer', (id) => write('/organizers', { organizer: 'E', description: embedded(id) })],
      [
        'translation',
        async (id) => {
          const { id: venue } = await write('/venues', { venue: 'V' })
          await write(`/venues/${venue}/translations/de`, { venue: 'W', description: embedded(id) }, 'PUT')
        },
      ],
      [
        'record in the trash',
        async (id) => {
          const { id: venue } = await write('/venues', { venue: 'Trashed', image: String(id) })
          await write(`/venues/${venue}`, {}, 'DELETE')
        },
      ],
    ]
    const used: number[] = []
    for (const [what, use] of uses) {
      const id = await store('x')
      clock.now = COMMAND_NOW
      await use(id)
      used.push(id)
      assert.ok(id, what)
    }
    const { code, out } = await runHere({ DATABASE_URL, DATA_DIR: folder }, 'purge', '--days', '30')
    assert.deepEqual([code, out], [0, 'Deleted for good: 0 records and 3 pictures. Older backups still contain them.'])
    const rest = await db.all<{ id: number }>(sql`SELECT id FROM picture ORDER BY id`)
    assert.deepEqual(
      rest.map(({ id }) => id),
      [young, ...used],
    )
    const { rows } = await listAuditEntries(db, { action: 'deleted', collection: 'media' }, { page: 1, perPage: 10 })
    assert.deepEqual(rows.map(({ record_id, title }) => [record_id, title]).toReversed(), [
      [unused[0], ''],
      [unused[1], ''],
      [unused[2], ''],
    ])
    assert.deepEqual(readdirSync(sizes), [], 'its resized copies are deleted')
    await server.close()
    remove()
  })

  for (const workers of ['1', '2']) {
    test(`a server with ${workers} processes purges at its start with TRASH_DAYS`, async () => {
      const DATABASE_URL = await engine.url()
      const { folder, remove } = scratchFolder()
      const server = await startServer(await openDatabase(DATABASE_URL, { isServing: true }))
      server.clock.now = Math.floor(Date.now() / 1000) - 3 * DAY
      const [venue, other] = [await trashedVenue(server), await trashedVenue(server)]
      await server.ask('POST', `/venues/${other}`, { as: 'editor', body: { status: 'draft' } })
      const env = { DATABASE_URL, DATA_DIR: folder, TRASH_DAYS: '2', WORKERS: workers, LOG_LEVEL: 'info' }
      const served = await serve({ ...env, ALMANAC_ADMIN_PASSWORD: 'a password' })
      const { messagesOf } = logOf(served.child)
      const purges = () => messagesOf(served.child.pid).filter((message) => message.startsWith('Deleted for good'))
      await eventually(() => purges().length > 0, 'the server has purged')
      served.child.kill('SIGTERM')
      assert.equal(await served.ended, 0)
      assert.deepEqual(purges(), ['Deleted for good: 1 records and 0 pictures. Older backups still contain them.'])
      const left = await server.db.all<{ id: number }>(sql`SELECT id FROM venue WHERE id IN (${venue}, ${other})`)
      assert.deepEqual(
        left.map(({ id }) => id),
        [other],
      )
      await server.close()
      remove()
    })
  }

  test('needs a number of days', async () => {
    const env = { DATABASE_URL: await engine.url() }
    for (const argv of [[], ['--days', '-1'], ['--days', 'x'], ['--days', '1.5']])
      assert.equal((await runHere(env, 'purge', ...argv)).code, 2, argv.join(' '))
  })
})
