import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listeningOrigin } from '../test/kit/process.ts'

/** One measured thing. */
export interface Measure {
  what: string
  value: number
  unit: string
  /** What was promised, in the same unit, if anything was. */
  goal?: { atMost: number } | { atLeast: number }
}

export interface Bench {
  name: string
  run(): Promise<Measure[]>
}

const MAIN = join(import.meta.dirname, '../bin/almanac.js')

/** Environment of a server with a data folder of its own; `close` removes it. */
export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-bench-'))
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    ALMANAC_ADMIN_PASSWORD: 'bench',
    PORT: '0',
  }
  return { env, close: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Runs a command to its end. @returns milliseconds it took */
export async function almanac(env: NodeJS.ProcessEnv, ...argv: string[]): Promise<number> {
  const begun = performance.now()
  const child = spawn(process.execPath, [MAIN, ...argv], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`almanac ${argv.join(' ')}: exit code ${code}`)
  return performance.now() - begun
}

export interface RunningServer {
  origin: string
  pid: number
  /** Milliseconds from its start to its first answer. */
  startMs: number
  /** Resident memory now, in MiB as Linux counts it. */
  residentMib(): number
  close(signal?: NodeJS.Signals): Promise<void>
}

/** Starts a server and waits for its first answer to a listing. */
export async function startServer(env: NodeJS.ProcessEnv): Promise<RunningServer> {
  const begun = performance.now()
  const child = spawn(process.execPath, ['--max-semi-space-size=4', '--no-maglev', MAIN, 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const origin = await listeningOrigin(child)
  await get(`${origin}/cal/events/v1/events`)
  const startMs = performance.now() - begun
  return {
    origin,
    pid: child.pid as number,
    startMs,
    residentMib: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
    },
    async close(signal = 'SIGTERM') {
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    },
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** One request on a kept connection. @throws when the answer is not 2xx */
export function get(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: options.method ?? 'GET', headers: options.headers ?? {} }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () =>
        (answer.statusCode ?? 500) < 300 ? resolve(text) : reject(new Error(`${answer.statusCode} ${url}: ${text}`)),
      )
    })
    sent.on('error', reject)
    sent.end(options.body)
  })
}

/** Milliseconds each of `times` runs takes, one after the other, sorted. */
export async function timed(times: number, work: (turn: number) => Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  for (let turn = 0; turn < times; turn += 1) {
    const begun = performance.now()
    await work(turn)
    taken.push(performance.now() - begun)
  }
  return taken.sort((one, other) => one - other)
}

export const median = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
