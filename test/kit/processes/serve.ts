import { type ChildProcess, spawn } from 'node:child_process'
import { on, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { eventually } from '../eventually.ts'

const MAIN = join(import.meta.dirname, '../../../bin/almanac.js')

/** Creates a temporary folder and a function that deletes it. */
export function scratchFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-process-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export interface Served {
  child: ChildProcess
  origin: string
  /** Its standard output so far. */
  said(): string
  /** Resolves to the exit code, or null after a signal. */
  ended: Promise<number | null>
}

/**
 * Starts `almanac serve` as a child process and waits until it accepts connections. @throws with its output if it
 * exits first
 */
export async function serve(env: Record<string, string>): Promise<Served> {
  const child = almanac(env, ['serve'])
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  let said = ''
  child.stdout?.on('data', (chunk) => {
    said += chunk
  })
  return { child, ended, origin: await listeningOrigin(child), said: () => said }
}

/** Collects the log lines of a server; its `LOG_LEVEL` must enable them. */
export function logOf({ stderr }: ChildProcess) {
  const lines: Record<string, unknown>[] = []
  const texts: string[] = []
  createInterface({ input: stderr as Readable }).on('line', (line) => {
    if (line.startsWith('{')) lines.push(JSON.parse(line))
    else texts.push(line)
  })
  return {
    /** Lines that are not JSON. */
    texts,
    /** Messages of the process with this id. */
    messagesOf: (id: unknown) => lines.filter(({ pid }) => pid === id).map(({ msg }) => String(msg)),
    /** Ids of the processes that accept connections, in order of their start. */
    listeners: () => lines.filter(({ msg }) => /^Server listening/.test(String(msg))).map(({ pid }) => pid as number),
    /** Id of the process that handled the request with this `x-request-id`; needs log level `debug`. */
    answererOf: (requestId: unknown) => lines.find(({ reqId }) => reqId === requestId)?.pid as number | undefined,
    /** Client address of the request with this `x-request-id`; needs log level `debug`. */
    async addressOf(requestId: unknown) {
      const find = () => lines.find(({ reqId }) => reqId === requestId)
      await eventually(() => find() !== undefined, 'the response is logged')
      return find()?.address
    },
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Reads the origin from the output of a starting server. @throws with the output if it exits first */
export async function listeningOrigin({ stdout }: ChildProcess): Promise<string> {
  let said = ''
  for await (const [chunk] of on(stdout as Readable, 'data', { close: ['end'] })) {
    said += chunk
    const origin = /listens on (\S+)/.exec(said)?.[1]
    if (origin) return origin
  }
  throw new Error(`the server ended before it listened: ${said}`)
}

/** Runs a command as a child process until it exits. */
export async function runToEnd(env: Record<string, string>, argv: string[]) {
  const child = almanac(env, argv)
  let out = ''
  let err = ''
  child.stdout?.on('data', (chunk) => {
    out += chunk
  })
  child.stderr?.on('data', (chunk) => {
    err += chunk
  })
  const [code] = await once(child, 'close')
  return { code: code as number | null, out, err }
}

/** The environment variables that a started program needs. Compiled modules are in a cache. */
export const programEnvironment = () => {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
}

function almanac(env: Record<string, string>, argv: string[]): ChildProcess {
  // Set by `npm test`, not by trials, whose servers have the limits of production.
  const { TEST_SERVER_FLAG: flag } = process.env
  const flags = argv[0] === 'serve' && flag ? [flag] : []
  return spawn(process.execPath, [...flags, MAIN, ...argv], {
    env: { ...programEnvironment(), PORT: '0', LOG_LEVEL: 'silent', ALMANAC_ADMIN_PASSWORD: 'test password', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Authorization header of the administrator of servers started here. */
export const ADMIN = `Basic ${btoa('admin:test password')}`
