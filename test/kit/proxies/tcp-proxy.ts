import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy that can cut its connections. With several targets it distributes new connections in turn. */
export async function startProxy(target: string, ...others: string[]) {
  const targets = [target, ...others].map((url) => new URL(url))
  let taken = 0
  const sockets = new Set<Socket>()
  let broken = false
  const server = createServer((client) => {
    if (broken) return client.destroy()
    const { hostname, port } = targets[taken++ % targets.length] as URL
    const upstream = connect(Number(port), hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const own = server.address() as { port: number }
  return {
    url: Object.assign(new URL(target), { hostname: '127.0.0.1', port: String(own.port) }).href,
    /** Closes all connections and refuses new ones until `mend`. */
    cut() {
      broken = true
      for (const socket of sockets) socket.destroy()
    },
    mend() {
      broken = false
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
