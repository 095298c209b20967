import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  closeSync,
  copyFileSync,
  createReadStream,
  existsSync,
  fsyncSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../src/db/database.ts'
import { type Cluster, findPostgres, startCluster } from '../test/kit/engines/cluster.ts'
import { administer, urlOf } from '../test/kit/engines/engines.ts'
import type { CalendarSize } from './calendar/fill.ts'

/** Databases with generated calendars, created once and shared by all benchmarks of a run. */
export interface SharedCalendars {
  /** Available engines; PostgreSQL if it is installed or BENCH_DATABASE_URL is set. */
  engines: readonly Engine[]
  /** DATABASE_URL of a filled calendar, only for reading. */
  filled(engine: Engine, size: CalendarSize): Promise<string>
  /** DATABASE_URL of a new, empty database. */
  empty(engine: Engine): Promise<string>
  /** DATABASE_URL of a copy of a filled calendar, for writing. */
  copied(engine: Engine, size: CalendarSize): Promise<string>
  /** The PostgreSQL server if this run has started it; undefined with BENCH_DATABASE_URL. */
  cluster(): Promise<Cluster | undefined>
  close(): Promise<void>
}

/** Labels of the two calendar sizes. */
export const SMALL = '100,000 events'
export const LARGE = '1,000,000 events'

/** The two calendar sizes, smaller in smoke runs. */
export function sizesFor({ isSmoke }: { isSmoke: boolean }): { small: CalendarSize; large: CalendarSize } {
  const languages = ['en', 'de', 'fr'] as const
  return {
    small: { events: isSmoke ? 300 : 100_000, languages },
    large: { events: isSmoke ? 600 : 1_000_000, languages },
  }
}

/** Waits until a file is on the disk: commits to it would have to wait for gigabytes of the system's cache otherwise. */
function flushToDisk(file: string): void {
  const descriptor = openSync(file, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

const FILLER = join(import.meta.dirname, 'calendar/fill.ts')
const CACHE_FOLDER = join(import.meta.dirname, '.cache')

/**
 * Opens the calendars of a run. SQLite files are cached in `bench/.cache`, and databases on the server of BENCH_DATABASE_URL,
 * until the migrations or the files in `bench/calendar` change. A PostgreSQL server started for this run is deleted.
 */
export function openSharedCalendars(logStep: (step: string) => void): SharedCalendars {
  const given = process.env.BENCH_DATABASE_URL
  let cluster: Promise<Cluster> | undefined
  const own = () => (cluster ??= startCluster({ isDurable: true }))
  const maintenance = async () => given ?? (await own()).url
  const scratch = mkdtempSync(join(tmpdir(), 'almanac-bench-'))
  const copies: string[] = []
  const ready = new Map<string, Promise<string>>()
  const creators = {
    sqlite: (size: CalendarSize) => filledFile(size, logStep),
    postgres: async (size: CalendarSize) => filledDatabase(await maintenance(), size, logStep),
  }
  const filled = (engine: Engine, size: CalendarSize) => {
    const key = `${engine} ${cacheNameOf(engine, size)}`
    const database = ready.get(key) ?? creators[engine](size)
    ready.set(key, database)
    return database
  }
  const newName = () => {
    const name = `almanac_bench_copy_${process.pid}_${copies.length}`
    copies.push(name)
    return name
  }
  return {
    engines: given || findPostgres() ? ['sqlite', 'postgres'] : ['sqlite'],
    filled,
    async empty(engine) {
      const name = newName()
      if (engine === 'sqlite') return `sqlite:${join(scratch, name)}`
      const server = await maintenance()
      await administer(server, (sql) => sql.unsafe(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`))
      return urlOf(server, name)
    },
    async copied(engine, size) {
      const url = await filled(engine, size)
      const name = newName()
      if (engine === 'postgres') return copiedDatabase(await maintenance(), url, name)
      const copy = join(scratch, name)
      copyFileSync(url.slice('sqlite:'.length), copy)
      flushToDisk(copy)
      return `sqlite:${copy}`
    },
    cluster: async () => (given ? undefined : own()),
    async close() {
      rmSync(scratch, { recursive: true, force: true })
      if (given && copies.length > 0) {
        await administer(given, async (sql) => {
          for (const name of copies) await sql.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
        })
      }
      await (await cluster)?.close()
    },
  }
}

const cachePrefixOf = ({ events, repeated }: CalendarSize) =>
  ['almanac_bench', events, ...(repeated ? ['of', repeated] : [])].join('_')

/** Name of a cached calendar, with a hash of its size, the migrations and the generating code. */
function cacheNameOf(engine: Engine, size: CalendarSize): string {
  const files = [
    ...globSync(`../migrations/${engine}/*.sql`, { cwd: import.meta.dirname }),
    ...globSync('calendar/*.ts', { cwd: import.meta.dirname }),
  ]
  const texts = files.sort().map((file) => readFileSync(join(import.meta.dirname, file)))
  const hash = createHash('sha256')
  for (const text of [JSON.stringify(size), ...texts]) hash.update(text)
  return `${cachePrefixOf(size)}_${hash.digest('hex').slice(0, 12)}`
}

async function filledFile(size: CalendarSize, logStep: (step: string) => void): Promise<string> {
  const file = join(CACHE_FOLDER, `${cacheNameOf('sqlite', size)}.db`)
  if (!existsSync(file)) {
    mkdirSync(CACHE_FOLDER, { recursive: true })
    // Delete outdated calendars of this size: they are large.
    for (const old of globSync(`${cachePrefixOf(size)}_????????????.db*`, { cwd: CACHE_FOLDER }))
      rmSync(join(CACHE_FOLDER, old))
    const temporary = `${file}.${process.pid}`
    await runFill(`sqlite:${temporary}`, size, logStep)
    for (const end of ['-wal', '-shm']) rmSync(temporary + end, { force: true })
    renameSync(temporary, file)
  }
  return `sqlite:${file}`
}

/** Reads a whole database once, so that it is in the page cache and the speed of the disk is not measured. */
export async function readIntoMemory(url: string): Promise<void> {
  if (url.startsWith('sqlite:')) {
    for await (const _ of createReadStream(url.slice('sqlite:'.length), { highWaterMark: 2 ** 20 }));
    return
  }
  await administer(url, async (sql) => {
    await sql`CREATE EXTENSION IF NOT EXISTS pg_prewarm`
    await sql`SELECT pg_prewarm(oid::regclass, 'read') FROM pg_class
      WHERE relkind IN ('r', 'i', 't') AND relpersistence = 'p' AND pg_relation_size(oid) > 0`
  })
}

async function filledDatabase(
  maintenance: string,
  size: CalendarSize,
  logStep: (step: string) => void,
): Promise<string> {
  const name = cacheNameOf('postgres', size)
  return administer(maintenance, async (sql) => {
    const [found] = await sql`SELECT 1 FROM pg_database WHERE datname = ${name}`
    if (!found) {
      const temporary = `${name}_${process.pid}`
      await sql.unsafe(`CREATE DATABASE ${temporary} TEMPLATE template0 ENCODING 'UTF8'`)
      await runFill(urlOf(maintenance, temporary), size, logStep)
      await sql.unsafe(`ALTER DATABASE ${temporary} RENAME TO ${name}`)
    }
    return urlOf(maintenance, name)
  })
}

async function copiedDatabase(maintenance: string, url: string, name: string): Promise<string> {
  const template = new URL(url).pathname.slice(1)
  await administer(maintenance, (sql) => sql.unsafe(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`))
  return urlOf(maintenance, name)
}

/** Fills a database in a child process, so that both engines can be filled in parallel. */
async function runFill(url: string, { events, languages, repeated }: CalendarSize, logStep: (step: string) => void) {
  logStep(`filling ${url.split(':')[0]} with ${events.toLocaleString('en')} ${repeated ? 'dates' : 'events'}`)
  const argv = [FILLER, url, String(events), languages.join(), ...(repeated ? [String(repeated)] : [])]
  const child = spawn(process.execPath, argv, { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`filling ${url} failed`)
}
