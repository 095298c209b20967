import { type ChildProcess, spawn } from 'node:child_process'
import { on, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

const MAIN = join(import.meta.dirname, '../../bin/almanac.js')

/** A folder that goes with the test. */
export function scratchFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-process-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export interface Served {
  child: ChildProcess
  origin: string
  /** The exit code, null when a signal ended it. */
  ended: Promise<number | null>
}

/** `almanac serve` in a process of its own, once it listens. @throws with what it said when it ends before */
export async function serve(env: Record<string, string>): Promise<Served> {
  const child = almanac(env, ['serve'])
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  return { child, ended, origin: await listeningOrigin(child) }
}

/** Where a server says it listens. @throws with what it said when it ends before */
export async function listeningOrigin({ stdout }: ChildProcess): Promise<string> {
  let said = ''
  for await (const [chunk] of on(stdout as Readable, 'data', { close: ['end'] })) {
    said += chunk
    const origin = /listens on (\S+)/.exec(said)?.[1]
    if (origin) return origin
  }
  throw new Error(`the server ended before it listened: ${said}`)
}

/** Runs a command to its end. */
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

function almanac(env: Record<string, string>, argv: string[]): ChildProcess {
  return spawn(process.execPath, [MAIN, ...argv], {
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'silent', ALMANAC_ADMIN_PASSWORD: 'test password', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** HTTP Basic of the administrator of such a server. */
export const ADMIN = `Basic ${btoa('admin:test password')}`
