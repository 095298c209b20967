import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyInstance } from 'fastify'
import { CalendarError, type FailureCode, presentError } from '../../core/errors.ts'
import { LIMITS } from '../limits.ts'
import { JSON_TYPE } from '../response/json.ts'
import { SECURITY_HEADERS } from '../response/security-headers.ts'

/** Timeouts that a test need not wait for. */
export type ConnectionTimeouts = Partial<
  Record<
    'headersTimeoutMs' | 'requestTimeoutMs' | 'inactivityTimeoutMs' | 'timeoutCheckIntervalMs' | 'keepAliveTimeoutMs',
    number
  >
>

/** What Fastify and Node are told of connections. */
export function connectionOptions(timeouts: ConnectionTimeouts = {}) {
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
    clientErrorHandler: answerBroken,
  } as const
}

/** Connections as many as there may be, and a closing that waits for nobody who says nothing. */
export function registerConnectionLimits(app: FastifyInstance): void {
  const { server } = app
  server.maxConnections = LIMITS.connections.value
  server.maxHeadersCount = LIMITS.headers.value
  const silent = silentConnections(server)
  // Who rests makes room for who asks.
  server.on('drop', () => {
    server.closeIdleConnections()
    for (const socket of silent) socket.destroy()
  })
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    for (const socket of silent) socket.destroy()
  })
  // Answers sent while the server closes end their connection; otherwise closing would wait until the client lets go.
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}

/** Browsers connect ahead. A connection that never asked counts as busy for Node, which would wait for it for ever. */
function silentConnections(server: Server): ReadonlySet<Socket> {
  const silent = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }) => silent.delete(socket))
  return silent
}

/** So long a client gets to read why its connection ends. */
const LINGER_MS = 500

/** A request that Node could not read, or that came too slowly, is answered in HTTP all the same, and was the last. */
function answerBroken(error: ConnectionError, socket: Socket): void {
  const { _httpMessage: begun } = socket as Socket & { _httpMessage?: { headersSent: boolean } }
  if (error.code === 'ECONNRESET' || !socket.writable || begun?.headersSent) {
    socket.destroy()
    return
  }
  const refusal = new CalendarError(codeOf(error))
  const body = JSON.stringify(presentError(refusal))
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    `content-type: ${JSON_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    ...Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

function codeOf({ code, rawPacket }: ConnectionError): FailureCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'rest_request_timeout'
  if (code !== 'HPE_HEADER_OVERFLOW') return 'rest_malformed_request'
  // What its type says is how it looks as JSON.
  const line = (rawPacket as unknown as Buffer | undefined)?.toString('latin1').split('\n', 1)[0] ?? ''
  const isAddress = /^[A-Z]+ /.test(line) && line.length >= LIMITS.requestHeadBytes.value
  return isAddress ? 'rest_uri_too_long' : 'rest_headers_too_large'
}
