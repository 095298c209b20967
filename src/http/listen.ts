import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { LIMITS } from './limits.ts'

/**
 * Listens on every address that the host has: `localhost` has one of IPv4 and one of IPv6. Connections to all of them are
 * the one server's, with its limits and kept answers.
 */
export async function listen(app: FastifyInstance, { host, port }: { host: string; port: number }): Promise<void> {
  const addresses = host === 'localhost' ? (await lookup(host, { all: true })).map(({ address }) => address) : [host]
  const [first = host, ...others] = addresses
  const backlog = LIMITS.listenBacklog.value
  await app.listen({ host: first, port, backlog })
  const own = app.server.address()
  if (own === null || typeof own === 'string') return
  for (const address of others) {
    const door = await openDoor(app, { host: address, port: own.port, backlog })
    if (door) app.addHook('preClose', async () => void door.close())
  }
}

/** @returns undefined when the machine does not have the address, as is often so for `::1` */
async function openDoor(
  app: FastifyInstance,
  place: { host: string; port: number; backlog: number },
): Promise<Server | undefined> {
  const { host, port } = place
  const door = createServer({ allowHalfOpen: true, noDelay: true }, (socket: Socket) =>
    app.server.emit('connection', socket),
  )
  door.maxConnections = LIMITS.connections.value
  try {
    await once(door.listen(place), 'listening')
    app.log.info(`Server listening at http://${host.includes(':') ? `[${host}]` : host}:${port}`)
    return door
  } catch (err) {
    app.log.debug({ err }, `not listening at ${host}`)
    return undefined
  }
}
