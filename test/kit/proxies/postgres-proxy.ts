import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What becomes of a COMMIT that passes. */
export type CommitFate = 'pass' | 'lost' | 'answer lost' | 'answer swallowed'

/** Stands before PostgreSQL as a network does that fails, or as a balancer that moves to another server. */
export interface FaultyProxy {
  /** `DATABASE_URL` through it. */
  url: string
  /** Ends every connection and refuses new ones until `mend`. */
  cut(): void
  /** Nothing comes through any more, in either direction, and nobody is told; new connections are taken, and starve. */
  swallow(): void
  mend(): void
  /** Each packet waits so long, milliseconds. */
  slow(ms: number): void
  /** New connections go there. @param isCut whether the others end */
  moveTo(url: string, isCut: boolean): void
  /** Asked for each COMMIT. */
  onCommit(fate: () => CommitFate): void
  close(): Promise<void>
}

/** Of the simple protocol, without TLS. */
const COMMIT = 'COMMIT\0'

export async function faultyProxy(target: string): Promise<FaultyProxy> {
  const sockets = new Set<Socket>()
  let place = new URL(target)
  let state: 'whole' | 'cut' | 'swallowing' = 'whole'
  /** What was swallowed once never comes to life again. */
  let swallows = 0
  let delayMs = 0
  let fateOf = (): CommitFate => 'pass'
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const track = (socket: Socket, other: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
  }
  const server = createServer((client) => {
    if (state === 'cut') return client.destroy()
    const upstream = connect(Number(place.port), place.hostname)
    let fate: CommitFate = 'pass'
    const born = state === 'swallowing' ? -1 : swallows
    track(client, upstream)
    track(upstream, client)
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
