import { setTimeout as sleep } from 'node:timers/promises'
import { databaseUnavailable, type PostgresConnection } from './connection.ts'
import type { PostgresLimits } from './limits.ts'

/** A connection is replaced after this many uses. Otherwise the prepared statements that it keeps would accumulate. */
const USES_MAX = 100_000
const CLOSE_TIMEOUT_MS = 5_000
const CLOSE_POLL_MS = 5

export interface ConnectionPool {
  /**
   * Runs `work` with a connection that nobody else uses meanwhile. When all are in use, callers wait in order of
   * arrival.
   * @throws {CalendarError} `database_unavailable` when too many callers wait, the wait times out, or connecting fails
   */
  use<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T>
  /** Rejects new callers, waits up to 5 s for the running ones, then closes all connections. */
  close(): Promise<void>
}

interface Waiter {
  resolve(connection: PostgresConnection): void
  reject(error: unknown): void
}

/** Creates a connection pool. Connections are opened on demand and then kept open. */
export function createConnectionPool(
  connect: () => Promise<PostgresConnection>,
  connectionsMax: number,
  { acquireTimeoutMs, queueMax }: Pick<PostgresLimits, 'acquireTimeoutMs' | 'queueMax'>,
): ConnectionPool {
  /** All open connections, with the number of times each was used. */
  const uses = new Map<PostgresConnection, number>()
  const idle: PostgresConnection[] = []
  const waiting = new Set<Waiter>()
  let connecting = 0
  let inUse = 0
  let isClosed = false

  function acquire(): Promise<PostgresConnection> {
    if (isClosed) throw databaseUnavailable(new Error('the database was closed'))
    for (let connection = idle.pop(); connection; connection = idle.pop()) {
      if (!connection.isBroken()) return Promise.resolve(connection)
    }
    if (waiting.size >= queueMax) {
      throw databaseUnavailable(new Error('too many requests wait for a connection to the database'))
    }
    const acquired = enqueue(waiting, acquireTimeoutMs)
    grow()
    return acquired
  }
  /** Opens one more connection if more callers are waiting than connections are being opened. */
  function grow(): void {
    if (isClosed || connecting >= waiting.size || uses.size + connecting >= connectionsMax) return
    connecting += 1
    connect().then(
      (connection) => {
        connecting -= 1
        uses.set(connection, 0)
        void connection.broken.then(() => remove(connection))
        if (isClosed) connection.close()
        offer(connection)
      },
      (error) => {
        connecting -= 1
        // The callers can wait for another connection to become free. If there is none, all of them fail.
        if (uses.size + connecting > 0) return
        for (const { reject } of waiting) reject(error)
      },
    )
  }
  function remove(connection: PostgresConnection): void {
    uses.delete(connection)
    if (idle.includes(connection)) idle.splice(idle.indexOf(connection), 1)
    // Opens a replacement, because callers may be waiting for this connection to become free.
    grow()
  }
  function offer(connection: PostgresConnection): void {
    if (connection.isBroken()) return
    const [first] = waiting
    if (first) first.resolve(connection)
    else idle.push(connection)
  }
  function release(connection: PostgresConnection): void {
    const count = (uses.get(connection) ?? 0) + 1
    if (count >= USES_MAX) connection.close()
    if (uses.has(connection)) uses.set(connection, count)
    offer(connection)
  }
  return {
    async use(work) {
      const connection = await acquire()
      inUse += 1
      try {
        return await work(connection)
      } finally {
        inUse -= 1
        release(connection)
      }
    },
    async close() {
      isClosed = true
      for (const { reject } of waiting) reject(databaseUnavailable(new Error('the database was closed')))
      for (let waitedMs = 0; inUse > 0 && waitedMs < CLOSE_TIMEOUT_MS; waitedMs += CLOSE_POLL_MS) {
        await sleep(CLOSE_POLL_MS)
      }
      for (const connection of uses.keys()) connection.close()
    },
  }
}

/** Adds a caller to the queue. The promise resolves with a connection, or is rejected after the timeout. */
function enqueue(waiting: Set<Waiter>, timeoutMs: number): Promise<PostgresConnection> {
  return new Promise((resolve, reject) => {
    const timer =
      timeoutMs < Number.POSITIVE_INFINITY &&
      setTimeout(() => {
        waiter.reject(
          databaseUnavailable(new Error(`no connection to the database was free for ${timeoutMs / 1000} s`)),
        )
      }, timeoutMs)
    const leave = () => {
      waiting.delete(waiter)
      if (timer) clearTimeout(timer)
    }
    const waiter: Waiter = {
      resolve(connection) {
        leave()
        resolve(connection)
      },
      reject(error) {
        leave()
        reject(error)
      },
    }
    waiting.add(waiter)
  })
}
