import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable } from '../database.ts'
import type { PostgresConnection } from './connection.ts'
import { HEALTH_CHECK } from './limits.ts'
import { createQueryable } from './reader.ts'
import type { ServerConnector } from './server-connector.ts'

/** The tables that a transaction wrote to: event tables only, or other tables too (see cache/written-tables.ts). */
export type WrittenTables = 'event tables' | 'other tables'

/** Counts the commits to the database by all processes. The number of commits is the database version. */
export interface ChangeListener {
  version(): string
  versionExceptEvents(): string
  /** Counts a commit of this process at once, without waiting for PostgreSQL's notification about the commit. */
  recordCommit(written: WrittenTables): void
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
 */
export async function startChangeListener(connector: ServerConnector, name: string): Promise<ChangeListener> {
  let commits = 0
  let commitsToOtherTables = 0
  let connection: PostgresConnection | undefined
  let isClosed = false
  let countsOwn = false
  const recordCommit = (written: WrittenTables) => {
    commits += 1
    if (written === 'other tables') commitsToOtherTables += 1
  }
  const listen = async () => {
    const listening = await connector.connectListener((payload) => {
      const sender = payload.replace(OTHER_TABLES_SUFFIX, '')
      // Notifications about commits of this process are ignored,
      // because `recordCommit` has already counted these commits.
      if (countsOwn || sender !== name) recordCommit(sender === payload ? 'event tables' : 'other tables')
    })
    await listening.script('LISTEN almanac_changed')
    if (isClosed) listening.close()
    connection = listening
    // Changes the database version, because commits may have happened before LISTEN took effect.
    recordCommit('other tables')
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
  // While the connection is lost, commits of other processes are not noticed, so each call must return a new version.
  const countIfNotListening = () => {
    if (!connection || connection.isBroken()) recordCommit('other tables')
  }
  return {
    version() {
      countIfNotListening()
      return String(commits)
    },
    versionExceptEvents() {
      countIfNotListening()
      return String(commitsToOtherTables)
    },
    recordCommit,
    countOwnNotifications() {
      countsOwn = true
    },
    listenerQueryable: () => (connection && !connection.isBroken() ? createQueryable(connection.query) : undefined),
    close() {
      isClosed = true
      connection?.close()
    },
  }
}
