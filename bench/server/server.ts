import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listeningOrigin } from '../../test/kit/processes/serve.ts'
import { pinToCore, readCpuSeconds, readResidentMib } from './processes.ts'

const ROOT = join(import.meta.dirname, '../..')
const MAIN = join(ROOT, 'bin/almanac.js')

/** The command of `npm start`: environment variables, `exec node`, its flags and the program. */
const startCommand = (): string => JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts.start

/** Node flags of `npm start`. */
export const nodeFlags = (): string[] => /node (.*)bin\//.exec(startCommand())?.[1]?.split(' ').filter(Boolean) ?? []

/** Environment variables that `npm start` sets. */
const startEnvironment = (): Record<string, string> =>
  Object.fromEntries([...startCommand().matchAll(/(\w+)=(\S*) (?=.*exec )/g)].map(([, name, value]) => [name, value]))

/** Environment of a server with a temporary data folder; `close` deletes it. */
export function createScratchEnv() {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-bench-'))
  const env: NodeJS.ProcessEnv = {
    ...startEnvironment(),
    PATH: process.env.PATH,
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    ALMANAC_ADMIN_PASSWORD: 'bench',
    PORT: '0',
  }
  return { env, close: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Runs an `almanac` command until it exits. @returns duration in milliseconds @throws unless the exit code is 0 */
export const runAlmanac = async (env: NodeJS.ProcessEnv, ...argv: string[]): Promise<number> =>
  (await runAndObserve(env, argv)).ms

/** Pause between two looks at a running command, in milliseconds. */
const LOOK_MS = 100

/**
 * Runs an `almanac` command until it exits.
 * @param look called with its process id again and again
 * @param flags of Node
 */
export async function runAndObserve(
  env: NodeJS.ProcessEnv,
  argv: readonly string[],
  look?: (pid: number) => void,
  flags: readonly string[] = [],
): Promise<{ ms: number }> {
  const begun = performance.now()
  const child = spawn(process.execPath, [...flags, MAIN, ...argv], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const looking = look && setInterval(() => look(child.pid as number), LOOK_MS)
  const [code] = await once(child, 'exit')
  clearInterval(looking)
  if (code !== 0) throw new Error(`almanac ${argv.join(' ')}: exit code ${code}`)
  return { ms: performance.now() - begun }
}

/** A server process of a benchmark. */
export interface RunningServer {
  origin: string
  pid: number
  /** Milliseconds from start to first response. */
  startMs: number
  /** Resident memory of all its processes. */
  residentMib(): number
  /** CPU time of all its processes since their start. */
  cpuSeconds(): number
  close(signal?: NodeJS.Signals): Promise<void>
}

/**
 * Starts a server and waits for its first response to an event list request.
 * @param core the only CPU core it may use
 * @param nodeArguments further arguments of Node
 */
export async function startServer(
  env: NodeJS.ProcessEnv,
  core?: number,
  nodeArguments: readonly string[] = [],
): Promise<RunningServer> {
  const begun = performance.now()
  const child = spawn(...pinToCore(core, process.execPath, [...nodeFlags(), ...nodeArguments, MAIN, 'serve']), {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const origin = await listeningOrigin(child)
  await fetchText(`${origin}/cal/events/v1/events`)
  const startMs = performance.now() - begun
  const pid = child.pid as number
  return {
    origin,
    pid,
    startMs,
    residentMib: () => readResidentMib(pid),
    cpuSeconds: () => readCpuSeconds(pid),
    async close(signal = 'SIGTERM') {
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    },
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Sends a request on a keep-alive connection. @returns the body @throws when the status is not 2xx */
export function fetchText(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { agent, method: options.method ?? 'GET', headers: options.headers ?? {} },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () =>
          (response.statusCode ?? 500) < 300
            ? resolve(text)
            : reject(new Error(`${response.statusCode} ${url}: ${text}`)),
        )
      },
    )
    sent.on('error', reject)
    sent.end(options.body)
  })
}
