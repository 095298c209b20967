import { randomBytes } from 'node:crypto'
import { createCountCache, createRecordCache, NO_RECORD_CACHE } from '../cache/record-cache.ts'
import { type Database, type Reader, sql } from '../database.ts'
import { translatePostgres, UnusableDatabaseError } from '../errors.ts'
import { type Changes, watchChanges } from './changes.ts'
import { CONNECTIONS_MAX, FOR_COMMANDS, POSTGRES_MAJOR_MIN } from './limits.ts'
import { openPool } from './pool.ts'
import { readerOf, readsOf, together } from './reader.ts'
import { connectTo } from './server.ts'
import { transact } from './transaction.ts'

/**
 * A pool on a PostgreSQL server.
 * @param url `postgres://user:password@host:port/database`; of several hosts (`host:port,host:port`) the one that takes writes
 * @param limits how long anything may take
 */
export async function openPostgres(url: string, limits = FOR_COMMANDS): Promise<Database> {
  const name = `almanac ${randomBytes(6).toString('hex')}`
  const home = connectTo(url, name, limits)
  const pool = openPool(() => home.line(), CONNECTIONS_MAX.quick, limits)
  // What they read depends on the values, on how often a word stands in the texts most of all.
  const slowPool = openPool(() => home.line({ plans: 'for values' }), CONNECTIONS_MAX.slow, limits)
  const reader = { ...readerOf(together(pool)), slow: readsOf(together(slowPool)) }
  const closePools = async () => {
    await Promise.all([pool.close(), slowPool.close()])
    home.close()
  }
  let changes: Changes
  try {
    refuseUnusable(await serverOf(reader))
    changes = await translatePostgres(() => watchChanges(home, name))
  } catch (error) {
    await closePools()
    throw error
  }
  const { version, versionBesidesEvents } = changes
  const known = createRecordCache(versionBesidesEvents)
  return {
    ...reader,
    records: known,
    recordCounts: createCountCache(version),
    async transaction(work, read) {
      let written: 'events' | 'besides events' = 'events'
      const onBesides = () => {
        written = 'besides events'
      }
      // What this very transaction has written of them nobody else knows.
      const knownInside = () => (written === 'events' ? known() : NO_RECORD_CACHE)
      try {
        return await transact(pool, limits.workMs, { onBesides, known: knownInside }, work, read)
      } catch (error) {
        // It may yet be committed, if only the answer was lost.
        changes.doubt()
        throw error
      } finally {
        changes.note(written)
      }
    },
    version,
    versionExceptEvents: versionBesidesEvents,
    // What listens is never busy: where all others are, the server is there nevertheless.
    ping: async () => void (await (changes.reads() ?? reader).get(sql`SELECT 1 AS one`)),
    async close() {
      changes.close()
      await closePools()
    },
  }
}

interface Server {
  /** `150018` is 15.18. */
  version: number
  encoding: string
}

async function serverOf(reader: Reader): Promise<Server> {
  const server = await reader.get<Server>(
    sql`SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding`,
  )
  return server as Server
}

/** @throws {UnusableDatabaseError} when the server is too old, or the database cannot hold every text */
export function refuseUnusable({ version, encoding }: Server): void {
  const major = Math.floor(version / 10_000)
  if (major < POSTGRES_MAJOR_MIN) {
    throw new UnusableDatabaseError(`PostgreSQL ${POSTGRES_MAJOR_MIN} or newer is needed, this server is ${major}`)
  }
  if (encoding !== 'UTF8') {
    throw new UnusableDatabaseError(
      `the database is encoded in ${encoding}; Almanac needs one made with \`CREATE DATABASE … ENCODING 'UTF8'\``,
    )
  }
}
