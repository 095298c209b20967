import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable } from '../database.ts'
import type { PostgresConnection } from './connection.ts'
import { HEALTH_CHECK } from './limits.ts'
import { createQueryable } from './reader.ts'
import type { ServerConnector } from './server-connector.ts'

export interface ChangeListener {
  version(): string
  versionExceptEvents(): string
  /** A commit of our own, perhaps: its notice would come a moment too late. */
  recordCommit(written: 'events' | 'besides events'): void
  /** From now on notices of our own count too: one of our commits may come later than we know. */
  countOwnNotifications(): void
  /** Reads on the line that listens, while there is one. */
  listenerQueryable(): Queryable | undefined
  close(): void
}

/** How notices end that the triggers of all tables but those of events send. */
const BESIDES = ' besides events'

/**
 * Hears of every commit; when the line breaks it listens again, wherever the server is then. Returns once it listens.
 * @param name of our own lines, whose commits are noted by whoever makes them
 */
export async function startChangeListener(home: ServerConnector, name: string): Promise<ChangeListener> {
  let count = 0
  let besidesEvents = 0
  let line: PostgresConnection | undefined
  let closed = false
  let isDoubted = false
  const note = (written: 'events' | 'besides events') => {
    count += 1
    if (written === 'besides events') besidesEvents += 1
  }
  const listen = async () => {
    // Our own were noted when they were committed.
    const made = await home.connectListener((notice) => {
      const who = notice.replace(BESIDES, '')
      if (isDoubted || who !== name) note(who === notice ? 'events' : 'besides events')
    })
    await made.script('LISTEN almanac_changed')
    if (closed) made.close()
    line = made
    // Of what happened before this moment nothing was heard.
    note('besides events')
  }
  const watch = async () => {
    while (!closed) {
      await line?.broken
      line = undefined
      if (closed) return
      await listen().catch(() => sleep(HEALTH_CHECK.retryMs, undefined, { ref: false }))
    }
  }
  await listen()
  void watch()
  // While nothing is heard no two moments are known to be equal.
  const listened = () => {
    if (!line || line.isBroken()) note('besides events')
  }
  return {
    version() {
      listened()
      return String(count)
    },
    versionExceptEvents() {
      listened()
      return String(besidesEvents)
    },
    recordCommit: note,
    countOwnNotifications() {
      isDoubted = true
    },
    listenerQueryable: () => (line && !line.isBroken() ? createQueryable(line.query) : undefined),
    close() {
      closed = true
      line?.close()
    },
  }
}
