import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { quantile } from '../measure/quantile.ts'
import { pinToCore } from '../server/processes.ts'

/** What is asked for, again and again, on kept connections that each wait for their answer. */
export interface ThroughputOptions {
  origin: string
  path: string
  headers?: Record<string, string>
  connections: number
  seconds: number
}

export interface Throughput {
  requestsPerSecond: number
  /** Milliseconds from question to answer. */
  p50: number
  p99: number
}

/** The client's core; servers have the first. */
const CORE = 1

/**
 * Asks a server as fast as it answers, from a process and, where there are two, a core of its own.
 * Cheap: answers are counted by their bytes, so all must be as long as the first. @throws when one is not, or is an error
 */
export async function measureThroughput(wanted: ThroughputOptions): Promise<Throughput> {
  const program = pinToCore(CORE, process.execPath, [import.meta.filename, JSON.stringify(wanted)])
  const child = spawn(...program, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0) throw new Error(`the load on ${wanted.origin}${wanted.path} failed`)
  return JSON.parse(said)
}

async function run({ origin, path, headers = {}, connections, seconds }: ThroughputOptions): Promise<Throughput> {
  const { host, hostname, port } = new URL(origin)
  const fields = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const question = Buffer.from(`GET ${path} HTTP/1.1\r\n${fields.join('')}\r\n`)
  const taken: number[] = []
  const begun = performance.now()
  const end = begun + seconds * 1000
  const address = { host: hostname, port: Number(port) }
  await Promise.all(Array.from({ length: connections }, () => askUntil(end, address, question, taken)))
  const passed = (performance.now() - begun) / 1000
  const sorted = Float64Array.from(taken).sort()
  return { requestsPerSecond: taken.length / passed, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }
}

/** One connection. @param taken gets the milliseconds of each answer */
function askUntil(end: number, address: { host: string; port: number }, question: Buffer, taken: number[]) {
  return new Promise<void>((resolve, reject) => {
    let asked = 0
    let bytes = 0
    let whole: number | undefined
    const onBytes = (length: number, buffer: Uint8Array) => {
      whole ??= lengthOf(buffer.subarray(0, length))
      bytes += length
      if (bytes < whole) return true
      if (bytes > whole) socket.destroy(new Error('an answer of another length'))
      const now = performance.now()
      taken.push(now - asked)
      if (now < end) ask(now)
      else socket.destroy()
      return true
    }
    // One buffer for all: nobody looks into the answers.
    const socket = connect({ ...address, noDelay: true, onread: { buffer: Buffer.alloc(65_536), callback: onBytes } })
    const ask = (now: number) => {
      asked = now
      bytes = 0
      socket.write(question)
    }
    socket.on('connect', () => ask(performance.now()))
    socket.on('error', reject)
    socket.on('close', () => resolve())
  })
}

/** Bytes of a whole answer whose beginning this is. */
function lengthOf(beginning: Uint8Array): number {
  const head = Buffer.from(beginning).toString('latin1').split('\r\n\r\n')[0] ?? ''
  if (!/^HTTP\/1\.1 (2\d\d|304) /.test(head)) throw new Error(`answered ${head.split('\r\n')[0]}`)
  return head.length + '\r\n\r\n'.length + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
}

if (process.argv[1] === import.meta.filename) {
  process.stdout.write(JSON.stringify(await run(JSON.parse(process.argv[2] as string))))
}
