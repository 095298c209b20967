/**
 * How long Almanac waits for PostgreSQL, and how long PostgreSQL works for it (decision 19). Milliseconds; what waits for
 * nothing has Infinity, and 0 where PostgreSQL itself means that.
 */
export interface PostgresLimits {
  /** Until a host has accepted a connection, and said whether it can be written to. */
  connectTimeoutMs: number
  /** Until a connection is free. */
  acquireTimeoutMs: number
  /** Who may wait for a connection at once, in each of the two pools of a process. */
  queueMax: number
  /** `lock_timeout`: for what another transaction holds. */
  lockTimeoutMs: number
  /** `statement_timeout` */
  statementTimeoutMs: number
  /** `idle_in_transaction_session_timeout`: a transaction that is not heard of gives back what it holds. */
  idleInTransactionTimeoutMs: number
  /** More than a statement may take: until then a connection that says nothing counts as one. */
  responseTimeoutMs: number
  /** A write from the first statement to the last, with all attempts to repeat what lost a race. */
  transactionTimeoutMs: number
}

/** The oldest version that has what is asked of it. */
export const POSTGRES_MAJOR_MIN = 15

/** Connections of one process: for all requests, and for what takes longer in a larger calendar. One more listens. */
export const CONNECTIONS_MAX = { quick: 10, slow: 3, listening: 1 } as const

/** Of a server: whoever asked gets an answer before they give up. */
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

/** Of commands, migrations first of all: an index of a million events takes the time it takes. */
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

/** How soon a server notices what the network does not tell. */
export const HEALTH_CHECK = {
  /** Between two looks at all connections. */
  tickMs: 500,
  /** The connection that hears of changes is asked again after this rest: a kept answer may be stale until it is missed. */
  listenerRestMs: 1_000,
  /** Any other. */
  restMs: 5_000,
  /** To say that it is there. */
  pingMs: 2_500,
  /** Between two questions whether DATABASE_URL still leads to the same server. */
  whereMs: 5_000,
  /** Between two attempts to find a server that is away, while nobody asks. */
  retryMs: 250,
  /** An attempt that takes longer is no longer waited for before the next. */
  overlapMs: 1_000,
  /** How long a request waits for an attempt while the server is known to be away. */
  patienceMs: 500,
} as const

/** Until the kernel gives a silent peer up, at both ends. It does not see what a proxy swallows. */
export const KEEPALIVE = { idleMs: 10_000, intervalMs: 3_000, count: 3, unsentMs: 15_000 } as const
