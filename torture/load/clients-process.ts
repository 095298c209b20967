/**
 * Child process of `runClients`: clients with their own addresses, whose connections send one request after the other,
 * whatever the answers.
 */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../../bench/measure/quantile.ts'
import type { ClientOptions, ClientResult } from './clients.ts'

process.once('message', async ({ origin, clients }: { origin: string; clients: readonly ClientOptions[] }) => {
  process.send?.(await Promise.all(clients.map((client) => runClient(origin, client))))
  process.disconnect()
})

let number = 0

async function runClient(origin: string, options: ClientOptions): Promise<ClientResult> {
  const { requests, connections, pauseMs = 0, delaySeconds = 0, seconds } = options
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times = Object.fromEntries(Object.keys(requests).map((name) => [name, [] as number[]]))
  const statuses: Record<string, number> = {}
  await sleep(delaySeconds * 1000)
  const end = performance.now() + seconds * 1000
  const names = Object.keys(requests)
  await Promise.all(
    Array.from({ length: connections }, async (_, index) => {
      for (let next = index; performance.now() < end; next += 1) {
        const name = names[next % names.length] as string
        const path = (requests[name] as string).replace('#', String(++number))
        const begun = performance.now()
        const status = await fetchStatus(agent, origin + path, options.address)
        statuses[status] = (statuses[status] ?? 0) + 1
        if (status === '200') times[name]?.push(performance.now() - begun)
        if (pauseMs > 0) await sleep(pauseMs)
      }
    }),
  )
  agent.destroy()
  const p95 = Object.entries(times)
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => [
      name,
      quantile(
        values.sort((a, b) => a - b),
        0.95,
      ),
    ])
  return { p95: Object.fromEntries(p95), statuses }
}

/** Sends a request and reads the whole response. @returns the status, or `broken` */
async function fetchStatus(agent: Agent, url: string, address: string): Promise<string> {
  const sent = request(url, { agent, headers: { 'x-forwarded-for': address } }).end()
  try {
    const [response] = await once(sent, 'response')
    response.resume()
    await once(response, 'end')
    return String(response.statusCode)
  } catch {
    return 'broken'
  }
}
