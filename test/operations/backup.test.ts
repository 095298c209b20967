import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type Database, sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { createServer } from '../../src/http/server.ts'
import type { ServerOptions } from '../../src/http/server-options.ts'
import { makersOf } from '../kit/calendar/makers.ts'
import { administer, forEachEngine, type TestEngine } from '../kit/engines/engines.ts'
import { runHere } from '../kit/processes/command.ts'
import { scratchFolder } from '../kit/processes/serve.ts'
import { startServer, TEST_NOW } from '../kit/server/server.ts'

/** A database without tables. */
async function emptyUrl(engine: TestEngine): Promise<string> {
  const url = await engine.url()
  if (engine.name === 'postgres') {
    await administer(url, (driver) => driver.unsafe('DROP SCHEMA public CASCADE; CREATE SCHEMA public'))
  }
  return url
}

forEachEngine('backup and restore', (engine) => {
  const { folder, remove } = scratchFolder()
  after(remove)
  let count = 0
  const fileName = () => {
    count += 1
    return join(folder, `copy-${count}`)
  }

  test('a backup made while a server runs restores the state of that moment in another database', async () => {
    const url = await engine.url()
    const db = await openDatabase(url)
    await fill(db)
    const file = fileName()
    const made = await runHere({ DATABASE_URL: url, DATA_DIR: folder }, 'backup', file)
    assert.equal(made.err, '')
    assert.match(made.out, /is a verified backup: [\d,]+ rows in \d\d tables, [\d.]+ [KM]B,\nmade in [\d.]+ s\. /)
    assert.equal(statSync(file).mode & 0o777, 0o600, 'other users cannot read the password hashes in it')
    await db.transaction((tx) => tx.run(sql`DELETE FROM tag`))
    await db.close()

    const elsewhere = await emptyUrl(engine)
    const restored = await runHere({ DATABASE_URL: elsewhere, DATA_DIR: join(folder, 'data') }, 'restore', file)
    assert.equal(restored.err, '')
    const copy = await openDatabase(elsewhere)
    try {
      const title = await copy.get<{ value: string }>(sql`SELECT value FROM setting WHERE name = 'title'`)
      assert.equal(title?.value, 'Ünïcode \u{1F3BB}')
      assert.equal((await copy.get<{ id: number }>(sql`SELECT id FROM tag`))?.id, 7)
      const [picture] = await copy.all<{ content: Uint8Array }>(sql`SELECT content FROM picture`)
      assert.deepEqual(Buffer.from(picture?.content ?? []), BYTES, 'pictures are restored byte for byte')
    } finally {
      await copy.close()
    }
  })

  test('a server on a restored database sends the same responses', async () => {
    const url = await emptyUrl(engine)
    const file = fileName()
    const source = await engine.url()
    const db = await openDatabase(source)
    const server = await startServer(db)
    await makersOf(server).event({ title: 'Kept' })
    const wanted = (await server.ask('GET', '/events')).body
    await runHere({ DATABASE_URL: source, DATA_DIR: folder }, 'backup', file)
    await server.close()
    await db.close()
    const { code, err } = await runHere({ DATABASE_URL: url, DATA_DIR: folder }, 'restore', file)
    assert.deepEqual([code, err], [0, ''])
    const copy = await openDatabase(url)
    const again = await createServer({ ...OPTIONS, db: copy, dataDir: folder })
    try {
      const answer = await again.inject({ url: '/cal/events/v1/events', headers: { host: 'localhost' } })
      assert.deepEqual(answer.json(), wanted)
    } finally {
      await again.close()
      await copy.close()
    }
  })

  test('an existing file is replaced only with --force', async () => {
    const env = { DATABASE_URL: await engine.url(), DATA_DIR: folder }
    await (await openDatabase(env.DATABASE_URL)).close()
    const file = fileName()
    writeFileSync(file, 'a letter')
    const refused = await runHere(env, 'backup', file)
    assert.deepEqual(
      [refused.code, refused.err],
      [1, `almanac: ${file} already exists; choose another file, or replace it with --force`],
    )
    assert.equal(readFileSync(file, 'utf8'), 'a letter')
    assert.equal((await runHere(env, 'backup', file, '--force')).code, 0)
    assert.ok(statSync(file).size > 1000)
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.includes('unfinished')),
      [],
    )
  })

  test('a database in use is not replaced, with or without --force', async () => {
    const url = await engine.url()
    const db = await openDatabase(url)
    const file = fileName()
    const env = { DATABASE_URL: url, DATA_DIR: folder }
    await runHere(env, 'backup', file)
    for (const force of [[], ['--force']]) {
      const { code, err } = await runHere(env, 'restore', file, ...force)
      assert.equal(code, 1)
      assert.match(err, /^almanac: a server (or another program )?uses /)
    }
    await db.transaction((tx) => tx.run(sql`INSERT INTO setting (name, value) VALUES ('title', 'Goes on')`))
    await db.close()
  })

  for (const [what, content] of [
    ['a letter', 'Dear calendar'],
    ['an empty file', ''],
    ['half a backup', undefined],
  ] as const) {
    test(`${what} cannot be restored`, async () => {
      const url = await emptyUrl(engine)
      const file = fileName()
      if (content === undefined) {
        const source = await engine.url()
        await (await openDatabase(source)).close()
        await runHere({ DATABASE_URL: source, DATA_DIR: folder }, 'backup', file)
        const bytes = readFileSync(file)
        writeFileSync(file, bytes.subarray(0, bytes.length / 2))
      } else writeFileSync(file, content)
      const { code, err } = await runHere({ DATABASE_URL: url, DATA_DIR: folder }, 'restore', file)
      assert.equal(code, 1)
      assert.match(err, content === undefined ? /is damaged/ : /is not a backup/)
      assert.match(err, new RegExp(file), 'with the path that was given')
    })
  }

  test('a backup of a newer version cannot be restored', async () => {
    const url = await engine.url()
    const db = await openDatabase(url)
    await db.transaction((tx) => tx.run(sql`INSERT INTO migration (name) VALUES ('9999-tomorrow')`))
    await db.close()
    const file = fileName()
    // A backup can be made of any version, for example before a downgrade.
    assert.equal((await runHere({ DATABASE_URL: url, DATA_DIR: folder }, 'backup', file)).code, 0)
    const { code, err } = await runHere({ DATABASE_URL: await emptyUrl(engine), DATA_DIR: folder }, 'restore', file)
    assert.equal(code, 1)
    assert.match(err, /was written by a newer Almanac \(it has 9999-tomorrow\)/)
  })
})

const OPTIONS: Omit<ServerOptions, 'db' | 'dataDir'> = {
  languages: ['en', 'de', 'fr', 'es', 'fi'],
  allowedHosts: ['localhost'],
  allowPrivateFetch: false,
  trustProxy: 0,
  cacheBytes: 0,
  logger: false,
  now: () => TEST_NOW,
}

const BYTES = Buffer.from([...Array(256).keys()])

async function fill(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(sql`INSERT INTO setting (name, value) VALUES ('title', ${'Ünïcode \u{1F3BB}'})`)
    await tx.run(
      sql`INSERT INTO account (id, login, display_name, role, created_at) VALUES (90, 'nine', 'a' || ${'\t\n\\'}, 'author', 1)`,
    )
    await tx.run(sql`INSERT INTO tag (id, original_language) VALUES (7, 'en')`)
    await tx.run(sql`INSERT INTO picture (id, author_id, title, file_name, mime_type, extension, width, height, size_bytes, created_at, search_text, content)
      VALUES (5, 90, 'P', 'p-5.png', 'image/png', 'png', 1, 1, 256, 1, 'p', ${BYTES})`)
  })
}
