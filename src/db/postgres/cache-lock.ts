import { type PostgresConnection, postgresErrorCode } from './postgres-connection.ts'
import { CACHE_LOCK } from './timeouts-and-limits.ts'

/**
 * An advisory lock by which a write waits until no server process uses data that was cached before the write (decision
 * 0039). Each server process holds it in shared mode while it uses its caches. A writer, after its commit, asks the
 * other processes to release it, and waits until it has held the lock in exclusive mode. PostgreSQL releases the lock
 * of a process that has exited.
 */
export interface CacheLock {
  /**
   * Whether this process may use its caches. A server process may only while it holds the lock in shared mode: then no
   * other process answers a write before this process has invalidated its caches. The process of a command may always:
   * it answers no requests, so its caches may be outdated for a moment.
   */
  mayUseCaches(): boolean
  /** Handles a notification that begins with `RELEASE_REQUEST`: releases the lock and acquires it again. */
  renew(): void
  /**
   * Call it after a commit of this process. Resolves when all server processes have been notified of it, or have not
   * responded in time (`CACHE_LOCK`). Never rejects.
   */
  waitForOthers(): Promise<void>
}

/** The word `almanac` in ASCII. Any number works that no other program uses for advisory locks of the same database. */
const KEY = '27422289782792547'
const LOCK_TIMED_OUT = '55P03'

/**
 * Beginning of the notifications that request the release of the lock; the name of the process that sends the request
 * follows.
 */
export const RELEASE_REQUEST = 'release '

const ACQUIRE_SHARED = `SELECT pg_advisory_lock_shared(${KEY})`
const RELEASE_SHARED = `SELECT pg_advisory_unlock_shared(${KEY})`
/** Asks the other server processes to release the lock under which they use their caches (`CacheLock`). */
export const REQUEST_RELEASE = `SELECT pg_notify('almanac_changed', '${RELEASE_REQUEST}' || current_setting('application_name'))`
const ACQUIRE_EXCLUSIVE = `SELECT set_config('lock_timeout', '${CACHE_LOCK.maxWaitMs}ms', true);
  SELECT pg_advisory_lock(${KEY}); SELECT pg_advisory_unlock(${KEY})`
/**
 * Ends the connections of processes that hold the lock and have been silent for `silentMs`; PostgreSQL then releases
 * their locks.
 */
const END_SILENT_HOLDERS = `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND (classid::bigint << 32) + objid::bigint = ${KEY} AND mode = 'ShareLock' AND granted
    AND datname = current_database() AND pid <> pg_backend_pid()
    AND state_change < clock_timestamp() - interval '${CACHE_LOCK.silentMs} ms'`

/**
 * Creates the lock of one process.
 * @param connection the connection that listens for notifications: if it breaks, the lock is lost with it
 * @param isServing true for a server, which acquires the lock in the background; false for a command
 * @param requestRelease runs `REQUEST_RELEASE` on another connection
 */
export function createPostgresCacheLock(
  connection: PostgresConnection,
  isServing: boolean,
  requestRelease: () => Promise<unknown>,
): CacheLock {
  let isHeld = false
  let isSessionRenewalDue = isServing
  let isRunning = false
  let waiting: (() => void)[] = []

  /**
   * Releases and acquires the lock until no renewal is due. Commits that wait at the same time share one exclusive
   * lock.
   */
  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    while ((isSessionRenewalDue || waiting.length > 0) && !connection.isBroken()) {
      // Wait for the next turn of the event loop before releasing the lock: requests of this turn may still use the
      // database version that database-version-cache.ts has cached.
      await new Promise((resolve) => setImmediate(resolve))
      const committed = waiting
      waiting = []
      isSessionRenewalDue = false
      // Errors are ignored: the connection is lost, and the lock with it.
      await renewOnce(committed.length > 0).catch(() => {})
      for (const resolve of committed) resolve()
    }
    isRunning = false
    for (const resolve of waiting.splice(0)) resolve()
  }

  async function renewOnce(hasCommitted: boolean): Promise<void> {
    if (!hasCommitted) return exchange([])
    if (await waitForExclusive()) return
    await connection.script(END_SILENT_HOLDERS)
    await waitForExclusive()
  }

  /**
   * Asks other processes to release the lock and waits until this process has held it in exclusive mode.
   * @returns false if other processes did not release the lock in time
   */
  async function waitForExclusive(): Promise<boolean> {
    // A process may release the lock and hold it again before this process waits for it. So the request is repeated.
    const repetition = setInterval(() => void requestRelease().catch(() => {}), CACHE_LOCK.requestIntervalMs)
    try {
      await exchange([REQUEST_RELEASE, ACQUIRE_EXCLUSIVE])
      return true
    } catch (error) {
      if (postgresErrorCode(error) !== LOCK_TIMED_OUT) throw error
      return false
    } finally {
      clearInterval(repetition)
    }
  }

  /**
   * Releases the lock, runs `scripts`, and acquires the lock again even if a script fails.
   * @throws the error of the script that failed
   */
  async function exchange(scripts: readonly string[]): Promise<void> {
    const released = isHeld ? [RELEASE_SHARED] : []
    isHeld = false
    const results = [...released, ...scripts].map((script) => connection.script(script))
    const [acquired, ...others] = await Promise.allSettled([isServing && connection.script(ACQUIRE_SHARED), ...results])
    if (acquired.status === 'fulfilled') isHeld = isServing
    for (const result of [acquired, ...others]) if (result.status === 'rejected') throw result.reason
  }

  void run()
  return {
    mayUseCaches: () => !connection.isBroken() && (isHeld || !isServing),
    renew() {
      if (!isServing) return
      isSessionRenewalDue = true
      void run()
    },
    waitForOthers() {
      return new Promise((resolve) => {
        waiting.push(resolve)
        void run()
      })
    },
  }
}
