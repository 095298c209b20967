import { randomBytes } from 'node:crypto'
import { createCountCache, createRecordCache, NO_RECORD_CACHE } from '../cache/record-cache.ts'
import { type Database, type Reader, sql } from '../database.ts'
import { translatePostgres, UnusableDatabaseError } from '../errors.ts'
import { type ChangeListener, startChangeListener } from './change-listener.ts'
import { COMMAND_LIMITS, CONNECTIONS_MAX, POSTGRES_MAJOR_MIN } from './limits.ts'
import { createConnectionPool } from './pool.ts'
import { batchQueries, createQueryable, createReader } from './reader.ts'
import { createServerConnector } from './server-connector.ts'
import { runPostgresTransaction } from './transaction.ts'

/**
 * A pool on a PostgreSQL server.
 * @param url `postgres://user:password@host:port/database`; of several hosts (`host:port,host:port`) the one that takes writes
 * @param limits how long anything may take
 */
export async function openPostgres(url: string, limits = COMMAND_LIMITS): Promise<Database> {
  const name = `almanac ${randomBytes(6).toString('hex')}`
  const home = createServerConnector(url, name, limits)
  const pool = createConnectionPool(() => home.connect(), CONNECTIONS_MAX.quick, limits)
  // What they read depends on the values, on how often a word stands in the texts most of all.
  const slowPool = createConnectionPool(() => home.connect({ planCache: 'for values' }), CONNECTIONS_MAX.slow, limits)
  const reader = { ...createReader(batchQueries(pool)), slow: createQueryable(batchQueries(slowPool)) }
  const closePools = async () => {
    await Promise.all([pool.close(), slowPool.close()])
    home.close()
  }
  let changes: ChangeListener
  try {
    refuseUnsupportedServer(await serverOf(reader))
    changes = await translatePostgres(() => startChangeListener(home, name))
  } catch (error) {
    await closePools()
    throw error
  }
  const { version, versionExceptEvents } = changes
  const known = createRecordCache(versionExceptEvents)
  return {
    ...reader,
    recordCache: known,
    countCache: createCountCache(version),
    async transaction(work, read) {
      let written: 'events' | 'besides events' = 'events'
      const onBesides = () => {
        written = 'besides events'
      }
      // What this very transaction has written of them nobody else knows.
      const knownInside = () => (written === 'events' ? known() : NO_RECORD_CACHE)
      try {
        return await runPostgresTransaction(
          pool,
          limits.transactionTimeoutMs,
          { onBesides, known: knownInside },
          work,
          read,
        )
      } catch (error) {
        // It may yet be committed, if only the answer was lost.
        changes.countOwnNotifications()
        throw error
      } finally {
        changes.recordCommit(written)
      }
    },
    version,
    versionExceptEvents: versionExceptEvents,
    // What listens is never busy: where all others are, the server is there nevertheless.
    ping: async () => void (await (changes.listenerQueryable() ?? reader).get(sql`SELECT 1 AS one`)),
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
export function refuseUnsupportedServer({ version, encoding }: Server): void {
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
