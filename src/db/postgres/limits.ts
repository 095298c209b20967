/**
 * Timeouts of connections to PostgreSQL in milliseconds (decision 0019). No timeout is Infinity, or 0 for those that are
 * PostgreSQL settings.
 */
export interface PostgresLimits {
  /** For opening a connection, including the check that the host accepts writes. */
  connectTimeoutMs: number
  /** For getting a connection from the pool. */
  acquireTimeoutMs: number
  /** How many calls may wait for a connection, in each of the two pools of a process. */
  queueMax: number
  /** `lock_timeout`: for a lock that another transaction holds. */
  lockTimeoutMs: number
  /** `statement_timeout`: for a single statement. */
  statementTimeoutMs: number
  /** `idle_in_transaction_session_timeout`: until the server aborts a transaction that receives no statements. */
  idleInTransactionTimeoutMs: number
  /** For the response to a statement, after which the connection counts as broken; longer than `statementTimeoutMs`. */
  responseTimeoutMs: number
  /** For a transaction as a whole, including retries after conflicts with other writers. */
  transactionTimeoutMs: number
}

/** The oldest supported major version of PostgreSQL. */
export const POSTGRES_MAJOR_MIN = 15

/** Connections of one process: the main pool, the pool for slow queries, and one that listens for notifications. */
export const CONNECTIONS_MAX = { main: 10, slow: 3, listener: 1 } as const

/** Limits for servers: short, so that a client gets a response before it gives up. */
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

/** Limits for commands such as migrations, which may take as long as they need. */
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

/** How servers detect broken connections and a moved database server; milliseconds. */
export const HEALTH_CHECK = {
  /** Between two checks of all connections. */
  intervalMs: 500,
  /** Ping the listening connection when it was idle this long. While it is lost unnoticed, cached responses may be stale. */
  listenerIdleMs: 1_000,
  /** Ping any other connection when it was idle this long. */
  idleMs: 5_000,
  /** For the response to a ping. */
  pingTimeoutMs: 2_500,
  /** Between two checks whether DATABASE_URL still leads to the same server. */
  failoverCheckMs: 5_000,
  /** Between two attempts to reconnect the listening connection. */
  reconnectDelayMs: 250,
  /** Start the next connection attempt, in parallel, when one takes longer than this. */
  attemptStaggerMs: 1_000,
  /** How long a request waits for a running connection attempt while the server is known to be unavailable. */
  unavailableWaitMs: 500,
} as const

/** TCP keepalive on both ends. It does not detect a proxy that accepts packets and drops them; health checks do. */
export const KEEPALIVE = { idleMs: 10_000, intervalMs: 3_000, count: 3, userTimeoutMs: 15_000 } as const
