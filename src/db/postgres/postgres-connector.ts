import { setTimeout as sleep } from 'node:timers/promises'
import { CalendarError } from '../../core/errors.ts'
import { UnusableDatabaseError } from '../translate-database-errors.ts'
import { raceConnectionAttempts } from './connection-attempts.ts'
import { type PostgresHost, parsePostgresHosts } from './parse-hosts.ts'
import {
  type ConnectionOptions,
  createConnectionError,
  createDatabaseUnavailableError,
  openPostgresConnection,
  type PostgresConnection,
  postgresErrorCode,
  READ_ONLY,
  UNRESPONSIVE,
} from './postgres-connection.ts'
import { HEALTH_CHECK, type PostgresLimits } from './timeouts-and-limits.ts'

/**
 * Opens connections, all to the same PostgreSQL server. After a fail-over, another host of the URL accepts writes, or
 * another server responds at the same address; when a new connection reaches another server, all connections to the old
 * one are closed.
 */
export interface ServerConnector {
  /**
   * Opens a connection. After a failed attempt, only one caller at a time tries to connect again; for other callers,
   * `connect` throws after a short wait, until an attempt has succeeded.
   */
  connect(options?: Pick<ConnectionOptions, 'plans'>): Promise<PostgresConnection>
  /**
   * Opens the connection that listens for notifications, even after a failed attempt of another caller. The connection
   * must not be used for slow queries: if it does not respond in time, all other connections are closed too.
   */
  connectListener(onNotification: (payload: string) => void): Promise<PostgresConnection>
  close(): void
}

type OpenOptions = Omit<ConnectionOptions, 'limits' | 'initialize'>

/** The properties of a PostgreSQL server that show whether it is still the same server in the same role. */
interface ServerIdentity {
  isReadOnly: boolean
  /**
   * PostgreSQL's system identifier, equal for a primary and its replicas; null if the database user may not read it.
   */
  system: string | null
  /**
   * Timeline of the write-ahead log, eight hexadecimal digits. Increases when a replica becomes the primary. Null on a
   * replica, and if the database user may not read it.
   */
  timeline: string | null
  /** When PostgreSQL was started: Unix time in seconds, as text. */
  startedAt: string
}

/**
 * Creates a connector for one database.
 * @param url the DATABASE_URL, with one or more hosts
 * @param name `application_name` of all connections
 * @param limits timeouts; if `responseTimeoutMs` is finite, connections and the identity of the server are checked
 * periodically
 */
export function createPostgresConnector(url: string, name: string, limits: PostgresLimits): ServerConnector {
  const hosts = parsePostgresHosts(url)
  const connections = new Set<PostgresConnection>()
  let current: ServerIdentity | undefined
  let isUnavailable = false
  let attempting: Promise<PostgresConnection> | undefined
  /** Resolves when a connection attempt succeeds; it is then replaced by a new promise for the next success. */
  let available = Promise.withResolvers<undefined>()
  const closing = new AbortController()
  const isMonitored = limits.responseTimeoutMs < Number.POSITIVE_INFINITY

  const closeAll = (cause: unknown) => {
    for (const connection of connections) connection.close(cause)
  }
  const register = (connection: PostgresConnection, identity: ServerIdentity) => {
    if (identity.isReadOnly)
      throw new UnusableDatabaseError('this PostgreSQL server does not accept writes: it is a standby, or read-only')
    const isSameSystem = current?.system != null && current.system === identity.system
    if (isSameSystem && (identity.timeline ?? '') < (current?.timeline ?? '')) {
      throw new UnusableDatabaseError(
        `this PostgreSQL server has been replaced: its timeline is ${identity.timeline}, the current one is ${current?.timeline}`,
      )
    }
    if (current && serverKey(identity) !== serverKey(current))
      closeAll(createConnectionError('CONNECTION_CLOSED', 'another server has taken over'))
    current = identity
    connections.add(connection)
    void connection.broken.then((cause) => {
      connections.delete(connection)
      // The error "read-only" means that PostgreSQL has become a
      // standby, so all other connections to it are closed too.
      if (postgresErrorCode(cause) === READ_ONLY) closeAll(cause)
    })
  }
  const openAt = async (host: PostgresHost, options: OpenOptions) => {
    const initialize = async (opened: PostgresConnection) => register(opened, await identityOf(opened))
    const connection = await openPostgresConnection(host, name, { ...options, limits, initialize })
    if (closing.signal.aborted) connection.close()
    moveToFront(hosts, host)
    return connection
  }
  const open = (options: OpenOptions, how: Partial<Parameters<typeof raceConnectionAttempts>[1]> = {}) =>
    raceConnectionAttempts(
      hosts.map((host) => () => openAt(host, options)),
      {
        staggerMs: HEALTH_CHECK.attemptStaggerMs,
        repeats: false,
        onFailure() {},
        signal: closing.signal,
        ...how,
      },
    )
  const attempt = async (opening: Promise<PostgresConnection>) => {
    attempting = opening
    try {
      const connection = await opening
      isUnavailable = false
      available.resolve(undefined)
      available = Promise.withResolvers<undefined>()
      return connection
    } catch (error) {
      isUnavailable = true
      throw error
    } finally {
      if (attempting === opening) attempting = undefined
    }
  }
  /**
   * Opens a connection. If another attempt succeeds first, PostgreSQL has become available, so the attempt is
   * restarted.
   */
  const openOrRestart = async (options: OpenOptions) => {
    const opening = open(options)
    const connection = await Promise.race([opening, available.promise])
    if (connection) return connection
    // The first attempt may never complete, because its packets were probably lost while PostgreSQL was unreachable.
    opening.then((late) => late.close()).catch(() => {})
    return open(options)
  }
  const connector: ServerConnector = {
    async connect(options = {}) {
      // Waits for up to two attempts: the first one may fail just before PostgreSQL becomes available.
      for (let left = 2; left > 0 && isUnavailable && attempting; left -= 1) await settledOrTimeout(attempting)
      if (!isUnavailable) return openOrRestart(options)
      if (attempting)
        throw createDatabaseUnavailableError(createConnectionError('CONNECT_TIMEOUT', 'the server does not respond'))
      return attempt(open(options))
    },
    async connectListener(onNotification) {
      const onFailure = () => {
        isUnavailable = true
      }
      const { listenerIdleMs: idleMs, pingTimeoutMs: responseTimeoutMs } = HEALTH_CHECK
      const connection = await attempt(
        open(
          { onNotification, idleMs, ...(isMonitored && { responseTimeoutMs }) },
          { repeats: isMonitored, onFailure },
        ),
      )
      void connection.broken.then((cause) => {
        if (postgresErrorCode(cause) !== UNRESPONSIVE) return
        isUnavailable = true
        closeAll(cause)
      })
      return connection
    },
    close: () => closing.abort(),
  }
  if (isMonitored) {
    void checkConnections(connections, closing.signal)
    void detectFailover(connector, closing.signal)
  }
  return connector
}

const settledOrTimeout = (attempting: Promise<unknown>) =>
  Promise.race([attempting.catch(() => {}), sleep(HEALTH_CHECK.unavailableWaitMs)])

const serverKey = ({ system, timeline, startedAt }: ServerIdentity) => [system, timeline, startedAt].join()

/** Moves the host of the most recent connection to the beginning, so that the next connection is tried there first. */
function moveToFront(hosts: PostgresHost[], host: PostgresHost): void {
  hosts.splice(hosts.indexOf(host), 1)
  hosts.unshift(host)
}

async function identityOf(connection: PostgresConnection): Promise<ServerIdentity> {
  const basics = `current_setting('transaction_read_only') = 'on' AS "isReadOnly",
    extract(epoch FROM pg_postmaster_start_time())::text AS "startedAt"`
  try {
    // The timeline is NULL for a standby, because a standby does not write to the write-ahead log.
    const [full] = await connection.script(`SELECT ${basics},
      (SELECT system_identifier::text FROM pg_control_system()) AS system,
      CASE WHEN pg_is_in_recovery() THEN NULL ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline`)
    return full as ServerIdentity
  } catch (error) {
    if (connection.isBroken() || error instanceof CalendarError) throw error
    // Some hosting providers do not permit the functions for system identifier and timeline, so this query omits them.
    const [partial] = await connection.script(`SELECT ${basics}`)
    return { system: null, timeline: null, ...(partial as Pick<ServerIdentity, 'isReadOnly' | 'startedAt'>) }
  }
}

/** Periodically calls `check` of all connections, which closes connections that do not respond. */
async function checkConnections(connections: ReadonlySet<PostgresConnection>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pause(HEALTH_CHECK.intervalMs, signal)
    for (const connection of connections) connection.check()
  }
}

/**
 * Periodically opens a connection to find out whether the URL now leads to another PostgreSQL server. Connections to
 * the old server may survive a fail-over; data written through them would be lost.
 */
async function detectFailover(connector: ServerConnector, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pause(HEALTH_CHECK.failoverCheckMs, signal)
    // If the new connection reaches another server, `connect` closes all connections to the former one.
    await connector.connect().then(
      (connection) => connection.close(),
      () => {},
    )
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => {})
  // Responses that arrived while this process was busy are processed
  // first, so that no connection is wrongly considered broken.
  await new Promise<void>((resolve) => setImmediate(resolve))
}
