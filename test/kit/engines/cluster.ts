import { execFile, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { HANG_MS } from '../eventually.ts'

const START_ATTEMPTS_MAX = 3
const POLL_MS = 20

/** A temporary PostgreSQL server. */
export interface Cluster {
  /** Process id of the shell that started the server and is the parent of all its processes. */
  pid: number | undefined
  /** Connection URL of the superuser, for creating and dropping databases. */
  url: string
  /** The folder of its databases. */
  dataFolder: string
  close(): Promise<void>
}

/** The folder that contains `initdb` and `postgres`: on PATH, else the newest version in Debian's folder. */
export function findPostgres(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
    ...versions.map((version) => join(debian, version, 'bin')),
  ]
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')))
  // PATH may contain links to only some of the programs, so resolve the link.
  return found && dirname(realpathSync(join(found, 'initdb')))
}

export interface ClusterOptions {
  /** Encoding of its databases. Almanac refuses every other than UTF8. */
  encoding?: string
  /**
   * Run with the defaults of production: commits are written to disk, autovacuum is on. Tests do without, because both
   * cost time.
   */
  isDurable?: boolean
}

/** Starts a server that stops when this process ends, even if it is killed, and deletes its folder. */
export async function startCluster({ encoding = 'UTF8', isDurable = false }: ClusterOptions = {}): Promise<Cluster> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(encoding, isDurable ? DURABLE : HASTY)
    } catch (error) {
      // Another process may have taken the free port between finding and using it.
      if (attempt === START_ATTEMPTS_MAX) throw error
    }
  }
}

async function start(encoding: string, settings: Settings): Promise<Cluster> {
  const bin = findPostgres()
  if (!bin) throw new Error('no initdb on PATH or in /usr/lib/postgresql')
  const owner = databaseOwner()
  const folder = mkdtempSync(join(tmpdir(), 'almanac-pg-'))
  try {
    if (owner) chownSync(folder, owner.uid, owner.gid)
    const place = { cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...owner }
    // With a linguistic collation, words sort differently from bytes: queries that forget `sortable` fail.
    const collation = encoding === 'UTF8' ? ['--locale-provider=icu', '--icu-locale=en-US'] : []
    const options = ['-D', 'data', '-U', 'postgres', '-A', 'trust', '-E', encoding, '--locale=C', '--no-sync']
    await promisify(execFile)(join(bin, 'initdb'), [...options, ...collation], place)
    const port = await freePort()
    const server = serve(join(bin, 'postgres'), { ...settings, port }, place)
    try {
      await ready(folder)
    } catch (error) {
      await server.close()
      throw error
    }
    return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, dataFolder: join(folder, 'data'), ...server }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** The user that runs PostgreSQL, which refuses to run as root: `postgres` or `nobody`. */
export function databaseOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!user) throw new Error('PostgreSQL cannot run as root, and there is no user `postgres` or `nobody`')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

/**
 * The shell reads a pipe held open by this process. When this process ends, even if it is killed, the pipe closes and
 * the shell stops the server.
 */
const UNTIL_PIPE_ENDS =
  '"$@" </dev/null >log 2>&1 & pid=$!; cat >/dev/null; kill -INT $pid; wait $pid; cd /; rm -rf "$0"'

type Settings = Record<string, string | number>

const HASTY: Settings = {
  shared_buffers: '64MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Autovacuum workers connect to databases that are about to be copied or dropped, which PostgreSQL then refuses.
  autovacuum: 'off',
}
/** The defaults, except for settings that every installation changes. */
const DURABLE: Settings = { shared_buffers: '512MB', max_wal_size: '4GB' }

function serve(program: string, settings: Settings, place: { cwd: string }): Omit<Cluster, 'url' | 'dataFolder'> {
  const shared = { listen_addresses: '127.0.0.1', unix_socket_directories: place.cwd, max_connections: 200 }
  const args = Object.entries({ ...shared, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const shell = spawn('/bin/sh', ['-c', UNTIL_PIPE_ENDS, place.cwd, program, '-D', 'data', ...args], {
    ...place,
    // Its own process group: Ctrl-C ends the tests first, and the server after them.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ended = new Promise<void>((resolve) => shell.once('exit', () => resolve()))
  // The server must not keep this process alive.
  shell.unref()
  ;(shell.stdin as unknown as { unref(): void }).unref()
  return {
    pid: shell.pid,
    async close() {
      shell.ref()
      shell.stdin.end()
      await ended
    },
  }
}

async function ready(folder: string): Promise<void> {
  const read = (file: string) => {
    const path = join(folder, file)
    return existsSync(path) ? readFileSync(path, 'utf8') : ''
  }
  for (const deadline = Date.now() + HANG_MS; ; await sleep(POLL_MS)) {
    // Line 8 of `postmaster.pid` is the state of the server.
    if (read('data/postmaster.pid').split('\n')[7]?.trim() === 'ready') return
    if (read('log').includes('FATAL') || Date.now() > deadline) {
      throw new Error(`PostgreSQL did not start:\n${read('log')}`)
    }
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}
