import { setTimeout as sleep } from 'node:timers/promises'
import { databaseUnavailable, type PostgresConnection } from './connection.ts'
import type { PostgresLimits } from './limits.ts'

/** A connection keeps every statement it prepared; a new one starts afresh. */
const USES_MAX = 100_000
const CLOSE_TIMEOUT_MS = 5_000
const CLOSE_POLL_MS = 5

export interface ConnectionPool {
  /** Lends a line to `work`, alone; waits for one when all are lent, in turn. */
  use<T>(work: (line: PostgresConnection) => Promise<T>): Promise<T>
  close(): Promise<void>
}

interface Waiter {
  resolve(line: PostgresConnection): void
  reject(error: unknown): void
}

export function createConnectionPool(
  connect: () => Promise<PostgresConnection>,
  linesMax: number,
  { acquireTimeoutMs, queueMax }: Pick<PostgresLimits, 'acquireTimeoutMs' | 'queueMax'>,
): ConnectionPool {
  const uses = new Map<PostgresConnection, number>()
  const idle: PostgresConnection[] = []
  const waiting = new Set<Waiter>()
  let connecting = 0
  let lent = 0
  let closed = false

  function take(): Promise<PostgresConnection> {
    if (closed) throw databaseUnavailable(new Error('the database was closed'))
    for (let line = idle.pop(); line; line = idle.pop()) if (!line.isBroken()) return Promise.resolve(line)
    if (waiting.size >= queueMax) throw databaseUnavailable(new Error('too many wait for a connection to the database'))
    const taken = waitFor(waiting, acquireTimeoutMs)
    grow()
    return taken
  }
  /** One more line, if someone waits for whom none is on its way. */
  function grow(): void {
    if (closed || connecting >= waiting.size || uses.size + connecting >= linesMax) return
    connecting += 1
    connect().then(
      (line) => {
        connecting -= 1
        uses.set(line, 0)
        void line.broken.then(() => drop(line))
        if (closed) line.close()
        offer(line)
      },
      (error) => {
        connecting -= 1
        // Where others have a line it comes to who waits; where nobody has, all wait for the same.
        if (uses.size + connecting > 0) return
        for (const { reject } of waiting) reject(error)
      },
    )
  }
  function drop(line: PostgresConnection): void {
    uses.delete(line)
    if (idle.includes(line)) idle.splice(idle.indexOf(line), 1)
    // Whoever waits for it would wait in vain.
    grow()
  }
  function offer(line: PostgresConnection): void {
    if (line.isBroken()) return
    const [first] = waiting
    if (first) first.resolve(line)
    else idle.push(line)
  }
  function give(line: PostgresConnection): void {
    const count = (uses.get(line) ?? 0) + 1
    if (count >= USES_MAX) line.close()
    if (uses.has(line)) uses.set(line, count)
    offer(line)
  }
  return {
    async use(work) {
      const line = await take()
      lent += 1
      try {
        return await work(line)
      } finally {
        lent -= 1
        give(line)
      }
    },
    async close() {
      closed = true
      for (const { reject } of waiting) reject(databaseUnavailable(new Error('the database was closed')))
      for (let waitedMs = 0; lent > 0 && waitedMs < CLOSE_TIMEOUT_MS; waitedMs += CLOSE_POLL_MS) {
        await sleep(CLOSE_POLL_MS)
      }
      for (const line of uses.keys()) line.close()
    },
  }
}

/** The next line that is to be had, in turn. */
function waitFor(waiting: Set<Waiter>, lineWaitMs: number): Promise<PostgresConnection> {
  return new Promise((resolve, reject) => {
    const timer =
      lineWaitMs < Number.POSITIVE_INFINITY &&
      setTimeout(() => {
        waiter.reject(
          databaseUnavailable(new Error(`no connection to the database was free for ${lineWaitMs / 1000} s`)),
        )
      }, lineWaitMs)
    const leave = () => {
      waiting.delete(waiter)
      if (timer) clearTimeout(timer)
    }
    const waiter: Waiter = {
      resolve(line) {
        leave()
        resolve(line)
      },
      reject(error) {
        leave()
        reject(error)
      },
    }
    waiting.add(waiter)
  })
}
