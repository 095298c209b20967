import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { quantile } from '../measure/quantile.ts'
import { pinToCore } from '../server/processes.ts'

/** One request that is repeated on several keep-alive connections, one at a time each. */
export interface ThroughputOptions {
  origin: string
  path: string
  headers?: Record<string, string>
  connections: number
  seconds: number
}

/** Result of a throughput measurement. */
export interface Throughput {
  requestsPerSecond: number
  /** Response time in milliseconds. */
  p50: number
  p99: number
}

/** CPU core of the client; servers use core 0. */
const CORE = 1

/**
 * Repeats a request as fast as the server responds, from a separate process and, if possible, CPU core. To save work,
 * responses are recognized by their length, so all must be as long as the first.
 * @throws when a response has another length or an error status
 */
export async function measureThroughput(options: ThroughputOptions): Promise<Throughput> {
  const program = pinToCore(CORE, process.execPath, [import.meta.filename, JSON.stringify(options)])
  const child = spawn(...program, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0) throw new Error(`the load on ${options.origin}${options.path} failed`)
  return JSON.parse(output)
}

async function run({ origin, path, headers = {}, connections, seconds }: ThroughputOptions): Promise<Throughput> {
  const { host, hostname, port } = new URL(origin)
  const fields = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${fields.join('')}\r\n`)
  const durations: number[] = []
  const begun = performance.now()
  const end = begun + seconds * 1000
  const address = { host: hostname, port: Number(port) }
  await Promise.all(Array.from({ length: connections }, () => repeatUntil(end, address, request, durations)))
  const passed = (performance.now() - begun) / 1000
  const sorted = Float64Array.from(durations).sort()
  return { requestsPerSecond: durations.length / passed, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }
}

/** Uses one connection until `end`. @param durations receives the milliseconds of each response */
function repeatUntil(end: number, address: { host: string; port: number }, request: Buffer, durations: number[]) {
  return new Promise<void>((resolve, reject) => {
    let sentAt = 0
    let bytes = 0
    let responseLength: number | undefined
    const onBytes = (length: number, buffer: Uint8Array) => {
      responseLength ??= responseLengthOf(buffer.subarray(0, length))
      bytes += length
      if (bytes < responseLength) return true
      if (bytes > responseLength) socket.destroy(new Error('a response has another length'))
      const now = performance.now()
      durations.push(now - sentAt)
      if (now < end) send(now)
      else socket.destroy()
      return true
    }
    // One buffer for all chunks: their content is not read.
    const socket = connect({ ...address, noDelay: true, onread: { buffer: Buffer.alloc(65_536), callback: onBytes } })
    const send = (now: number) => {
      sentAt = now
      bytes = 0
      socket.write(request)
    }
    socket.on('connect', () => send(performance.now()))
    socket.on('error', reject)
    socket.on('close', () => resolve())
  })
}

/** Length of a response in bytes, from its first chunk. @throws for error statuses */
function responseLengthOf(beginning: Uint8Array): number {
  const head = Buffer.from(beginning).toString('latin1').split('\r\n\r\n')[0] ?? ''
  if (!/^HTTP\/1\.1 (2\d\d|304) /.test(head)) throw new Error(`unexpected response ${head.split('\r\n')[0]}`)
  return head.length + '\r\n\r\n'.length + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
}

if (process.argv[1] === import.meta.filename) {
  process.stdout.write(JSON.stringify(await run(JSON.parse(process.argv[2] as string))))
}
