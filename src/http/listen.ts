import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { LIMITS } from './limits.ts'

/**
 * Listens on all addresses of a host, since e.g. `localhost` has an IPv4 and an IPv6 address. One HTTP server handles the
 * connections to all of them, so its limits and response cache apply to all.
 */
export async function listen(app: FastifyInstance, { host, port }: { host: string; port: number }): Promise<void> {
  const addresses = host === 'localhost' ? (await lookup(host, { all: true })).map(({ address }) => address) : [host]
  const [first = host, ...others] = addresses
  const backlog = LIMITS.listenBacklog.value
  await app.listen({ host: first, port, backlog })
  const bound = app.server.address()
  if (bound === null || typeof bound === 'string') return
  for (const address of others) {
    const listener = await listenOnAddress(app, { host: address, port: bound.port, backlog })
    if (listener) app.addHook('preClose', async () => void listener.close())
  }
}

/**
 * Listens on one address and passes its connections to the HTTP server.
 * @returns undefined if the machine does not have the address, which is common for `::1`
 */
async function listenOnAddress(
  app: FastifyInstance,
  options: { host: string; port: number; backlog: number },
): Promise<Server | undefined> {
  const { host, port } = options
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket: Socket) =>
    app.server.emit('connection', socket),
  )
  listener.maxConnections = LIMITS.connections.value
  try {
    await once(listener.listen(options), 'listening')
    app.log.info(`Server listening at http://${host.includes(':') ? `[${host}]` : host}:${port}`)
    return listener
  } catch (err) {
    app.log.debug({ err }, `not listening at ${host}`)
    return undefined
  }
}
