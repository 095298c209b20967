import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable } from '../database.ts'
import type { PostgresConnection } from './connection.ts'
import { HEALTH_CHECK } from './limits.ts'
import { createQueryable } from './reader.ts'
import type { ServerConnector } from './server-connector.ts'

/** Which tables a transaction wrote: event tables only, or others too (cache/written-tables.ts). */
export type WrittenTables = 'event tables' | 'other tables'

/** Counts commits, which gives the version of the data. */
export interface ChangeListener {
  version(): string
  versionExceptEvents(): string
  /** Counts a commit of this process at once, before the notification of it arrives. */
  recordCommit(written: WrittenTables): void
  /**
   * Counts notifications of this process's own commits too, from now on. To be called when the result of a COMMIT is
   * unknown: it may happen later.
   */
  countOwnNotifications(): void
  /** Queries on the listening connection; undefined while it is lost. */
  listenerQueryable(): Queryable | undefined
  close(): void
}

/** The suffix of notifications that the triggers of all tables but the event tables send (migrations/postgres/0001). */
const OTHER_TABLES_SUFFIX = ' besides events'

/**
 * Listens for the notification that triggers send with each commit, and reconnects when the connection is lost. Resolves
 * once it is listening.
 * @param name `application_name` of this process's connections; notifications with it are of its own commits
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
      // Commits of this process were counted by `recordCommit` already.
      if (countsOwn || sender !== name) recordCommit(sender === payload ? 'event tables' : 'other tables')
    })
    await listening.script('LISTEN almanac_changed')
    if (isClosed) listening.close()
    connection = listening
    // There may have been commits before LISTEN took effect.
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
  // Without a connection any two moments may have different data: return a new version each time.
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
