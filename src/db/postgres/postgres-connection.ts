import { connect, type Socket } from 'node:net'
import postgres from 'postgres'
import { CalendarError } from '../../core/errors.ts'
import { createRowFunction, type ToRow } from '../row-function.ts'
import type { PostgresHost } from './parse-hosts.ts'
import { applySessionSettingsSql, type SessionSettings } from './session-settings.ts'
import { HEALTH_CHECK, KEEPALIVE, type PostgresLimits } from './timeouts-and-limits.ts'

export interface Rows extends Array<unknown> {
  /** The number of rows that the statement changed or returned. */
  count: number | null
  /** The command tag in PostgreSQL's response, e.g. `COMMIT`. */
  command: string
}

/**
 * One connection to PostgreSQL. When the connection breaks, all pending statements fail at once; a broken connection
 * cannot be reused.
 */
export interface PostgresConnection {
  /** Runs one prepared statement. */
  query(text: string, values?: readonly unknown[]): Promise<Rows>
  /** Runs SQL text with several statements and no parameters. */
  script(text: string): Promise<Rows>
  isBroken(): boolean
  /** Resolves with the reason when the connection breaks or is closed. */
  broken: Promise<unknown>
  /**
   * Closes the connection if a response is overdue, and pings PostgreSQL if the connection was idle for longer than
   * `idleMs`.
   */
  check(): void
  /**
   * Closes the connection.
   * @param cause the error with which all pending statements are rejected
   */
  close(cause?: unknown): void
}

export interface ConnectionOptions {
  limits: PostgresLimits
  /** Called with the payload of each notification (NOTIFY) on a channel that this connection listens to. */
  onNotification?: (payload: string) => void
  /**
   * Whether PostgreSQL plans a prepared statement once (`generic`, the default) or for the values of each execution
   * (`custom`). PostgreSQL's own choice would be to plan statements with short lists of ids each time, because it
   * overestimates the cost of the generic plan; planning would then take longer than executing.
   */
  plans?: 'generic' | 'custom'
  /** The time without statements after which `check` pings PostgreSQL; milliseconds. */
  idleMs?: number
  /** Replaces `limits.responseTimeoutMs` for this connection; milliseconds. */
  responseTimeoutMs?: number
  /**
   * Called with the new connection before it can be used. Opening the connection fails if this call fails or takes
   * longer than the connect timeout.
   */
  initialize: (connection: PostgresConnection) => Promise<unknown>
}

export const createDatabaseUnavailableError = (cause: unknown) =>
  cause instanceof CalendarError ? cause : new CalendarError('database_unavailable', { cause })
/** The error code for a connection that was closed because PostgreSQL did not respond in time. */
export const UNRESPONSIVE = 'CONNECTION_SILENT'
/** Creates an error with a code. The driver `postgres` uses the codes `CONNECT_TIMEOUT` and `CONNECTION_CLOSED` too. */
export const createConnectionError = (
  code: 'CONNECT_TIMEOUT' | 'CONNECTION_CLOSED' | typeof UNRESPONSIVE,
  message: string,
) => Object.assign(new Error(message), { code })
export const postgresErrorCode = (error: unknown) => (error as { code?: string } | undefined)?.code

interface PendingStatement {
  fail(error: unknown): void
  /**
   * The time at which the response to the oldest pending statement is overdue: milliseconds on the clock of
   * `performance.now()`.
   */
  deadline: number
}

/**
 * Opens a connection with the driver `postgres`. The driver's own pool is not used: when a connection breaks, that pool
 * may leave a query without a response or end the process (seen in 3.4.9). So each instance of the driver gets one
 * socket and never a second one.
 * @param name `application_name` of the connection; triggers add it to notifications, so that a process recognizes its
 * own commits
 * @throws {CalendarError} `database_unavailable`, whatever the reason
 */
export async function openPostgresConnection(
  host: PostgresHost,
  name: string,
  options: ConnectionOptions,
): Promise<PostgresConnection> {
  const { limits, onNotification = () => {}, idleMs = HEALTH_CHECK.idleMs, initialize } = options
  const { responseTimeoutMs = limits.responseTimeoutMs } = options
  const { promise: broken, resolve: resolveBroken } = Promise.withResolvers<unknown>()
  const pending = new Set<PendingStatement>()
  let failure: CalendarError | undefined
  let socket: Socket | undefined
  let lastResponseAt = performance.now()
  const breakConnection = (cause: unknown) => {
    if (failure) return
    failure = createDatabaseUnavailableError(cause)
    for (const { fail } of pending) fail(failure)
    resolveBroken(cause)
    socket?.destroy()
  }
  const driver = postgres(host.url, {
    ...driverOptions(name),
    ...(host.host !== undefined && { host: [host.host], port: [host.port] }),
    ...(host.path !== undefined && { path: host.path }),
    socket(address: SocketAddress) {
      if (socket || failure) throw createConnectionError('CONNECTION_CLOSED', 'the connection was lost')
      socket = openSocket(address)
      return connected(socket, address)
    },
    onclose: () => breakConnection(createConnectionError('CONNECTION_CLOSED', 'the connection was lost')),
    onnotify: (_channel: string, payload: string) => onNotification(payload),
  } as unknown as postgres.Options<Record<string, never>>)

  const send = (text: string, values: readonly unknown[], prepare: boolean, timeoutMs = responseTimeoutMs) =>
    new Promise<Rows>((resolve, reject) => {
      if (failure) return reject(failure)
      const statement = { fail: reject, deadline: performance.now() + timeoutMs }
      pending.add(statement)
      const query = driver.unsafe(text, values as never[], { prepare, simple: !prepare } as postgres.UnsafeQueryOptions)
      const sent = prepare ? query.values().then(takeRows as (result: unknown) => Rows) : query
      sent
        .then(resolve as (rows: unknown) => void, (error) => {
          if (!leavesConnectionUsable(error)) breakConnection(error)
          reject(error)
        })
        .finally(() => {
          pending.delete(statement)
          lastResponseAt = performance.now()
        })
    })
  const connection: PostgresConnection = {
    query: (text, values = []) => send(text, values, true),
    script: (text) => send(text, [], false),
    isBroken: () => failure !== undefined,
    broken,
    check() {
      const now = performance.now()
      const [oldest] = pending
      if (oldest && now > oldest.deadline) {
        breakConnection(createConnectionError(UNRESPONSIVE, 'the server did not respond in time'))
      }
      // Errors of the ping are ignored: in a failed transaction PostgreSQL refuses the ping, but a refusal is a
      // response too.
      if (!oldest && now - lastResponseAt >= idleMs) {
        send('SELECT 1', [], false, HEALTH_CHECK.pingTimeoutMs).catch(() => {})
      }
    },
    close: (cause = createConnectionError('CONNECTION_CLOSED', 'the connection was closed')) => breakConnection(cause),
  }
  const timer = setTimeout(() => {
    const seconds = limits.connectTimeoutMs / 1000
    // Responses may have arrived while this process was busy. `setImmediate` lets them be processed before the
    // connection attempt is considered timed out.
    setImmediate(() => breakConnection(createConnectionError('CONNECT_TIMEOUT', `no response within ${seconds} s`)))
  }, limits.connectTimeoutMs)
  try {
    const settings = { ...defaultSettings(options), ...host.settings, application_name: name }
    await Promise.all([connection.script(applySessionSettingsSql(settings)), initialize(connection)])
    if (failure) throw failure
    return connection
  } catch (error) {
    connection.close(error)
    throw createDatabaseUnavailableError(error)
  } finally {
    clearTimeout(timer)
  }
}

/** The columns of the rows of a statement: the driver returns the same array each time the statement runs. */
type Columns = readonly { name: string }[]

const rowFunctions = new WeakMap<Columns, ToRow>()

/**
 * Creates the rows of a statement from the arrays of values in the driver's result. The driver would assign the values
 * to empty objects one by one, and V8 represents objects as hash tables after 16 such assignments (decision 0025).
 */
function takeRows(result: Rows & { columns: Columns }): Rows {
  const { columns, count, command } = result
  if (result.length === 0) return result
  const toRow = rowFunctions.get(columns) ?? createRowFunction(columns.map(({ name }) => name))
  rowFunctions.set(columns, toRow)
  const rows = (result as unknown[][]).map(toRow)
  // Old results, which the garbage collector of the young generation keeps, would keep all their values.
  result.length = 0
  return Object.assign(rows, { count, command })
}

/**
 * SQLSTATE read_only_sql_transaction. It means that PostgreSQL has become a standby, so all connections to it are
 * closed.
 */
export const READ_ONLY = '25006'

const leavesConnectionUsable = (error: unknown) =>
  error instanceof postgres.PostgresError && !['FATAL', 'PANIC'].includes(error.severity) && error.code !== READ_ONLY

const driverOptions = (name: string) => ({
  max: 1,
  max_lifetime: null,
  fetch_types: false,
  // Disables the driver's connect timeout, which would leave the socket
  // open. `openPostgresConnection` has its own timeout, which closes the socket.
  connect_timeout: null,
  onnotice: () => {},
  // Other settings are applied after connecting (`applySessionSettingsSql`), but PgBouncer accepts this one in the
  // startup packet.
  connection: { application_name: name },
  types: {
    // Parses bigint as a number: all values (times in seconds, counts) are far below 2^53.
    bigint: { to: 20, from: [20, 1700], serialize: String, parse: Number },
    // Local times are text here, also those that the database stores as timestamps: the driver would convert them
    // between UTC and the time zone of the process.
    timestamp: { to: 1114, from: [1114], serialize: String, parse: String },
  },
})

/** The settings of a connection; those in the URL take precedence. */
const defaultSettings = ({ limits, plans = 'generic' }: ConnectionOptions): SessionSettings => ({
  // The format of local times: YYYY-MM-DD HH:MM:SS.
  DateStyle: 'ISO',
  // Just-in-time compilation of query plans is off, because it
  // would take longer than executing these short statements.
  jit: 'off',
  // A cost between the recommended values for solid-state disks (1.1) and hard disks (4). With 1.1, PostgreSQL would
  // use an index even for long scans.
  random_page_cost: '2',
  // Lists read the first rows of an index in its order. Parallel workers would read far more before the first rows are merged:
  // a page of events with a venue and a category took 2.4 seconds instead of 0.1.
  enable_gathermerge: 'off',
  // A search for a common word needs more memory than PostgreSQL's default of 4 MB.
  work_mem: '16MB',
  // The pending list of the search index (a GIN index) is small, because every search reads all of it, once per word.
  gin_pending_list_limit: '256kB',
  plan_cache_mode: plans === 'generic' ? 'force_generic_plan' : 'force_custom_plan',
  statement_timeout: `${limits.statementTimeoutMs}`,
  lock_timeout: `${limits.lockTimeoutMs}`,
  idle_in_transaction_session_timeout: `${limits.idleInTransactionTimeoutMs}`,
  idle_session_timeout: '0',
  tcp_keepalives_idle: `${KEEPALIVE.idleMs / 1000}`,
  tcp_keepalives_interval: `${KEEPALIVE.intervalMs / 1000}`,
  tcp_keepalives_count: `${KEEPALIVE.count}`,
  tcp_user_timeout: `${KEEPALIVE.userTimeoutMs}`,
})

/** The address of a host, in the form that the driver `postgres` passes to its option `socket`. */
interface SocketAddress {
  host: string[]
  port: number[]
  /** The path of a Unix socket; false for TCP. */
  path: string | false
}

const openSocket = ({ host: [host = ''], port: [port = 0], path }: SocketAddress) =>
  path ? connect(path) : connect(port, host)

async function connected(socket: Socket, { host: [host = ''] }: SocketAddress): Promise<Socket> {
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  // `host` on the socket is the name that the driver compares with the TLS certificate.
  return Object.assign(socket.setNoDelay().setKeepAlive(true, KEEPALIVE.idleMs), { host })
}
