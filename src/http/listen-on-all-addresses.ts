import cluster from 'node:cluster'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { LIMITS } from './all-limits.ts'

/**
 * Whether this process may open several sockets on one port. Worker processes may not, because they get their
 * connections from the primary process.
 */
const CAN_SHARE_PORT = process.platform === 'linux' && !cluster.isWorker

/**
 * Number of listening sockets for each address. Node accepts one connection of each socket in an iteration of the event
 * loop. Under load an iteration takes 10 ms, so one socket would accept only 100 connections per second.
 */
const SOCKETS = CAN_SHARE_PORT ? 8 : 1

interface ListenOptions {
  host: string
  port: number
}

/**
 * Listens on all addresses of a host, since e.g. `localhost` has an IPv4 and an IPv6 address. One HTTP server handles
 * the connections to all of them, so its limits and response cache apply to all.
 */
export async function listenOnAllAddresses(app: FastifyInstance, { host, port }: ListenOptions): Promise<void> {
  const addresses = host === 'localhost' ? (await lookup(host, { all: true })).map(({ address }) => address) : [host]
  const [first = host, ...others] = addresses
  // The option that lets sockets share a port also lets listening succeed while another server uses the port. So this
  // check comes first.
  if (CAN_SHARE_PORT && port !== 0) await checkPortIsFree({ host: first, port })
  const listeners: Server[] = []
  const closed: Promise<void>[] = []
  // These hooks are added before listening, because Fastify runs no hooks that are added later.
  app.addHook('preClose', async () => {
    for (const listener of listeners) closed.push(new Promise((resolve) => listener.close(() => resolve())))
    app.server.closeIdleConnections()
  })
  // Waits for the connections of the additional sockets. Those of the first socket Fastify closes and awaits itself,
  // after these hooks.
  app.addHook('onClose', async () => {
    await Promise.all(closed)
  })
  await app.listen(socketOptions({ host: first, port }))
  const bound = app.server.address()
  if (bound === null || typeof bound === 'string') return
  listeners.push(...(await listenOnSockets(app, { host: first, port: bound.port }, SOCKETS - 1)))
  for (const address of others) {
    const opened = await listenOnSockets(app, { host: address, port: bound.port }, SOCKETS)
    if (opened.length > 0)
      app.log.info(`Server listening at http://${address.includes(':') ? `[${address}]` : address}:${bound.port}`)
    listeners.push(...opened)
  }
}

const socketOptions = (options: ListenOptions) => ({
  ...options,
  backlog: LIMITS.listenBacklog.value,
  reusePort: CAN_SHARE_PORT,
})

/** Checks that no other server uses the port. @throws EADDRINUSE when another socket listens on the port */
async function checkPortIsFree(options: ListenOptions): Promise<void> {
  const probe = createServer().listen(options)
  await once(probe, 'listening')
  await new Promise((resolve) => probe.close(resolve))
}

/**
 * Listens on more sockets and passes their connections to the HTTP server.
 * @returns no listeners if the machine does not have the address, which is common for `::1`
 */
async function listenOnSockets(app: FastifyInstance, options: ListenOptions, count: number): Promise<Server[]> {
  const listeners: Server[] = []
  try {
    while (listeners.length < count) {
      const accept = (socket: Socket) => app.server.emit('connection', socket)
      const listener = createServer({ allowHalfOpen: true, noDelay: true }, accept)
      await once(listener.listen(socketOptions(options)), 'listening')
      listeners.push(listener)
    }
  } catch (err) {
    app.log.debug({ err }, `not listening at ${options.host}`)
  }
  return listeners
}
