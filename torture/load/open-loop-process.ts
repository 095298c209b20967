/**
 * The other process of `offer` (see offer.ts). Requests are sent when they are due, whether others were answered or not: as
 * many people who do not wait for each other. As little work as an HTTP client can do.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import process from 'node:process'
import { HEAD_END, insertNumber } from '../../bench/client/request-sender.ts'
import { quantile } from '../../bench/measure/quantile.ts'
import type { OpenLoopOptions, OpenLoopResult } from './open-loop.ts'

const TICK_MS = 2
const OPENED_TOGETHER = 50

interface Line {
  socket: Socket
  /** When its request was due; undefined while it rests. */
  dueAt: number | undefined
  index: number
  received: string
  missing: number | undefined
}

process.once('message', async (offer: OpenLoopOptions) => {
  process.send?.(await run(offer))
  process.disconnect()
})

async function run({ origin, requests, perSecond, seconds, connections }: OpenLoopOptions): Promise<OpenLoopResult> {
  const { hostname, port } = new URL(origin)
  const idle: Line[] = []
  const lines = new Set<Line>()
  const answered = new Map<number, number[]>()
  let good = 0
  let sent = 0
  let unsent = 0
  let broken = 0
  let isOver = false

  function open(): Line {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    const line: Line = { socket, dueAt: undefined, index: 0, received: '', missing: undefined }
    lines.add(line)
    socket.on('data', (chunk) => onBytes(line, chunk))
    socket.on('error', () => {})
    socket.on('close', () => {
      lines.delete(line)
      if (line.dueAt !== undefined && !isOver) broken += 1
      const at = idle.indexOf(line)
      if (at >= 0) idle.splice(at, 1)
    })
    return line
  }
  function onBytes(line: Line, chunk: Buffer): void {
    if (line.missing === undefined) {
      line.received += chunk.toString('latin1')
      const end = line.received.indexOf(HEAD_END)
      if (end < 0) return
      const length = /^content-length: *(\d+)/im.exec(line.received.slice(0, end))?.[1]
      line.missing = Number(length ?? 0) - (line.received.length - end - HEAD_END.length)
    } else line.missing -= chunk.length
    if (line.missing > 0) return
    const status = Number(line.received.slice(9, 12))
    const tookMs = performance.now() - (line.dueAt as number)
    const times = answered.get(status)
    if (times) times.push(tookMs)
    else answered.set(status, [tookMs])
    if (status < 300 || status === 304) good += 1
    Object.assign(line, { dueAt: undefined, received: '', missing: undefined })
    idle.push(line)
  }

  // Beforehand, a few at a time: what is tried is many requests, not many connections at once.
  while (lines.size < connections) {
    const some = Array.from({ length: Math.min(OPENED_TOGETHER, connections - lines.size) }, open)
    await Promise.all(some.map(({ socket }) => once(socket, 'connect')))
    idle.push(...some)
  }

  const begun = performance.now()
  const end = begun + seconds * 1000
  for (let now = begun; now < end; now = performance.now()) {
    const due = Math.floor(((now - begun) / 1000) * perSecond)
    for (; sent + unsent < due; ) {
      const line = idle.pop()
      if (line === undefined) {
        unsent += 1
        continue
      }
      line.dueAt = performance.now()
      const text = requests[sent % requests.length] as string
      line.socket.write(insertNumber(text, sent), 'latin1')
      sent += 1
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  const took = (performance.now() - begun) / 1000
  const goodPerSecond = good / took
  const waiting = [...lines].filter(({ dueAt }) => dueAt !== undefined).length
  isOver = true
  for (const { socket } of lines) socket.destroy()
  const statuses = [...answered].map(([status, times]) => {
    times.sort((one, other) => one - other)
    return [status, { count: times.length, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }] as const
  })
  return { sent, unsent, broken, waiting, goodPerSecond, statuses: Object.fromEntries(statuses) }
}
