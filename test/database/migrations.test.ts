import { deepEqual, match, ok, rejects } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { collectionNameOfKind, isPostKind, KINDS, POST_KINDS } from '../../src/core/kinds.ts'
import { type Database, raw, sql } from '../../src/db/database.ts'
import { applyPendingMigrations, listExpectedSchemaObjects, NewerDatabaseError } from '../../src/db/migrations.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { openPostgresDatabase } from '../../src/db/postgres/postgres-database.ts'
import { readPresentNames } from '../../src/db/schema-objects.ts'
import { openSqliteDatabase } from '../../src/db/sqlite/sqlite-database.ts'
import { administer, forEachEngine, skipReason, type TestEngine } from '../kit/engines/engines.ts'

const ROOT = join(import.meta.dirname, '../..')
const filesOf = (engine: string) => globSync('*', { cwd: join(ROOT, 'migrations', engine) }).sort()
const NAMES = filesOf('sqlite').map((file) => file.replace(/\.sql$/, ''))

/** Opens a database without applying migrations. */
async function emptyUrl(engine: TestEngine): Promise<string> {
  const url = await engine.url()
  if (engine.name === 'postgres') {
    await administer(url, (sql) => sql.unsafe('DROP SCHEMA public CASCADE; CREATE SCHEMA public'))
  }
  return url
}

const openUnmigrated = (url: string): Promise<Database> =>
  url.startsWith('sqlite:') ? openSqliteDatabase(url.slice('sqlite:'.length)) : openPostgresDatabase(url)

async function appliedIn(db: Database): Promise<string[]> {
  return (await db.all<{ name: string }>(sql`SELECT name FROM migration ORDER BY name`)).map(({ name }) => name)
}

/** Starts processes that open the database at the same time. */
async function startTogether(url: string, count: number): Promise<void> {
  const script = `
    import { once } from 'node:events'
    import { openDatabase } from ${JSON.stringify(join(ROOT, 'src/db/open-database.ts'))}
    process.stdout.write('ready')
    await once(process.stdin, 'data')
    await (await openDatabase(${JSON.stringify(url)})).close()
    process.exitCode = 42
    process.stdin.destroy()`
  const starters = Array.from({ length: count }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  const ends = starters.map((starter) => once(starter, 'exit'))
  await Promise.all(starters.map((starter) => once(starter.stdout, 'data')))
  for (const starter of starters) starter.stdin.write('go')
  deepEqual(
    (await Promise.all(ends)).map(([code]) => code),
    starters.map(() => 42),
  )
}

/** The SQL that defines each index or trigger, by name; '' for an index that a constraint defines. */
async function readDefinitions(db: Database, type: 'index' | 'trigger'): Promise<Map<string, string>> {
  const catalog = {
    sqlite: sql`SELECT name, sql AS definition FROM sqlite_schema WHERE type = ${type}`,
    postgres:
      type === 'index'
        ? sql`SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE schemaname = 'public'`
        : sql`SELECT tgname AS name, pg_get_triggerdef(oid) AS definition FROM pg_trigger WHERE NOT tgisinternal`,
  }
  const rows = await db.all<{ name: string; definition: string | null }>(catalog[db.dialect.engine])
  return new Map(rows.map(({ name, definition }) => [name, definition ?? '']))
}

/** All columns as `table.column`, with whether they are NOT NULL. */
async function columnsOf(db: Database): Promise<string[]> {
  const statement =
    db.dialect.engine === 'sqlite'
      ? sql`SELECT m.name || '.' || c.name AS name, c."notnull" = 1 OR c.pk > 0 AS filled
          FROM sqlite_master m, pragma_table_xinfo(m.name) c
          WHERE m.type IN ('table', 'view') AND m.name NOT LIKE 'event_text_search%' AND m.name <> 'event_text_terms'`
      : sql`SELECT table_name || '.' || column_name AS name, is_nullable = 'NO' AS filled
          FROM information_schema.columns WHERE table_schema = 'public'`
  const rows = await db.all<{ name: string; filled: number | boolean }>(statement)
  return rows.map(({ name, filled }) => `${name}${filled ? ' NOT NULL' : ''}`).sort()
}

test('each migration has a file for each engine, and the numbers have no gaps', () => {
  deepEqual(filesOf('postgres'), filesOf('sqlite'))
  for (const file of filesOf('sqlite')) match(file, /^\d{4}-[a-z0-9-]+\.sql$/)
  deepEqual(
    NAMES.map((name) => Number(name.slice(0, 4))),
    NAMES.map((_, index) => index + 1),
  )
})

const columns: Partial<Record<string, string[]>> = {}

forEachEngine('migrations', (engine) => {
  const opened: Database[] = []
  const open = async (url: string) => {
    const db = await openUnmigrated(url)
    opened.push(db)
    return db
  }
  after(async () => {
    for (const db of opened) await db.close()
  })

  test('are applied once, in order', async () => {
    const db = await open(await emptyUrl(engine))
    deepEqual(await applyPendingMigrations(db), NAMES)
    deepEqual(await applyPendingMigrations(db), [])
    deepEqual(await appliedIn(db), NAMES)
    columns[engine.name] = await columnsOf(db)
  })

  test('create nothing that health checks would not miss', async () => {
    const url = await emptyUrl(engine)
    const db = await open(url)
    await applyPendingMigrations(db)
    const names = await readPresentNames(db.dialect.engine, (text) => db.all(raw(text)))
    const expected = new Set(listExpectedSchemaObjects(engine.name).map(({ name }) => name))
    // Sequences of identity columns end with their tables; SQLite protects what is its own.
    const notDropped = /^migration(_pkey)?\b|^sqlite_|_id_seq$|^event_text_search_(data|idx|docsize|config)\./
    const views = ['event_count', 'event_count_in_total'].map((view) => `${view}.`)
    const unnoticed = [...names].filter(
      (name) => !expected.has(name) && !notDropped.test(name) && !views.some((view) => name.startsWith(view)),
    )
    deepEqual(unnoticed, [])
  })

  test('several processes can start at once on an empty database', async () => {
    for (let round = 0; round < 3; round += 1) {
      const url = await emptyUrl(engine)
      await startTogether(url, 3)
      deepEqual(await appliedIn(await open(url)), NAMES)
    }
  })

  test('are rolled back as a whole when one fails', async () => {
    const db = await open(await emptyUrl(engine))
    const good = { name: '0001-good', script: 'CREATE TABLE good (id integer)' }
    const bad = { name: '0002-bad', script: 'CREATE TABLE half (id integer); CREATE TABLE half (id integer)' }
    await rejects(applyPendingMigrations(db, [good, bad]), /half/)
    deepEqual(await appliedIn(db), ['0001-good'])
    ok(!(await columnsOf(db)).some((column) => column.startsWith('half.')))
    const mended = { name: '0002-bad', script: 'CREATE TABLE half (id integer)' }
    deepEqual(await applyPendingMigrations(db, [good, mended]), ['0002-bad'])
  })

  test('of a newer version: the database is refused and not changed', async () => {
    const url = await engine.url()
    const db = await open(url)
    await applyPendingMigrations(db)
    await db.transaction((tx) => tx.run(sql`INSERT INTO migration (name) VALUES ('9999-from-tomorrow')`))
    await rejects(openDatabase(url), (error: Error) => {
      ok(error instanceof NewerDatabaseError)
      match(error.message, /9999-from-tomorrow/)
      return true
    })
  })

  test('create the indexes that every kind of post needs', async () => {
    const db = await open(await engine.url())
    await applyPendingMigrations(db)
    const definitions = await readDefinitions(db, 'index')
    for (const kind of POST_KINDS) {
      // Lists of events use the indexes of their counters instead.
      const ofLists = kind === 'event' ? [] : ['newest', 'text_title']
      for (const suffix of ['author', 'image', 'text_slug', ...ofLists]) {
        ok(definitions.has(`${kind}_${suffix}`), `${kind}_${suffix} is missing`)
      }
      match(definitions.get(`${kind}_text_slug`) ?? '', /CREATE UNIQUE INDEX/)
    }
  })

  test('install the triggers that remove what other tables contain about a deleted record', async () => {
    const db = await open(await engine.url())
    await applyPendingMigrations(db)
    const definitions = await readDefinitions(db, 'trigger')
    for (const kind of KINDS) {
      for (const about of ['redirect', 'external_id', ...(isPostKind(kind) ? ['revision'] : [])]) {
        const definition = definitions.get(`${about}_of_${kind}`) ?? ''
        match(definition, new RegExp(`AFTER DELETE ON (public\\.)?${kind}\\s`), `${about}_of_${kind} is missing`)
        ok(definition.includes(`'${collectionNameOfKind(kind)}'`), `${about}_of_${kind} names another collection`)
      }
    }
  })

  test('install a trigger for notifications on every table that responses depend on', async () => {
    const db = await open(await engine.url())
    await applyPendingMigrations(db)
    // SQLite counts commits itself.
    if (engine.name === 'sqlite') return
    const silent = await db.all<{ name: string }>(sql`SELECT c.relname AS name FROM pg_class c
      WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'migration'
        AND (SELECT coalesce(bit_or(t.tgtype), 0) FROM pg_trigger t JOIN pg_proc f ON f.oid = t.tgfoid
          WHERE t.tgrelid = c.oid AND f.prosrc LIKE '%pg_notify(''almanac_changed''%') & ${INSERT_UPDATE_DELETE} <> ${INSERT_UPDATE_DELETE}`)
    // Tables that triggers derive from others change together with those. Responses with audit entries, imports and
    // revisions, and pages of users who are signed in, are not cached. No response depends on `picture_to_clean`.
    const following = [
      'audit',
      'audit_ended',
      'category_within',
      'draft_link',
      'event_count_change',
      'event_count_folded',
      'event_distinct',
      'event_word',
      'external_id',
      'idempotency',
      'identity',
      'import_problem',
      'import_run',
      'import_source',
      'import_write',
      'mail',
      'passkey',
      'passkey_challenge',
      'picture_to_clean',
      'place_venue',
      'revision',
      'session',
      'sign_in_link',
      'submission',
      'submission_key',
      'submission_note',
      'submission_picture',
      'submission_secret',
      'subscription',
    ]
    deepEqual(silent.map(({ name }) => name).sort(), following)
  })
})

/** Bits of `pg_trigger.tgtype`. */
const INSERT_UPDATE_DELETE = raw(String(4 + 16 + 8))

const skip = skipReason('sqlite') ?? skipReason('postgres')

test('both engines have the same tables and columns', { skip }, () => {
  const { sqlite, postgres } = columns
  // Id sequences, search index and counters differ between the engines.
  const isShared = (column: string) =>
    !/^(id_sequence|event_count\w*|event_text_unindexed|event_word)\.|^event_text\.id /.test(column)
  deepEqual(sqlite?.filter(isShared), postgres?.filter(isShared))
  ok(postgres)
})
