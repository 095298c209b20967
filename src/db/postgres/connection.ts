import { connect, type Socket } from 'node:net'
import postgres from 'postgres'
import { CalendarError } from '../../core/errors.ts'
import type { PostgresHost } from './hosts.ts'
import { HEALTH_CHECK, KEEPALIVE, type PostgresLimits } from './limits.ts'

export interface Rows extends Array<unknown> {
  /** How many rows the statement changed or found. */
  count: number | null
  /** What the server says it did, e.g. `COMMIT`. */
  command: string
}

/** One connection. When it breaks it is broken for good, and whatever waits for an answer fails at once. */
export interface PostgresConnection {
  query(text: string, values?: readonly unknown[]): Promise<Rows>
  /** Several statements without values. */
  script(text: string): Promise<Rows>
  isBroken(): boolean
  /** Resolves when the line breaks, by `close` too, with the reason. */
  broken: Promise<unknown>
  /** Breaks the line if an answer is overdue; asks the server whether it is there if nothing was heard for some time. */
  check(): void
  /** @param cause why, for whoever waits */
  close(cause?: unknown): void
}

export interface ConnectionOptions {
  limits: PostgresLimits
  /** Called for each NOTIFY of a channel this line listens to. */
  onNotification?: (payload: string) => void
  /**
   * Whether a statement is planned once, or each time for its values. Left to itself the server plans a short list of
   * keys anew each time, because it is cheaper than what it guesses of any list: planning takes longer than the reading.
   */
  planCache?: 'kept' | 'for values'
  /** How long nothing need be heard before `check` asks; milliseconds. */
  idleMs?: number
  /** Instead of that of the limits. */
  responseTimeoutMs?: number
  /** What must go well, in the time for connecting. */
  initialize: (line: PostgresConnection) => Promise<unknown>
}

export const databaseUnavailable = (cause: unknown) =>
  cause instanceof CalendarError ? cause : new CalendarError('database_unavailable', { cause })
/** Of a line that owed an answer for too long. */
export const UNRESPONSIVE = 'CONNECTION_SILENT'
/** Two of the codes are the driver's. */
export const connectionError = (code: 'CONNECT_TIMEOUT' | 'CONNECTION_CLOSED' | typeof UNRESPONSIVE, message: string) =>
  Object.assign(new Error(message), { code })
export const errorCodeOf = (error: unknown) => (error as { code?: string } | undefined)?.code

interface Waiting {
  fail(error: unknown): void
  /** By the clock of `performance.now`. */
  until: number
}

/**
 * The driver speaks the protocol; connections are ours. Its own pool, when a line breaks, may leave a query without an
 * answer, send one into nothing, or end the process (seen in 3.4.9), so each driver here has one socket and no second.
 * @param name by which the server knows it; who hears of a change hears the name of whoever made it
 * @throws {CalendarError} `database_unavailable`, whatever the reason
 */
export async function openConnection(
  place: PostgresHost,
  name: string,
  options: ConnectionOptions,
): Promise<PostgresConnection> {
  const {
    limits,
    onNotification = () => {},
    idleMs = HEALTH_CHECK.restMs,
    responseTimeoutMs = limits.responseTimeoutMs,
    initialize,
  } = options
  const { promise: broken, resolve: tell } = Promise.withResolvers<unknown>()
  const waiting = new Set<Waiting>()
  let lost: CalendarError | undefined
  let socket: Socket | undefined
  let heardAt = performance.now()
  const lose = (cause: unknown) => {
    if (lost) return
    lost = databaseUnavailable(cause)
    for (const { fail } of waiting) fail(lost)
    tell(cause)
    socket?.destroy()
  }
  const driver = postgres(place.url, {
    ...sessionFor(name, options),
    ...(place.host !== undefined && { host: [place.host], port: [place.port] }),
    ...(place.path !== undefined && { path: place.path }),
    socket(reached: Reached) {
      if (socket || lost) throw connectionError('CONNECTION_CLOSED', 'the connection was lost')
      socket = socketTo(reached)
      return connected(socket, reached)
    },
    onclose: () => lose(connectionError('CONNECTION_CLOSED', 'the connection was lost')),
    onnotify: (_channel: string, payload: string) => onNotification(payload),
  } as unknown as postgres.Options<Record<string, never>>)

  const send = (text: string, values: readonly unknown[], prepare: boolean, patienceMs = responseTimeoutMs) =>
    new Promise<Rows>((resolve, reject) => {
      if (lost) return reject(lost)
      const entry = { fail: reject, until: performance.now() + patienceMs }
      waiting.add(entry)
      driver
        .unsafe(text, values as never[], { prepare, simple: !prepare } as postgres.UnsafeQueryOptions)
        .then(resolve as (rows: unknown) => void, (error) => {
          if (!leavesIntact(error)) lose(error)
          reject(error)
        })
        .finally(() => {
          waiting.delete(entry)
          heardAt = performance.now()
        })
    })
  const line: PostgresConnection = {
    query: (text, values = []) => send(text, values, true),
    script: (text) => send(text, [], false),
    isBroken: () => lost !== undefined,
    broken,
    check() {
      const now = performance.now()
      const [oldest] = waiting
      if (oldest && now > oldest.until) lose(connectionError(UNRESPONSIVE, 'the server has become silent'))
      // In a transaction that failed it is refused, which is an answer too.
      if (!oldest && now - heardAt >= idleMs) send('SELECT 1', [], false, HEALTH_CHECK.pingMs).catch(() => {})
    },
    close: (cause = connectionError('CONNECTION_CLOSED', 'the connection was closed')) => lose(cause),
  }
  const timer = setTimeout(() => {
    // What has arrived while the process was busy is read first.
    setImmediate(() => lose(connectionError('CONNECT_TIMEOUT', `no answer in ${limits.connectTimeoutMs / 1000} s`)))
  }, limits.connectTimeoutMs)
  try {
    await initialize(line)
    if (lost) throw lost
    return line
  } catch (error) {
    line.close(error)
    throw databaseUnavailable(error)
  } finally {
    clearTimeout(timer)
  }
}

/** SQLSTATE read_only_sql_transaction. A server that takes no writes is none for us any more, whatever else it answers. */
export const READ_ONLY = '25006'

const leavesIntact = (error: unknown) =>
  error instanceof postgres.PostgresError && !['FATAL', 'PANIC'].includes(error.severity) && error.code !== READ_ONLY

const sessionFor = (name: string, { limits, planCache = 'kept' }: ConnectionOptions) => ({
  max: 1,
  max_lifetime: null,
  fetch_types: false,
  // Both would leave a socket to itself; ours are closed here.
  connect_timeout: null,
  onnotice: () => {},
  connection: {
    application_name: name,
    // Compiling plans costs more than these short statements take.
    jit: 'off',
    // Between what disks without a head and the one in memory cost: 1.1 has long scans follow an index.
    random_page_cost: 2,
    // A search of a common word gathers more than 4 MB.
    work_mem: '16MB',
    // What the search index gathers before it sorts it in is read by each search, once a word.
    gin_pending_list_limit: '256kB',
    plan_cache_mode: planCache === 'kept' ? 'force_generic_plan' : 'force_custom_plan',
    statement_timeout: `${limits.statementTimeoutMs}`,
    lock_timeout: `${limits.lockTimeoutMs}`,
    idle_in_transaction_session_timeout: `${limits.idleInTransactionTimeoutMs}`,
    idle_session_timeout: '0',
    tcp_keepalives_idle: `${KEEPALIVE.idleMs / 1000}`,
    tcp_keepalives_interval: `${KEEPALIVE.intervalMs / 1000}`,
    tcp_keepalives_count: `${KEEPALIVE.count}`,
    tcp_user_timeout: `${KEEPALIVE.unsentMs}`,
  },
  // Seconds and counts are bigint and stay far below 2^53.
  types: { bigint: { to: 20, from: [20, 1700], serialize: String, parse: Number } },
})

/** As the driver understood the place. */
interface Reached {
  host: string[]
  port: number[]
  /** Of a Unix socket. */
  path: string | false
}

const socketTo = ({ host: [host = ''], port: [port = 0], path }: Reached) =>
  path ? connect(path) : connect(port, host)

async function connected(socket: Socket, { host: [host = ''] }: Reached): Promise<Socket> {
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  // The driver proves the certificate of this host.
  return Object.assign(socket.setNoDelay().setKeepAlive(true, KEEPALIVE.idleMs), { host })
}
