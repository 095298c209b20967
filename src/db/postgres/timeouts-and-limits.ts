/**
 * Timeouts of PostgreSQL connections in milliseconds (decision 0019). 0 turns off a timeout that is a setting of
 * PostgreSQL (lock, statement, idle in transaction); Infinity turns off an acquire, response or transaction timeout.
 */
export interface PostgresLimits {
  /** Time limit for opening a connection, including the query that checks whether PostgreSQL accepts writes. */
  connectTimeoutMs: number
  /** How long a caller waits for a free connection of the pool. */
  acquireTimeoutMs: number
  /** How many callers may wait for a connection. Applies to each of the two pools of a process. */
  queueMax: number
  /** PostgreSQL's `lock_timeout`: how long a statement waits for a lock that another transaction holds. */
  lockTimeoutMs: number
  /** PostgreSQL's `statement_timeout`: how long a single statement may run. */
  statementTimeoutMs: number
  /** `idle_in_transaction_session_timeout`: PostgreSQL aborts a transaction that gets no statement for this time. */
  idleInTransactionTimeoutMs: number
  /**
   * Time after which a connection counts as broken if a statement gets no response. Must exceed `statementTimeoutMs`.
   */
  responseTimeoutMs: number
  /**
   * Time limit for a whole transaction, including retries after conflicts with other writers. It starts again after
   * each part of a write of many rows.
   */
  transactionTimeoutMs: number
}

/** The oldest supported major version of PostgreSQL. */
export const POSTGRES_MAJOR_MIN = 15

/**
 * Maximum numbers of connections of one process: in the main pool, in the pool for slow queries, and the connection
 * that listens for notifications.
 */
export const CONNECTIONS_MAX = { main: 10, slow: 3, listener: 1 } as const

/**
 * Maximum number of connections of the main pool that run transactions, so that reads need not wait until writes have
 * got their locks and their commit is on disk.
 */
export const TRANSACTIONS_MAX = 5

/** Timeouts for servers: short, so that an HTTP client gets an error response before it gives up. */
export const REQUEST_LIMITS: PostgresLimits = {
  connectTimeoutMs: 3_000,
  acquireTimeoutMs: 3_000,
  queueMax: 1_000,
  lockTimeoutMs: 4_000,
  statementTimeoutMs: 8_000,
  idleInTransactionTimeoutMs: 10_000,
  responseTimeoutMs: 9_000,
  transactionTimeoutMs: 10_000,
}

/** Timeouts for commands such as migrations, whose statements may take as long as they need. */
export const COMMAND_LIMITS: PostgresLimits = {
  connectTimeoutMs: 10_000,
  acquireTimeoutMs: Number.POSITIVE_INFINITY,
  queueMax: Number.POSITIVE_INFINITY,
  lockTimeoutMs: 0,
  statementTimeoutMs: 0,
  idleInTransactionTimeoutMs: 0,
  responseTimeoutMs: Number.POSITIVE_INFINITY,
  transactionTimeoutMs: Number.POSITIVE_INFINITY,
}

/**
 * Intervals and timeouts with which a server process detects broken connections and a fail-over of PostgreSQL to
 * another host; milliseconds.
 */
export const HEALTH_CHECK = {
  /** Time between two checks of all connections. */
  intervalMs: 500,
  /**
   * Idle time after which the connection that listens for notifications is pinged. Short, because cached responses may
   * be outdated until the loss of this connection is noticed.
   */
  listenerIdleMs: 1_000,
  /** Idle time after which any other connection is pinged. */
  idleMs: 5_000,
  /** Time limit for the response to a ping. */
  pingTimeoutMs: 2_500,
  /** Time between two checks whether DATABASE_URL still leads to the same PostgreSQL server. */
  failoverCheckMs: 5_000,
  /** Time between two attempts to reconnect the connection that listens for notifications. */
  reconnectDelayMs: 250,
  /** Time after which the next connection attempt starts, in parallel to those that are still pending. */
  attemptStaggerMs: 1_000,
  /** After a failed connection attempt: how long a request waits for the attempt that is in progress. */
  unavailableWaitMs: 500,
} as const

/** Times of a write that waits until no other process uses outdated caches (decision 0039); milliseconds. */
export const CACHE_LOCK = {
  /** Time after which the request to release the lock is repeated. */
  requestIntervalMs: 10,
  /**
   * Maximum time that a write waits for other processes to release the lock. Processes that have not responded by then
   * lose it.
   */
  maxWaitMs: 1_000,
  /** Time after which a process that has sent no statement counts as unresponsive. */
  silentMs: 500,
} as const

/**
 * TCP keepalive settings of both ends of a connection. Keepalive does not detect a proxy that accepts packets and drops
 * them; the pings of `HEALTH_CHECK` do.
 */
export const KEEPALIVE = { idleMs: 10_000, intervalMs: 3_000, count: 3, userTimeoutMs: 15_000 } as const
