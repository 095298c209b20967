import { createDatabaseUnavailableError, type PostgresConnection } from './postgres-connection.ts'

interface AttemptOptions {
  /**
   * Time in milliseconds after which the next connection attempt starts, in parallel to those that are still pending.
   */
  staggerMs: number
  /**
   * Whether to continue with the first host after the last one while an attempt is pending, because packets of earlier
   * attempts may have been lost.
   */
  repeats: boolean
  onFailure(): void
  /** When aborted, no more connection attempts are started. */
  signal: AbortSignal
}

/**
 * Runs connection attempts until one succeeds. The next attempt starts when one has failed, or after `staggerMs`. If
 * more than one succeeds, all connections but the first are closed.
 * @throws the error of the last attempt when all have failed
 */
export function raceConnectionAttempts(
  attempts: readonly (() => Promise<PostgresConnection>)[],
  { staggerMs, repeats, onFailure, signal }: AttemptOptions,
): Promise<PostgresConnection> {
  return new Promise((resolve, reject) => {
    let started = 0
    let pending = 0
    let isConnected = false
    const start = () => {
      if (signal.aborted || (started >= attempts.length && !repeats)) return
      const attempt = attempts[started % attempts.length] as () => Promise<PostgresConnection>
      started += 1
      pending += 1
      attempt().then(succeed, fail)
    }
    const succeed = (connection: PostgresConnection) => {
      clearInterval(timer)
      if (isConnected) connection.close()
      isConnected = true
      resolve(connection)
    }
    const fail = (error: unknown) => {
      onFailure()
      pending -= 1
      if (isConnected) return
      if (started < attempts.length && !signal.aborted) return start()
      if (pending > 0) return
      clearInterval(timer)
      reject(error)
    }
    if (signal.aborted) return reject(createDatabaseUnavailableError(new Error('the database was closed')))
    const timer = setInterval(start, staggerMs)
    start()
  })
}
