/**
 * Timeouts of PostgreSQL connections in milliseconds (decision 0019). "No timeout" is 0 for those that are settings of
 * PostgreSQL itself, and Infinity for the others.
 */
export interface PostgresLimits {
  /** For opening a connection, including the query that checks whether its server accepts writes. */
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
  /** If the response to a statement takes longer, the connection counts as broken. Must exceed `statementTimeoutMs`. */
  responseTimeoutMs: number
  /** For a whole transaction, including retries after conflicts with other writers. */
  transactionTimeoutMs: number
}

/** The oldest supported major version of PostgreSQL. */
export const POSTGRES_MAJOR_MIN = 15

/** Connections of one process: the main pool, the pool for slow queries, and the one that listens for notifications. */
export const CONNECTIONS_MAX = { main: 10, slow: 3, listener: 1 } as const

/** Limits for servers: short, so that an HTTP client gets an error response before it gives up. */
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

/** How a server process detects broken connections and a fail-over of PostgreSQL to another host; milliseconds. */
export const HEALTH_CHECK = {
  /** Time between two checks of all connections. */
  intervalMs: 500,
  /**
   * Ping the listening connection after this idle time. Until its loss is noticed, cached responses may be outdated.
   */
  listenerIdleMs: 1_000,
  /** Ping each other connection after this idle time. */
  idleMs: 5_000,
  /** How long to wait for the response to a ping. */
  pingTimeoutMs: 2_500,
  /** Time between two checks whether DATABASE_URL still leads to the same PostgreSQL server. */
  failoverCheckMs: 5_000,
  /** Time between two attempts to reconnect the listening connection. */
  reconnectDelayMs: 250,
  /** When a connection attempt takes longer than this, start the next one in parallel. */
  attemptStaggerMs: 1_000,
  /** While PostgreSQL is known to be unavailable: how long a request waits for the connection attempt in progress. */
  unavailableWaitMs: 500,
} as const

/**
 * TCP keepalive on both ends. Cannot detect a proxy that accepts packets and drops them; `HEALTH_CHECK` pings for that.
 */
export const KEEPALIVE = { idleMs: 10_000, intervalMs: 3_000, count: 3, userTimeoutMs: 15_000 } as const
