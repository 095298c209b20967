import { connect, type Socket } from 'node:net'
import postgres from 'postgres'
import { CalendarError } from '../core/errors.ts'

const CONNECT_TIMEOUT_MS = 10_000

export interface Rows extends Array<unknown> {
  /** How many rows the statement changed or found. */
  count: number | null
}

/** One connection. When it breaks it is broken for good, and whatever waits for an answer fails at once. */
export interface Line {
  query(text: string, values?: readonly unknown[]): Promise<Rows>
  /** Several statements without values. */
  script(text: string): Promise<Rows>
  isBroken(): boolean
  /** Resolves when the line breaks, by `close` too. */
  broken: Promise<void>
  close(): void
}

interface LineOptions {
  /** Called for each NOTIFY of a channel this line listens to. */
  onNotice?: (payload: string) => void
  /**
   * Whether a statement is planned once, or each time for its values. Left to itself the server plans a short list of
   * keys anew each time, because it is cheaper than what it guesses of any list: planning takes longer than the reading.
   */
  plans?: 'kept' | 'for values'
}

const unavailable = (cause: unknown) => new CalendarError('database_unavailable', { cause })
/** Codes as the driver gives them. */
const lineError = (code: 'CONNECT_TIMEOUT' | 'CONNECTION_CLOSED', message: string) =>
  Object.assign(new Error(message), { code })

/**
 * The driver speaks the protocol; connections are ours. Its own pool, when a line breaks, may leave a query without an
 * answer, send one into nothing, or end the process (seen in 3.4.9), so each driver here has one socket and no second.
 * @param name by which the server knows it; who hears of a change hears the name of whoever made it
 */
export async function openLine(
  url: string,
  name: string,
  { onNotice = () => {}, plans = 'kept' }: LineOptions = {},
): Promise<Line> {
  const { promise: broken, resolve: tell } = Promise.withResolvers<void>()
  const waiting = new Set<(error: unknown) => void>()
  let lost: CalendarError | undefined
  let socket: Promise<Socket> | undefined
  const lose = (cause: unknown) => {
    if (lost) return
    lost = unavailable(cause)
    for (const fail of waiting) fail(lost)
    tell()
    socket?.then((made) => made.destroy()).catch(() => {})
  }
  const driver = postgres(withoutHost(url), {
    ...optionsFor(name, plans),
    ...socketOf(url),
    socket(place: Place) {
      if (socket) throw lineError('CONNECTION_CLOSED', 'the connection was lost')
      socket = connected(place)
      return socket
    },
    onclose: () => lose(lineError('CONNECTION_CLOSED', 'the connection was lost')),
    onnotify: (_channel: string, payload: string) => onNotice(payload),
  } as unknown as postgres.Options<Record<string, never>>)

  const send = (text: string, values: readonly unknown[], prepare: boolean) =>
    new Promise<Rows>((resolve, reject) => {
      if (lost) return reject(lost)
      waiting.add(reject)
      driver
        .unsafe(text, values as never[], { prepare, simple: !prepare } as postgres.UnsafeQueryOptions)
        .then(resolve as (rows: unknown) => void, (error) => {
          if (!leavesIntact(error)) lose(error)
          reject(error)
        })
        .finally(() => waiting.delete(reject))
    })
  const line: Line = {
    query: (text, values = []) => send(text, values, true),
    script: (text) => send(text, [], false),
    isBroken: () => lost !== undefined,
    broken,
    close: () => lose(lineError('CONNECTION_CLOSED', 'the connection was closed')),
  }
  const timer = setTimeout(() => lose(lineError('CONNECT_TIMEOUT', 'no answer in time')), CONNECT_TIMEOUT_MS)
  try {
    await line.script('SELECT 1')
    return line
  } catch (error) {
    line.close()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** `?host=/folder` names the folder of a Unix socket, as libpq has it; the driver would send it to the server. */
export function socketOf(url: string): { path?: string } {
  const { searchParams, port } = new URL(url)
  const folder = searchParams.get('host')
  return folder ? { path: `${folder}/.s.PGSQL.${port || 5432}` } : {}
}

/** Without what is not for the driver. */
export function withoutHost(url: string): string {
  const parsed = new URL(url)
  parsed.searchParams.delete('host')
  return parsed.href
}

const leavesIntact = (error: unknown) =>
  error instanceof postgres.PostgresError && !['FATAL', 'PANIC'].includes(error.severity)

const optionsFor = (name: string, plans: LineOptions['plans']) => ({
  max: 1,
  max_lifetime: null,
  fetch_types: false,
  onnotice: () => {},
  // Compiling plans costs more than these short statements take.
  // Between what disks without a head and the one in memory cost: 1.1 has long scans follow an index. A search of a common word gathers more than 4 MB.
  connection: {
    jit: 'off',
    random_page_cost: 2,
    work_mem: '16MB',
    plan_cache_mode: plans === 'kept' ? 'force_generic_plan' : 'force_custom_plan',
    application_name: name,
  },
  // Seconds and counts are bigint and stay far below 2^53.
  types: { bigint: { to: 20, from: [20, 1700], serialize: String, parse: Number } },
})

/** As the driver reads it from the URL. */
interface Place {
  host: string[]
  port: number[]
  /** Of a Unix socket. */
  path: string | false
}

async function connected({ host: [host = ''], port: [port = 0], path }: Place): Promise<Socket> {
  const socket = path ? connect(path) : connect(port, host)
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  // The driver proves the certificate of this host.
  return Object.assign(socket.setNoDelay(), { host })
}
