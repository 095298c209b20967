import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyInstance } from 'fastify'
import { CalendarError, type FailureCode, presentError } from '../../core/errors.ts'
import { http } from '../../core/generic/node-http.ts'
import { LIMITS } from '../all-limits.ts'
import { SECURITY_HEADERS } from '../response/security-headers.ts'
import { JSON_TYPE } from '../response/send-json.ts'

/** Timeouts of connections. Tests set shorter ones than the defaults. */
export type ConnectionTimeouts = Partial<
  Record<
    'headersTimeoutMs' | 'requestTimeoutMs' | 'inactivityTimeoutMs' | 'timeoutCheckIntervalMs' | 'keepAliveTimeoutMs',
    number
  >
>

/** The options of Fastify and `node:http` for timeouts and sizes of connections and requests. */
export function connectionTimeoutAndSizeOptions(timeouts: ConnectionTimeouts = {}) {
  const ms = (name: keyof ConnectionTimeouts) => timeouts[name] ?? LIMITS[name].value
  return {
    requestTimeout: ms('requestTimeoutMs'),
    keepAliveTimeout: ms('keepAliveTimeoutMs'),
    connectionTimeout: ms('inactivityTimeoutMs'),
    return503OnClosing: true,
    http: {
      maxHeaderSize: LIMITS.requestHeadBytes.value,
      headersTimeout: ms('headersTimeoutMs'),
      requestTimeout: ms('requestTimeoutMs'),
      connectionsCheckingInterval: ms('timeoutCheckIntervalMs'),
    },
    clientErrorHandler: refuseInvalidRequest,
  } as const
}

/** Limits the number of connections, and closes idle connections when the limit is reached or the server shuts down. */
export function registerConnectionLimits(app: FastifyInstance): void {
  const { server } = app
  server.maxHeadersCount = LIMITS.headers.value
  const unused = trackUnusedConnections(server)
  limitConnectionsOfServer(server, LIMITS.connections.value, () => {
    server.closeIdleConnections()
    for (const socket of unused) socket.destroy()
  })
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    for (const socket of unused) socket.destroy()
  })
  // During shutdown, each response closes its connection. Otherwise the server would wait until the client closes it.
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}

/**
 * Refuses connections beyond a limit. `maxConnections` of Node counts only the connections of one listening socket.
 * @param makeRoom closes idle connections, so that the next connection is accepted
 */
export function limitConnectionsOfServer(server: Server, max: number, makeRoom: () => void): void {
  const accept = server.listeners('connection') as ((socket: Socket) => void)[]
  let open = 0
  server.removeAllListeners('connection').on('connection', (socket: Socket) => {
    if (open >= max) {
      socket.destroy()
      makeRoom()
      return
    }
    open += 1
    socket.once('close', () => {
      open -= 1
    })
    for (const listener of accept) listener.call(server, socket)
  })
}

/**
 * Tracks connections on which no request has arrived yet; browsers open such connections in advance. Node does not
 * count them as idle, so a server that shuts down would wait for them.
 */
function trackUnusedConnections(server: Server): ReadonlySet<Socket> {
  const unused = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  return unused
}

/** Milliseconds between sending an error and destroying the connection, so that the client can read the error. */
const LINGER_MS = 500

/** Sends an error for a request that Node could not parse or that arrived too slowly, and closes the connection. */
function refuseInvalidRequest(error: ConnectionError, socket: Socket): void {
  const { _httpMessage: current } = socket as Socket & { _httpMessage?: { headersSent: boolean } }
  if (error.code === 'ECONNRESET' || !socket.writable || current?.headersSent) {
    socket.destroy()
    return
  }
  const failure = new CalendarError(failureCodeOf(error))
  const body = JSON.stringify(presentError(failure))
  const head = [
    `HTTP/1.1 ${failure.status} ${http.STATUS_CODES[failure.status]}`,
    `content-type: ${JSON_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    ...Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

function failureCodeOf({ code, rawPacket }: ConnectionError): FailureCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'rest_request_timeout'
  if (code !== 'HPE_HEADER_OVERFLOW') return 'rest_malformed_request'
  // `rawPacket` is a Buffer, but Fastify declares its type as the JSON form of one.
  const firstLine = (rawPacket as unknown as Buffer | undefined)?.toString('latin1').split('\n', 1)[0] ?? ''
  const isUrlTooLong = /^[A-Z]+ /.test(firstLine) && firstLine.length >= LIMITS.requestHeadBytes.value
  return isUrlTooLong ? 'rest_uri_too_long' : 'rest_headers_too_large'
}
