import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  createReadStream,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
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

/** Filled calendars, each made once and shared by all benchmarks of a run. */
export interface SharedCalendars {
  /** Those there are: PostgreSQL only where it is installed or BENCH_DATABASE_URL names one. */
  engines: readonly Engine[]
  /** DATABASE_URL of a filled calendar that nobody may write to. */
  filled(engine: Engine, size: CalendarSize): Promise<string>
  /** A database of nothing, to fill. */
  empty(engine: Engine): Promise<string>
  /** A copy to write to. */
  copied(engine: Engine, size: CalendarSize): Promise<string>
  /** The PostgreSQL server these are on, where its process is ours. */
  cluster(): Promise<Cluster | undefined>
  close(): Promise<void>
}

/** How the two sizes of all benchmarks are called. */
export const SMALL = '100,000 events'
export const LARGE = '1,000,000 events'

export function sizesFor({ isSmoke }: { isSmoke: boolean }): { small: CalendarSize; large: CalendarSize } {
  const languages = ['en', 'de', 'fr'] as const
  return {
    small: { events: isSmoke ? 2000 : 100_000, languages },
    large: { events: isSmoke ? 4000 : 1_000_000, languages },
  }
}

const FILLER = join(import.meta.dirname, 'calendar/fill.ts')
const KEPT = join(import.meta.dirname, '.cache')

/**
 * SQLite files are kept for the next run in `bench/.cache`, and databases on the server of BENCH_DATABASE_URL, until
 * migrations or filler change. A PostgreSQL server that was started for this run goes with it.
 */
export function openSharedCalendars(tell: (step: string) => void): SharedCalendars {
  const given = process.env.BENCH_DATABASE_URL
  let cluster: Promise<Cluster> | undefined
  const own = () => (cluster ??= startCluster({ isDurable: true }))
  const maintenance = async () => given ?? (await own()).url
  const scratch = mkdtempSync(join(tmpdir(), 'almanac-bench-'))
  const copies: string[] = []
  const known = new Map<string, Promise<string>>()
  const makers = {
    sqlite: (size: CalendarSize) => filledFile(size, tell),
    postgres: async (size: CalendarSize) => filledDatabase(await maintenance(), size, tell),
  }
  const filled = (engine: Engine, size: CalendarSize) => {
    const key = `${engine} ${nameOf(engine, size)}`
    const made = known.get(key) ?? makers[engine](size)
    known.set(key, made)
    return made
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
      copyFileSync(url.slice('sqlite:'.length), join(scratch, name))
      return `sqlite:${join(scratch, name)}`
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

/** Changes with anything that a filled calendar depends on. */
function nameOf(engine: Engine, size: CalendarSize): string {
  const files = [
    ...globSync(`../migrations/${engine}/*.sql`, { cwd: import.meta.dirname }),
    ...globSync('calendar/*.ts', { cwd: import.meta.dirname }),
  ]
  const texts = files.sort().map((file) => readFileSync(join(import.meta.dirname, file)))
  const hash = createHash('sha256')
  for (const text of [JSON.stringify(size), ...texts]) hash.update(text)
  return `almanac_bench_${size.events}_${hash.digest('hex').slice(0, 12)}`
}

async function filledFile(size: CalendarSize, tell: (step: string) => void): Promise<string> {
  const file = join(KEPT, `${nameOf('sqlite', size)}.db`)
  if (!existsSync(file)) {
    mkdirSync(KEPT, { recursive: true })
    // What an older filler or schema made is of no use any more, and large.
    for (const old of globSync(`almanac_bench_${size.events}_*`, { cwd: KEPT })) rmSync(join(KEPT, old))
    const begun = `${file}.${process.pid}`
    await runFill(`sqlite:${begun}`, size, tell)
    for (const end of ['-wal', '-shm']) rmSync(begun + end, { force: true })
    renameSync(begun, file)
  }
  return `sqlite:${file}`
}

/**
 * Reads a calendar once, or a disk would be measured: what a filler has just written need not be in memory, and systems
 * that share a machine drop within seconds what nobody asks for.
 */
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

async function filledDatabase(maintenance: string, size: CalendarSize, tell: (step: string) => void): Promise<string> {
  const name = nameOf('postgres', size)
  return administer(maintenance, async (sql) => {
    const [found] = await sql`SELECT 1 FROM pg_database WHERE datname = ${name}`
    if (!found) {
      const begun = `${name}_${process.pid}`
      await sql.unsafe(`CREATE DATABASE ${begun} TEMPLATE template0 ENCODING 'UTF8'`)
      await runFill(urlOf(maintenance, begun), size, tell)
      await sql.unsafe(`ALTER DATABASE ${begun} RENAME TO ${name}`)
    }
    return urlOf(maintenance, name)
  })
}

async function copiedDatabase(maintenance: string, url: string, name: string): Promise<string> {
  const template = new URL(url).pathname.slice(1)
  await administer(maintenance, (sql) => sql.unsafe(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`))
  return urlOf(maintenance, name)
}

/** In a process of its own: both engines are filled at once, one a core. */
async function runFill(url: string, { events, languages, descriptions }: CalendarSize, tell: (step: string) => void) {
  tell(`filling ${url.split(':')[0]} with ${events.toLocaleString('en')} events`)
  const argv = [FILLER, url, String(events), languages.join(), ...(descriptions ? [descriptions.join('-')] : [])]
  const child = spawn(process.execPath, argv, { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`filling ${url} failed`)
}
