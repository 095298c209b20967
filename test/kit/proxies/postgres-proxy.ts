import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * What happens to a COMMIT: forwarded; not forwarded, connection closed; forwarded, but the response replaced by a
 * closed connection; or forwarded without a response.
 */
export type CommitFate = 'pass' | 'lost' | 'answer lost' | 'answer swallowed'

/** A proxy in front of PostgreSQL that simulates network failures and fail-over to another server. */
export interface FaultyProxy {
  /** `DATABASE_URL` of the proxy. */
  url: string
  /** Closes all connections and refuses new ones until `mend`. */
  cut(): void
  /**
   * Drops all packets in both directions without closing connections. New connections are accepted and get no
   * response.
   */
  swallow(): void
  mend(): void
  /** Delays each packet by this many milliseconds. */
  slow(ms: number): void
  /** Forwards new connections to another server. @param isCut whether to close the existing ones */
  moveTo(url: string, isCut: boolean): void
  /** Decides the fate of each COMMIT. */
  onCommit(fate: () => CommitFate): void
  close(): Promise<void>
}

/** COMMIT as a message of the simple query protocol, without TLS. */
const COMMIT = 'COMMIT\0'

export async function faultyProxy(target: string): Promise<FaultyProxy> {
  const sockets = new Set<Socket>()
  let place = new URL(target)
  let state: 'whole' | 'cut' | 'swallowing' = 'whole'
  /** Connections that lost packets once never work again, even after `mend`. */
  let swallows = 0
  let delayMs = 0
  let fateOf = (): CommitFate => 'pass'
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const track = (socket: Socket, onClose: () => void) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      onClose()
    })
  }
  const server = createServer((client) => {
    if (state === 'cut') return client.destroy()
    const upstream = connect(Number(place.port), place.hostname)
    let fate: CommitFate = 'pass'
    const born = state === 'swallowing' ? -1 : swallows
    track(client, () => upstream.destroy())
    // That PostgreSQL closes a connection is a packet too.
    track(upstream, () => {
      if (born === swallows || state !== 'swallowing') client.destroy()
    })
    const pass = (to: Socket, bytes: Buffer) => {
      if (born !== swallows) return
      if (delayMs === 0) to.write(bytes)
      else setTimeout(() => born === swallows && to.writable && to.write(bytes), delayMs)
    }
    client.on('data', (bytes) => {
      if (bytes.includes(COMMIT)) fate = fateOf()
      if (fate === 'lost') client.destroy()
      else pass(upstream, bytes)
    })
    upstream.on('data', (bytes) => {
      if (fate === 'answer lost') client.destroy()
      else if (fate !== 'answer swallowed') pass(client, bytes)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: Object.assign(new URL(target), {
      hostname: '127.0.0.1',
      port: String((server.address() as AddressInfo).port),
    }).href,
    cut() {
      state = 'cut'
      cutAll()
    },
    swallow() {
      state = 'swallowing'
      swallows += 1
    },
    mend() {
      state = 'whole'
    },
    slow(ms) {
      delayMs = ms
    },
    moveTo(url, isCut) {
      place = new URL(url)
      if (isCut) cutAll()
    },
    onCommit(fate) {
      fateOf = fate
    },
    async close() {
      cutAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
