import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable } from '../database.ts'
import { type CacheLock, createPostgresCacheLock, RELEASE_REQUEST } from './cache-lock.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import type { ServerConnector } from './postgres-connector.ts'
import { createPostgresQueryMethods } from './postgres-reader.ts'
import { HEALTH_CHECK } from './timeouts-and-limits.ts'

/**
 * The tables that a transaction wrote to: event tables only, or other tables too (see
 * cache/tables-written-by-statement.ts).
 */
export type WrittenTables = 'event tables' | 'other tables'

/** Counts the commits to the database by all processes. The number of commits is the database version. */
export interface CommitListener {
  /** Whether data may be cached. If not, each call of `version` and `versionExceptEvents` returns a new version. */
  mayUseCaches(): boolean
  version(): string
  versionExceptEvents(): string
  /** Counts a commit of this process at once, without waiting for PostgreSQL's notification about the commit. */
  recordCommit(written: WrittenTables): void
  /** Resolves when the caches of all server processes are invalidated after a commit of this process (`CacheLock`). */
  waitForOthers(): Promise<void>
  /**
   * From now on, notifications about commits of this process are counted too. Called when the result of a COMMIT is
   * unknown, because that commit may still happen later.
   */
  countOwnNotifications(): void
  /** Runs queries on the connection that listens for notifications; undefined while that connection is lost. */
  listenerQueryable(): Queryable | undefined
  close(): void
}

/**
 * The end of notifications about commits that wrote to a table other than the event tables (migrations/postgres/0001).
 */
const OTHER_TABLES_SUFFIX = ' besides events'

/**
 * Listens for the notifications that database triggers send with each commit; reconnects when the connection is lost.
 * The promise resolves when PostgreSQL has begun to send notifications.
 * @param name `application_name` of all connections of this process; notifications that contain it are about commits of
 * this process
 * @param isServing, requestRelease see `createPostgresCacheLock`
 */
export async function startCommitListener(
  connector: ServerConnector,
  { name, isServing, requestRelease }: { name: string; isServing: boolean; requestRelease: () => Promise<unknown> },
): Promise<CommitListener> {
  let commits = 0
  let commitsToOtherTables = 0
  let connection: PostgresConnection | undefined
  let lock: CacheLock | undefined
  let reconnected = Promise.withResolvers<void>()
  let uncachedReads = 0
  let isClosed = false
  let countsOwn = false
  const recordCommit = (written: WrittenTables) => {
    commits += 1
    if (written === 'other tables') commitsToOtherTables += 1
  }
  const listen = async () => {
    const listening = await connector.connectListener((payload) => {
      if (payload === RELEASE_REQUEST + name) return
      if (payload.startsWith(RELEASE_REQUEST)) return lock?.renew()
      const sender = payload.replace(OTHER_TABLES_SUFFIX, '')
      // Notifications about commits of this process are ignored,
      // because `recordCommit` has already counted these commits.
      if (!countsOwn && sender === name) return
      recordCommit(sender === payload ? 'event tables' : 'other tables')
    })
    await listening.script('LISTEN almanac_changed')
    if (isClosed) listening.close()
    connection = listening
    // Changes the database version, because commits may have happened before LISTEN took effect.
    recordCommit('other tables')
    lock = createPostgresCacheLock(listening, isServing, requestRelease)
    reconnected.resolve()
    reconnected = Promise.withResolvers()
  }
  const keepListening = async () => {
    while (!isClosed) {
      await connection?.broken
      connection = undefined
      if (isClosed) return
      await listen().catch(() => sleep(HEALTH_CHECK.reconnectDelayMs, undefined, { ref: false }))
    }
  }
  await listen()
  void keepListening()
  const mayUseCaches = () => connection !== undefined && lock?.mayUseCaches() === true
  // Without the connection for notifications or the cache lock, this process may not have noticed the last commits of
  // other processes, so each call returns a different version.
  const newVersion = () => {
    uncachedReads += 1
    return `uncached ${uncachedReads}`
  }
  return {
    mayUseCaches,
    version: () => (mayUseCaches() ? String(commits) : newVersion()),
    versionExceptEvents: () => (mayUseCaches() ? String(commitsToOtherTables) : newVersion()),
    async waitForOthers() {
      if (!connection || connection.isBroken()) {
        await Promise.race([reconnected.promise, sleep(HEALTH_CHECK.unavailableWaitMs, undefined, { ref: false })])
      }
      await lock?.waitForOthers()
    },
    recordCommit,
    countOwnNotifications() {
      countsOwn = true
    },
    listenerQueryable: () =>
      connection && !connection.isBroken() ? createPostgresQueryMethods(connection.query) : undefined,
    close() {
      isClosed = true
      connection?.close()
    },
  }
}
