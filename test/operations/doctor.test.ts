import assert from 'node:assert/strict'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { createAdministratorIfMissing } from '../../src/accounts/create-administrator-if-missing.ts'
import { backupFileName } from '../../src/backup/backup-rotation.ts'
import { sql } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { forEachEngine } from '../kit/engines/engines.ts'
import { eventually } from '../kit/eventually.ts'
import { COMMAND_NOW, runHere } from '../kit/processes/command.ts'
import { logOf, scratchFolder, serve } from '../kit/processes/serve.ts'
import { startServer } from '../kit/server/server.ts'

/** Findings of `almanac doctor --json`: code → severity. */
async function readFindings(env: Record<string, string>): Promise<Record<string, string>> {
  const { out } = await runHere(env, 'doctor', '--json')
  const { findings } = JSON.parse(out) as { findings: { code: string; severity: string }[] }
  return Object.fromEntries(findings.map(({ code, severity }) => [code, severity]))
}

forEachEngine('doctor', (engine) => {
  const { folder, remove } = scratchFolder()
  after(remove)

  test('examines the database of a running server without changing it', async () => {
    const DATABASE_URL = await engine.url()
    const db = await openDatabase(DATABASE_URL)
    await createAdministratorIfMissing(db, 'pa55 word', COMMAND_NOW)
    await db.transaction(async (tx) => {
      await tx.run(sql`INSERT INTO tag (id, original_language) VALUES (1, 'fi')`)
      await tx.run(sql`INSERT INTO tag_text (tag_id, language, title, slug, title_folded, search_text, modified_at)
        VALUES (1, 'fi', 'x', 'x', 'x', 'x', 1)`)
      await tx.run(sql`INSERT INTO picture (id, author_id, title, file_name, mime_type, extension, width, height, size_bytes, created_at, search_text, content)
        VALUES (5, 1, 'P', 'p-5.png', 'image/png', 'png', 1, 1, 256, 1, 'p', ${Buffer.from('cut')})`)
      await tx.run(sql`INSERT INTO event (id, original_language, status, author_id, created_at, published_at, dating, start_local, end_local, timezone, start_at, end_at)
        VALUES (6, 'fi', 'publish', 1, 1, 1, 'given', '2026-01-01 10:00:00', '2026-01-01 11:00:00', 'UTC', 1767261600, 1767265200)`)
      await tx.run(sql`INSERT INTO event_repeat (event_id, lines, is_hidden, is_endless, expanded_until)
        VALUES (6, 'RRULE:FREQ=WEEKLY', 0, 1, '2026-02-01 10:00:00')`)
      await tx.run(sql`DELETE FROM migration WHERE name LIKE '0011%'`)
    })
    const version = db.version()
    const env = { DATABASE_URL, DATA_DIR: folder, LANGUAGES: 'en', ALMANAC_ADMIN_PASSWORD: 'pa55 word' }
    const found = await readFindings(env)
    assert.equal(found.languages_hidden, 'warning')
    assert.equal(found.pictures_broken, 'wrong')
    assert.equal(found.dates_behind, 'warning')
    assert.equal(found.migrations_pending, 'warning')
    assert.equal(found.admin_password_short, 'wrong')
    assert.equal(found.backups_none, 'warning')
    assert.equal(db.version(), version)
    await db.close()
    const { code, out, err } = await runHere(env, 'doctor')
    assert.equal(code, 1)
    assert.match(err, /^almanac: \d problems found$/)
    assert.match(out, /^✗ .*\n {4}.*\n {4}→ /m, 'problem, consequence and fix')
    assert.doesNotMatch(out, /pa55|scrypt/, 'no secret')
  })

  test('reports an unavailable database and still checks the rest', async () => {
    const file = join(folder, 'letter')
    mkdirSync(file, { recursive: true })
    const DATABASE_URL = engine.name === 'sqlite' ? `sqlite:${file}` : 'postgres://nobody:secret@127.0.0.1:1/none'
    const { code, out } = await runHere({ DATABASE_URL, DATA_DIR: folder, ALLOW_PRIVATE_FETCH: '1' }, 'doctor')
    assert.equal(code, 1)
    assert.match(out, /✗ The database is unavailable \(/)
    assert.match(out, /! ALLOW_PRIVATE_FETCH is 1\./)
    assert.doesNotMatch(out, /secret/)
  })

  test('examines an empty database', async () => {
    const DATABASE_URL = await engine.url()
    const found = await readFindings({ DATABASE_URL, DATA_DIR: join(folder, 'none') })
    assert.equal(found.database_unreachable, undefined)
  })
})

forEachEngine('doctor without problems', (engine) => {
  const { folder, remove } = scratchFolder()
  after(remove)

  test('succeeds, apart from durability settings of the PostgreSQL server of the tests', async () => {
    const DATABASE_URL = await engine.url()
    const db = await openDatabase(DATABASE_URL)
    await createAdministratorIfMissing(db, undefined, COMMAND_NOW)
    await db.close()
    const BACKUP_DIR = join(folder, 'backups')
    mkdirSync(BACKUP_DIR)
    const env = { DATABASE_URL, DATA_DIR: folder, BACKUP_DIR }
    assert.equal((await readFindings(env)).backup_old, 'wrong')
    await runHere(env, 'backup', join(BACKUP_DIR, backupFileName(COMMAND_NOW - 3600)))
    const found = await readFindings(env)
    assert.equal(found.backup_old, undefined)
    assert.equal(found.database_readable, undefined, 'new files are readable by their owner only')
    const wrong = Object.keys(found).filter((code) => found[code] === 'wrong')
    // The PostgreSQL server of the tests runs without fsync, to be fast.
    const durabilityCodes = ['postgres_fsync', 'postgres_full_page_writes', 'postgres_synchronous_commit']
    assert.deepEqual(wrong, engine.name === 'sqlite' ? [] : durabilityCodes.filter((code) => wrong.includes(code)))
    if (engine.name === 'sqlite') assert.equal((await runHere(env, 'doctor')).code, 0)
  })

  const removals = {
    both: [
      ['event_tag', 'DROP TABLE event_tag'],
      ['organizer.website', 'ALTER TABLE organizer DROP COLUMN website'],
    ],
    // Other programs can remove parts of the search index.
    sqlite: [['event_text_search_data', 'DROP TABLE event_text_search_data']],
    postgres: [
      ['add_days', 'DROP FUNCTION add_days'],
      ['record_id', 'DROP SEQUENCE record_id'],
      ['tag_pkey', 'ALTER TABLE tag DROP CONSTRAINT tag_pkey CASCADE'],
      ['event_venue_venue_id_fkey', 'ALTER TABLE event_venue DROP CONSTRAINT event_venue_venue_id_fkey'],
      ['event_venue_counted', 'DROP TRIGGER event_venue_counted ON event_venue'],
      ['event_counted', 'ALTER TABLE event DISABLE TRIGGER event_counted'],
    ],
  } as const
  for (const [missing, removal] of [...removals.both, ...removals[engine.name]]) {
    test(`without ${missing}, doctor, health checks and backups fail`, async () => {
      const DATABASE_URL = await engine.url()
      const db = await openDatabase(DATABASE_URL)
      const server = await startServer(db)
      const get = async (path: string) => (await server.ask('GET', `host:${path}`)).status
      assert.deepEqual([await get('/health/ready'), await get('/health')], [200, 200])
      if (engine.name === 'sqlite') {
        const other = new DatabaseSync(DATABASE_URL.slice('sqlite:'.length), { defensive: false })
        other.exec(removal)
        other.close()
      } else await db.transaction((tx) => tx.script(removal))
      assert.deepEqual([await get('/health/ready'), await get('/health'), await get('/health/live')], [503, 503, 200])
      await server.close()
      await db.close()
      const env = { DATABASE_URL, DATA_DIR: folder }
      assert.equal((await readFindings(env)).schema_incomplete, 'wrong')
      const file = join(folder, `without ${missing}`)
      const { code, err } = await runHere(env, 'backup', file)
      assert.equal(code, 1)
      assert.ok(err.startsWith(`almanac: the database lacks ${missing}`) && err.endsWith('restore a backup'), err)
      assert.equal(existsSync(file), false)
    })
  }

  test('reports a database that does not match the backups', async () => {
    const DATABASE_URL = await engine.url()
    const db = await openDatabase(DATABASE_URL)
    const BACKUP_DIR = join(folder, 'mismatch')
    mkdirSync(BACKUP_DIR)
    const env = { DATABASE_URL, DATA_DIR: folder, BACKUP_DIR }
    await runHere(env, 'backup', join(BACKUP_DIR, backupFileName(COMMAND_NOW - 3600)))
    assert.equal((await readFindings(env)).backup_mismatch, undefined)
    await db.transaction((tx) => tx.run(sql`UPDATE site SET id = ${'b'.repeat(32)}`))
    await db.close()
    assert.equal((await readFindings(env)).backup_mismatch, 'wrong')
    const { code, err } = await runHere(env, 'backup', join(folder, 'elsewhere'))
    assert.equal(code, 1)
    assert.match(err, /^almanac: the backup is complete, but the database has 0 records; .* of another calendar; /)
  })
})

forEachEngine('an empty database beside a calendar in DATA_DIR', (engine) => {
  const { folder, remove } = scratchFolder()
  after(remove)

  test('is a finding, and a warning at the start', async () => {
    await runHere({ DATA_DIR: folder }, 'demo', '--events', '3')
    assert.equal((await readFindings({ DATA_DIR: folder })).calendar_unused, undefined)
    for (const WORKERS of ['1', '2']) {
      const env = { DATA_DIR: folder, DATABASE_URL: await engine.url(), WORKERS, LOG_LEVEL: 'warn' }
      assert.equal((await readFindings(env)).calendar_unused, 'warning')
      const { child, ended } = await serve(env)
      const log = logOf(child)
      await eventually(() => log.messagesOf(child.pid).length > 0, 'a warning is logged')
      assert.match(log.messagesOf(child.pid).join(), /almanac\.db contains a calendar \(\d+ records\)/)
      child.kill('SIGTERM')
      assert.equal(await ended, 0)
      await runHere(env, 'demo', '--events', '3')
      assert.equal((await readFindings(env)).calendar_unused, undefined)
    }
  })
})

test('an identity provider that does not answer is a finding', async () => {
  const env = { OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'calendar', OIDC_CLIENT_SECRET: 's' }
  assert.equal((await readFindings({ DATA_DIR: '/nonexistent', ...env })).identity_provider_unusable, 'wrong')
})

test('invalid settings are findings too', async () => {
  const { code, out } = await runHere({ PORT: 'x', WORKERS: '0' }, 'doctor', '--json')
  assert.equal(code, 1)
  assert.deepEqual(
    JSON.parse(out).findings.map(({ what }: { what: string }) => what),
    ['PORT: must be a port from 0 to 65535, not "x"', 'WORKERS: must be a number from 1 to 256, or auto, not "0"'],
  )
})
