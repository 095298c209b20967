import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable } from '../database.ts'
import type { PostgresConnection } from './connection.ts'
import { HEALTH_CHECK } from './limits.ts'
import { createQueryable } from './reader.ts'
import type { ServerConnector } from './server-connector.ts'

/** Which tables a transaction wrote to: event tables only, or others too (see cache/written-tables.ts). */
export type WrittenTables = 'event tables' | 'other tables'

/** Counts the commits to the database by all processes. The count is the database version. */
export interface ChangeListener {
  version(): string
  versionExceptEvents(): string
  /** Counts a commit of this process at once, without waiting for the notification that PostgreSQL sends about it. */
  recordCommit(written: WrittenTables): void
  /**
   * From now on, also counts notifications about commits of this process. Called when the result of a COMMIT is
   * unknown, because that commit may still happen later.
   */
  countOwnNotifications(): void
  /** Runs queries on the connection that listens for notifications; undefined while that connection is lost. */
  listenerQueryable(): Queryable | undefined
  close(): void
}

/** Notifications end with this when a table other than the event tables was written (migrations/postgres/0001). */
const OTHER_TABLES_SUFFIX = ' besides events'

/**
 * Listens for the notifications that database triggers send with each commit; reconnects when the connection is lost.
 * The promise resolves when it is listening.
 * @param name `application_name` of all connections of this process; notifications that contain it are about its own
 * commits
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
      // Ignored, because `recordCommit` has already counted the commits of this process.
      if (countsOwn || sender !== name) recordCommit(sender === payload ? 'event tables' : 'other tables')
    })
    await listening.script('LISTEN almanac_changed')
    if (isClosed) listening.close()
    connection = listening
    // Counts as a change, because commits may have happened before LISTEN took effect.
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
  // While the connection is lost, commits of others go unnoticed, so each call must return a new version.
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
