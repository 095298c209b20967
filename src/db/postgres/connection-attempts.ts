import { databaseUnavailable, type PostgresConnection } from './connection.ts'

interface Attempts {
  /** Before the next one is made beside those that have not ended; milliseconds. */
  overlapMs: number
  /** Whether more are made after the last, as long as one has not ended: what an attempt sent may be lost. */
  isPersistent: boolean
  onFailure(): void
  /** No more attempts. */
  signal: AbortSignal
}

/**
 * The first of several attempts that succeeds: the next one begins when one fails, or takes long.
 * @throws what the last one failed with
 */
export function raceConnectionAttempts(
  attempts: readonly (() => Promise<PostgresConnection>)[],
  { overlapMs, isPersistent, onFailure, signal }: Attempts,
): Promise<PostgresConnection> {
  return new Promise((resolve, reject) => {
    let begun = 0
    let pending = 0
    let isFound = false
    const begin = () => {
      if (signal.aborted || (begun >= attempts.length && !isPersistent)) return
      const attempt = attempts[begun % attempts.length] as () => Promise<PostgresConnection>
      begun += 1
      pending += 1
      attempt().then(succeed, fail)
    }
    const succeed = (line: PostgresConnection) => {
      clearInterval(timer)
      if (isFound) line.close()
      isFound = true
      resolve(line)
    }
    const fail = (error: unknown) => {
      onFailure()
      pending -= 1
      if (isFound) return
      if (begun < attempts.length && !signal.aborted) return begin()
      if (pending > 0) return
      clearInterval(timer)
      reject(error)
    }
    if (signal.aborted) return reject(databaseUnavailable(new Error('the database was closed')))
    const timer = setInterval(begin, overlapMs)
    begin()
  })
}
