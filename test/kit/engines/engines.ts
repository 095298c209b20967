import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import type { Database, Engine } from '../../../src/db/database.ts'
import { openDatabase, sqliteFileOfUrl } from '../../../src/db/open-database.ts'
import { findPostgres, startCluster } from './cluster.ts'

/** Creates databases of one engine for tests. */
export interface TestEngine {
  name: Engine
  /** Creates a database and returns its DATABASE_URL. The database is either empty or already migrated. */
  url(): Promise<string>
  /** Creates, migrates and opens a database. */
  open(): Promise<Database>
}

export const POSTGRES_SKIPPED = 'PostgreSQL is not installed (no initdb) and TEST_DATABASE_URL is not set'

const ENGINES = ['sqlite', 'postgres'] as const

/**
 * `TEST_ENGINE=sqlite` or `postgres` runs only that half of the tests; the other half is reported as skipped.
 * @throws where both halves are required (`REQUIRE_POSTGRES=1`), so that a complete run cannot lose one unnoticed
 */
export function selectedEngine(): Engine | undefined {
  const { TEST_ENGINE: name, REQUIRE_POSTGRES } = process.env
  if (!name) return undefined
  if (REQUIRE_POSTGRES === '1') throw new Error('TEST_ENGINE skips tests, which REQUIRE_POSTGRES=1 forbids')
  const engine = ENGINES.find((one) => one === name)
  if (!engine) throw new Error(`TEST_ENGINE is ${name}, which is neither sqlite nor postgres`)
  return engine
}

/**
 * Defines the same tests for both engines. Databases opened through `engine` are closed and deleted after the tests.
 * @param define called once for each engine, inside its `describe`
 */
export function forEachEngine(name: string, define: (engine: TestEngine) => void): void {
  for (const engine of ENGINES) describeOn(engine, name, define)
}

/**
 * Defines tests for SQLite only: of code without SQL, such as feed formats, pages and headers. Other tests must run the statements
 * of the collections that it calls on PostgreSQL.
 */
export const onSqlite = (name: string, define: (engine: TestEngine) => void): void => describeOn('sqlite', name, define)

function describeOn(engine: Engine, name: string, define: (engine: TestEngine) => void): void {
  const reason = skipReason(engine)
  describe(`${name} (${engine})`, { skip: reason ?? false }, () => {
    const kit = testEngine(engine)
    define(kit)
    after(() => kit.close())
  })
}

/** Why the tests of an engine are skipped; undefined if they run. */
export function skipReason(engine: Engine): string | undefined {
  const selected = selectedEngine()
  if (selected && selected !== engine) return `TEST_ENGINE is ${selected}`
  if (engine === 'sqlite' || hasPostgres()) return undefined
  if (process.env.REQUIRE_POSTGRES === '1') throw new Error(POSTGRES_SKIPPED)
  return POSTGRES_SKIPPED
}

export const hasPostgres = (): boolean => Boolean(process.env.TEST_DATABASE_URL || findPostgres())

/** The engine that `forEachEngine` passes, for callers that close it themselves. `close` deletes its databases. */
export function testEngine(name: Engine): TestEngine & { close(): Promise<void> } {
  const { url, remove } = name === 'sqlite' ? sqliteFiles() : postgresDatabases()
  const opened: Database[] = []
  return {
    name,
    url,
    async open() {
      const created = await url()
      const file = sqliteFileOfUrl(created)
      if (file) copyFileSync(await migratedFile(), file)
      const db = await openDatabase(created)
      opened.push(db)
      return db
    },
    async close() {
      for (const db of opened.splice(0)) await db.close()
      await remove()
    },
  }
}

interface Databases {
  url(): Promise<string>
  remove(): Promise<void>
}

function sqliteFiles(): Databases {
  const folders: string[] = []
  return {
    async url() {
      const folder = mkdtempSync(join(tmpdir(), 'almanac-test-'))
      folders.push(folder)
      return `sqlite:${join(folder, 'almanac.db')}`
    },
    async remove() {
      for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
    },
  }
}

let migrated: Promise<string> | undefined

/** The path of a migrated SQLite database to copy, which takes less time than to migrate each new one. */
function migratedFile(): Promise<string> {
  migrated ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), 'almanac-test-'))
    process.once('exit', () => rmSync(folder, { recursive: true }))
    const file = join(folder, 'almanac.db')
    await (await openDatabase(`sqlite:${file}`)).close()
    return file
  })()
  return migrated
}

function postgresDatabases(): Databases {
  const names: string[] = []
  return {
    async url() {
      const maintenance = await maintenanceUrl()
      const name = `almanac_test_${process.pid}_${randomBytes(6).toString('hex')}`
      await administer(maintenance, (sql) => createDatabase(sql, name, process.env.TEST_DATABASE_TEMPLATE))
      names.push(name)
      return urlOf(maintenance, name)
    },
    async remove() {
      if (names.length === 0) return
      await administer(await maintenanceUrl(), async (sql) => {
        for (const name of names.splice(0)) await sql.unsafe(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
      })
    },
  }
}

let own: Promise<string> | undefined

/** `TEST_DATABASE_URL`, which test/kit/setup.ts sets for a whole run. A file that runs alone starts its own server. */
function maintenanceUrl(): Promise<string> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return Promise.resolve(given)
  own ??= startCluster().then(({ url }) => url)
  return own
}

export const urlOf = (maintenance: string, database: string) =>
  Object.assign(new URL(maintenance), { pathname: `/${database}` }).href

export async function administer<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

const CREATE_ATTEMPTS_MAX = 20

/** @param template name of a migrated database to copy; undefined creates an empty one */
async function createDatabase(sql: postgres.Sql, name: string, template = 'template0'): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await sql.unsafe(`CREATE DATABASE "${name}" TEMPLATE "${template}" ENCODING 'UTF8'`)
      return
    } catch (error) {
      // 55006 object_in_use: another connection to the template is still open.
      if ((error as { code?: string }).code !== '55006' || attempt === CREATE_ATTEMPTS_MAX) throw error
      await sleep(50 * attempt)
    }
  }
}
