import { setTimeout as sleep } from 'node:timers/promises'
import { CalendarError } from '../../core/errors.ts'
import { UnusableDatabaseError } from '../errors.ts'
import {
  type ConnectionOptions,
  connectionError,
  databaseUnavailable,
  errorCodeOf,
  openConnection,
  type PostgresConnection,
  READ_ONLY,
  UNRESPONSIVE,
} from './connection.ts'
import { raceConnectionAttempts } from './connection-attempts.ts'
import { type PostgresHost, parseHosts } from './hosts.ts'
import { HEALTH_CHECK, type PostgresLimits } from './limits.ts'

/**
 * The one server that all connections go to. Where it is can change: after a fail-over another host of the address takes
 * writes, or another server answers at the same one. Then every connection to the former one is given up.
 */
export interface ServerConnector {
  /** A line to it. While it is known to be away one at a time tries for all. */
  connect(options?: Pick<ConnectionOptions, 'planCache'>): Promise<PostgresConnection>
  /**
   * As `line`, trying in any case: all others learn from it whether it is there. It must never be busy: when nothing comes
   * on it any more, no other line is to be trusted.
   */
  connectListener(onNotification: (payload: string) => void): Promise<PostgresConnection>
  close(): void
}

type Opening = Omit<ConnectionOptions, 'limits' | 'initialize'>

/** Who a server says it is. */
interface Greeting {
  isReadOnly: boolean
  /** The same in a server and its replicas; null where the user may not know. */
  system: string | null
  /** Rises when a replica is promoted; hexadecimal, eight digits. */
  timeline: string | null
  /** When it was started. */
  started: string
}

/** @param name by which the server knows our lines */
export function createServerConnector(url: string, name: string, limits: PostgresLimits): ServerConnector {
  const places = parseHosts(url)
  const lines = new Set<PostgresConnection>()
  let known: Greeting | undefined
  let isAway = false
  let trying: Promise<PostgresConnection> | undefined
  let found = Promise.withResolvers<undefined>()
  const closing = new AbortController()
  const isHasty = limits.responseTimeoutMs < Number.POSITIVE_INFINITY

  const leave = (cause: unknown) => {
    for (const line of lines) line.close(cause)
  }
  const meet = (line: PostgresConnection, met: Greeting) => {
    if (met.isReadOnly)
      throw new UnusableDatabaseError('PostgreSQL takes no writes there: it is a standby, or read-only')
    const isSameSystem = known?.system != null && known.system === met.system
    if (isSameSystem && (met.timeline ?? '') < (known?.timeline ?? '')) {
      throw new UnusableDatabaseError(
        `that PostgreSQL has been replaced (timeline ${met.timeline}, where there is ${known?.timeline})`,
      )
    }
    if (known && nameOf(met) !== nameOf(known))
      leave(connectionError('CONNECTION_CLOSED', 'another server has taken over'))
    known = met
    lines.add(line)
    void line.broken.then((cause) => {
      lines.delete(line)
      // What one line was told is true of all.
      if (errorCodeOf(cause) === READ_ONLY) leave(cause)
    })
  }
  const openAt = async (place: PostgresHost, options: Opening) => {
    const initialize = async (made: PostgresConnection) => meet(made, await greetingOf(made))
    const line = await openConnection(place, name, { ...options, limits, initialize })
    if (closing.signal.aborted) line.close()
    preferred(places, place)
    return line
  }
  const open = (options: Opening, how: Partial<Parameters<typeof raceConnectionAttempts>[1]> = {}) =>
    // Who answered last is asked first: others may let us wait.
    raceConnectionAttempts(
      places.map((place) => () => openAt(place, options)),
      { overlapMs: HEALTH_CHECK.overlapMs, isPersistent: false, onFailure() {}, signal: closing.signal, ...how },
    )
  const attempt = async (opening: Promise<PostgresConnection>) => {
    trying = opening
    try {
      const line = await opening
      isAway = false
      found.resolve(undefined)
      found = Promise.withResolvers<undefined>()
      return line
    } catch (error) {
      isAway = true
      throw error
    } finally {
      if (trying === opening) trying = undefined
    }
  }
  const openSoon = async (options: Opening) => {
    const opening = open(options)
    const line = await Promise.race([opening, found.promise])
    if (line) return line
    // What was sent while nothing came through is lost.
    opening.then((late) => late.close()).catch(() => {})
    return open(options)
  }
  const home: ServerConnector = {
    async connect(options = {}) {
      // What was tried before may have come a moment too early.
      for (let left = 2; left > 0 && isAway && trying; left -= 1) await soon(trying)
      if (!isAway) return openSoon(options)
      if (trying) throw databaseUnavailable(connectionError('CONNECT_TIMEOUT', 'the server does not answer'))
      return attempt(open(options))
    },
    async connectListener(onNotification) {
      const onFailure = () => {
        isAway = true
      }
      const { listenerRestMs: idleMs, pingMs: responseTimeoutMs } = HEALTH_CHECK
      const line = await attempt(
        open({ onNotification, idleMs, ...(isHasty && { responseTimeoutMs }) }, { isPersistent: isHasty, onFailure }),
      )
      void line.broken.then((cause) => {
        if (errorCodeOf(cause) !== UNRESPONSIVE) return
        isAway = true
        leave(cause)
      })
      return line
    },
    close: () => closing.abort(),
  }
  if (isHasty) {
    void checkLines(lines, closing.signal)
    void findMoved(home, closing.signal)
  }
  return home
}

/** Waits for what is being tried, a little. */
const soon = (trying: Promise<unknown>) => Promise.race([trying.catch(() => {}), sleep(HEALTH_CHECK.patienceMs)])

const nameOf = ({ system, timeline, started }: Greeting) => [system, timeline, started].join()

function preferred(places: PostgresHost[], place: PostgresHost): void {
  places.splice(places.indexOf(place), 1)
  places.unshift(place)
}

async function greetingOf(line: PostgresConnection): Promise<Greeting> {
  const basics = `current_setting('transaction_read_only') = 'on' AS "isReadOnly",
    extract(epoch FROM pg_postmaster_start_time())::text AS started`
  try {
    // A standby has no log of its own that it could name.
    const [whole] = await line.script(`SELECT ${basics},
      (SELECT system_identifier::text FROM pg_control_system()) AS system,
      CASE WHEN pg_is_in_recovery() THEN NULL ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline`)
    return whole as Greeting
  } catch (error) {
    if (line.isBroken() || error instanceof CalendarError) throw error
    // Some that look like PostgreSQL do not let everyone ask.
    const [some] = await line.script(`SELECT ${basics}`)
    return { system: null, timeline: null, ...(some as Pick<Greeting, 'isReadOnly' | 'started'>) }
  }
}

/** Finds lines on which nothing comes any more. */
async function checkLines(lines: ReadonlySet<PostgresConnection>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await rest(HEALTH_CHECK.tickMs, signal)
    for (const line of lines) line.check()
  }
}

/** Finds out that the address leads elsewhere by now: connections outlive that, and would write where nobody reads. */
async function findMoved(home: ServerConnector, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await rest(HEALTH_CHECK.whereMs, signal)
    // Meeting another server gives up all lines to the former one.
    await home.connect().then(
      (line) => line.close(),
      () => {},
    )
  }
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => {})
  // What has arrived while the process was busy is read first.
  await new Promise<void>((resolve) => setImmediate(resolve))
}
