import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabaseUnavailableError, type PostgresConnection } from './postgres-connection.ts'
import type { PostgresLimits } from './timeouts-and-limits.ts'

/**
 * The number of uses after which a connection is closed and replaced. PostgreSQL stores prepared statements per
 * connection, so in an old connection they would accumulate.
 */
const USES_MAX = 100_000
const CLOSE_TIMEOUT_MS = 5_000
const CLOSE_POLL_MS = 5

export interface ConnectionPool {
  /**
   * Runs `work` with a connection that no other caller uses meanwhile. When all connections are in use, callers wait in
   * order of arrival.
   * @throws {CalendarError} `database_unavailable` when too many callers wait, the wait times out, or connecting fails
   */
  use<T>(work: (connection: PostgresConnection) => Promise<T>): Promise<T>
  /**
   * Rejects new and waiting callers, waits up to 5 s for callers that use a connection, then closes all connections.
   */
  close(): Promise<void>
}

interface Waiter {
  resolve(connection: PostgresConnection): void
  reject(error: unknown): void
}

/** Creates a connection pool. Connections are opened on demand and then stay open. */
export function createConnectionPool(
  connect: () => Promise<PostgresConnection>,
  connectionsMax: number,
  { acquireTimeoutMs, queueMax }: Pick<PostgresLimits, 'acquireTimeoutMs' | 'queueMax'>,
): ConnectionPool {
  /** All open connections, with the number of times that each was used. */
  const uses = new Map<PostgresConnection, number>()
  const idle: PostgresConnection[] = []
  const waiting = new Set<Waiter>()
  let connecting = 0
  let inUse = 0
  let isClosed = false

  function acquire(): Promise<PostgresConnection> {
    if (isClosed) throw createDatabaseUnavailableError(new Error('the database was closed'))
    for (let connection = idle.pop(); connection; connection = idle.pop()) {
      if (!connection.isBroken()) return Promise.resolve(connection)
    }
    if (waiting.size >= queueMax) {
      throw createDatabaseUnavailableError(new Error('too many requests wait for a connection to the database'))
    }
    const acquired = enqueue(waiting, acquireTimeoutMs)
    grow()
    return acquired
  }
  /** Opens one more connection if more callers wait than connections are being opened, up to `connectionsMax`. */
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
        // If other connections are open or being opened, callers
        // wait for one of those. Otherwise all waiting callers fail.
        if (uses.size + connecting > 0) return
        for (const { reject } of waiting) reject(error)
      },
    )
  }
  function remove(connection: PostgresConnection): void {
    uses.delete(connection)
    if (idle.includes(connection)) idle.splice(idle.indexOf(connection), 1)
    // Opens a replacement for the broken connection, because callers may be waiting for a connection.
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
      for (const { reject } of waiting) reject(createDatabaseUnavailableError(new Error('the database was closed')))
      for (let waitedMs = 0; inUse > 0 && waitedMs < CLOSE_TIMEOUT_MS; waitedMs += CLOSE_POLL_MS) {
        await sleep(CLOSE_POLL_MS)
      }
      for (const connection of uses.keys()) connection.close()
    },
  }
}

/** Adds a caller to the queue of the pool. The promise resolves with a connection, or is rejected after the timeout. */
function enqueue(waiting: Set<Waiter>, timeoutMs: number): Promise<PostgresConnection> {
  return new Promise((resolve, reject) => {
    const timer =
      timeoutMs < Number.POSITIVE_INFINITY &&
      setTimeout(() => {
        waiter.reject(
          createDatabaseUnavailableError(new Error(`no connection to the database was free for ${timeoutMs / 1000} s`)),
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
