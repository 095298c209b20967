/**
 * Child process of `sendOpenLoop`. Requests are sent when they are due, whether or not earlier ones have been answered, like
 * those of independent users. A minimal HTTP client, so that the server is the bottleneck.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import process from 'node:process'
import { HEAD_END, insertNumber } from '../../bench/client/request-sender.ts'
import { quantile } from '../../bench/measure/quantile.ts'
import type { OpenLoopOptions, OpenLoopResult } from './open-loop.ts'

const TICK_MS = 2
/** Connections opened at once. */
const OPENED_TOGETHER = 50

/** A connection of the client. */
interface ClientConnection {
  socket: Socket
  /** When its request was due; undefined while idle. */
  dueAt: number | undefined
  /** Index of this request in `OpenLoopOptions.requests`. */
  index: number
  received: string
  missing: number | undefined
}

process.once('message', async (options: OpenLoopOptions) => {
  process.send?.(await run(options))
  process.disconnect()
})

async function run({ origin, requests, perSecond, seconds, connections }: OpenLoopOptions): Promise<OpenLoopResult> {
  const { hostname, port } = new URL(origin)
  const idle: ClientConnection[] = []
  const allConnections = new Set<ClientConnection>()
  const timesByStatus = new Map<number, number[]>()
  const good = requests.map(() => 0)
  let sent = 0
  let unsent = 0
  let broken = 0
  let isOver = false

  function open(): ClientConnection {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    const connection: ClientConnection = { socket, dueAt: undefined, index: 0, received: '', missing: undefined }
    allConnections.add(connection)
    socket.on('data', (chunk) => onBytes(connection, chunk))
    socket.on('error', () => {})
    socket.on('close', () => {
      allConnections.delete(connection)
      if (connection.dueAt !== undefined && !isOver) broken += 1
      const at = idle.indexOf(connection)
      if (at >= 0) idle.splice(at, 1)
    })
    return connection
  }
  function onBytes(connection: ClientConnection, chunk: Buffer): void {
    if (connection.missing === undefined) {
      connection.received += chunk.toString('latin1')
      const end = connection.received.indexOf(HEAD_END)
      if (end < 0) return
      const length = /^content-length: *(\d+)/im.exec(connection.received.slice(0, end))?.[1]
      connection.missing = Number(length ?? 0) - (connection.received.length - end - HEAD_END.length)
    } else connection.missing -= chunk.length
    if (connection.missing > 0) return
    const status = Number(connection.received.slice(9, 12))
    const tookMs = performance.now() - (connection.dueAt as number)
    const times = timesByStatus.get(status)
    if (times) times.push(tookMs)
    else timesByStatus.set(status, [tookMs])
    if (status < 300 || status === 304) good[connection.index] = (good[connection.index] ?? 0) + 1
    Object.assign(connection, { dueAt: undefined, received: '', missing: undefined })
    idle.push(connection)
  }

  // Open connections before the load, a few at a time: the trial is about requests, not about connection attempts.
  while (allConnections.size < connections) {
    const some = Array.from({ length: Math.min(OPENED_TOGETHER, connections - allConnections.size) }, open)
    await Promise.all(some.map(({ socket }) => once(socket, 'connect')))
    idle.push(...some)
  }

  const begun = performance.now()
  const end = begun + seconds * 1000
  for (let now = begun; now < end; now = performance.now()) {
    const due = Math.floor(((now - begun) / 1000) * perSecond)
    for (; sent + unsent < due; ) {
      // The one that was idle for longest, because the server closes unused connections.
      const connection = idle.shift()
      if (connection === undefined) {
        unsent += 1
        continue
      }
      connection.dueAt = performance.now()
      connection.index = sent % requests.length
      const text = requests[connection.index] as string
      connection.socket.write(insertNumber(text, sent), 'latin1')
      sent += 1
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  const took = (performance.now() - begun) / 1000
  const goodPerSecond = good.map((count) => count / took)
  const waiting = [...allConnections].filter(({ dueAt }) => dueAt !== undefined).length
  isOver = true
  for (const { socket } of allConnections) socket.destroy()
  const statuses = [...timesByStatus].map(([status, times]) => {
    times.sort((one, other) => one - other)
    return [status, { count: times.length, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }] as const
  })
  return { sent, unsent, broken, waiting, goodPerSecond, statuses: Object.fromEntries(statuses) }
}
