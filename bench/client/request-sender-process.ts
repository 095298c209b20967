/** Child process of `sendRequests`: a minimal HTTP client, so that the server is the bottleneck. */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../measure/quantile.ts'
import { HEAD_END, insertNumber, type SendRequestsOptions } from './request-sender.ts'

process.once('message', async (sending: SendRequestsOptions) => {
  try {
    process.send?.({ sent: await sendAll(sending) })
  } catch (error) {
    process.send?.({ error: String(error) })
  }
  process.disconnect()
})

async function sendAll({ origin, requests, connections, seconds, times, perSecond }: SendRequestsOptions) {
  const { hostname, port } = new URL(origin)
  const durations: number[] = []
  const cpu = process.cpuUsage()
  const begun = performance.now()
  let next = 0
  const isOver = () => (times !== undefined ? next >= times : performance.now() - begun >= (seconds ?? 0) * 1000)
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const exchange = await openPostgresConnection(hostname, Number(port))
      while (!isOver()) {
        const number = next
        next += 1
        const dueMs = perSecond === undefined ? 0 : begun + (number * 1000) / perSecond - performance.now()
        if (dueMs > 0) await sleep(dueMs)
        const text = requests[number % requests.length] as string
        const sentAt = performance.now()
        await exchange(insertNumber(text, number))
        durations.push(performance.now() - sentAt)
      }
      exchange.close()
    }),
  )
  const { user, system } = process.cpuUsage(cpu)
  const tookSeconds = (performance.now() - begun) / 1000
  durations.sort((one, other) => one - other)
  return {
    perSecond: durations.length / tookSeconds,
    p50: quantile(durations, 0.5),
    p99: quantile(durations, 0.99),
    cpuSeconds: (user + system) / 1e6,
  }
}

/** Opens a connection. @returns a function that sends a request and waits for its response; it throws unless the status is 2xx or 304 */
async function openPostgresConnection(host: string, port: number) {
  const socket: Socket = connect({ host, port, noDelay: true })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let head = ''
  /** Remaining bytes of the response; undefined before its headers are complete. */
  let missing: number | undefined
  let settle: { done(): void; fail(error: Error): void } | undefined
  socket.on('data', (chunk: Buffer) => {
    if (missing === undefined) {
      head += chunk.toString('latin1')
      const end = head.indexOf(HEAD_END)
      if (end < 0) return
      const status = Number(head.slice(9, 12))
      const length = /^content-length: *(\d+)/im.exec(head.slice(0, end))?.[1]
      if ((status >= 300 && status !== 304) || (length === undefined && status !== 304)) {
        return settle?.fail(new Error(`unexpected response ${head.slice(0, 500)}`))
      }
      missing = (status === 304 ? 0 : Number(length)) - (head.length - end - HEAD_END.length)
      head = ''
    } else missing -= chunk.length
    if (missing > 0) return
    missing = undefined
    settle?.done()
  })
  socket.on('close', () => settle?.fail(new Error('the server closed the connection')))
  const exchange = (text: string) =>
    new Promise<void>((done, fail) => {
      settle = { done, fail }
      // Latin-1: binary bodies have one character per byte.
      socket.write(text, 'latin1')
    })
  return Object.assign(exchange, { close: () => socket.destroy() })
}
