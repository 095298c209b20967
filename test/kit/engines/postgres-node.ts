import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { HANG_MS } from '../eventually.ts'
import { databaseOwner, findPostgres, freePort } from './cluster.ts'
import { administer } from './engines.ts'

const POLL_MS = 20

/** Shutdown modes of PostgreSQL (manual, section 19.5). `kill` sends SIGKILL to all processes of the server. */
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const
export type Stop = keyof typeof SIGNALS | 'kill'

/** A PostgreSQL server that can be stopped in every mode and started again on the same port. */
export interface PostgresNode {
  port: number
  /** Connection URL of the superuser, for creating and dropping databases. */
  url: string
  start(): Promise<void>
  stop(how: Stop): Promise<void>
  /** Suspends all processes (SIGSTOP): connections stay open, without responses. */
  freeze(): void
  thaw(): void
  /** Creates and starts a standby that replicates from this server. */
  replica(): Promise<PostgresNode>
  /** Promotes the standby to a primary. */
  promote(): Promise<void>
  /** Turns this stopped server into a standby of another one, like `pg_basebackup`. */
  follow(primary: PostgresNode): Promise<void>
  close(): Promise<void>
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  shared_buffers: '64MB',
  max_connections: 60,
  wal_level: 'replica',
  hot_standby: 'on',
  // These tests are about server failures, not about disk failures.
  fsync: 'off',
  autovacuum: 'off',
}

/** Starts an empty server. @param settings of `postgresql.conf` */
export async function startNode(settings: Record<string, string | number> = {}): Promise<PostgresNode> {
  const node = await nodeIn(await newFolder(), settings)
  await node.initialize()
  await node.start()
  return node
}

async function newFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-node-'))
  const owner = databaseOwner()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  return folder
}

/**
 * The shell reads a pipe held open by this process. When the pipe closes, the shell stops the server. Descriptor 3 is
 * needed because background commands have no standard input.
 */
const UNTIL_PIPE_ENDS = `exec 3<&0; "$@" </dev/null >>log 2>&1 3<&- & pid=$!
  (cat <&3 >/dev/null; kill -QUIT $pid 2>/dev/null) & guard=$!; wait $pid; kill $guard 2>/dev/null`

interface Unborn extends PostgresNode {
  initialize(): Promise<unknown>
  copyFrom(port: number): Promise<void>
}

async function nodeIn(folder: string, settings: Record<string, string | number>): Promise<Unborn> {
  const bin = findPostgres() as string
  const place = { cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...databaseOwner() }
  const port = await freePort()
  const run = (program: string, args: string[]) => promisify(execFile)(join(bin, program), args, place)
  let shell: ChildProcess | undefined
  const pidFile = join(folder, 'data/postmaster.pid')
  const pidLines = () => (existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : [])
  const whole = () => {
    const postmaster = Number(pidLines()[0])
    return [...childrenOf(postmaster), postmaster]
  }
  const send = (signal: NodeJS.Signals, pids: number[]) => {
    for (const pid of pids) {
      try {
        process.kill(pid, signal)
      } catch {}
    }
  }
  const node: Unborn = {
    port,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    initialize: () =>
      run('initdb', ['-D', 'data', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']),
    async start() {
      const given = { ...SETTINGS, ...settings, port, unix_socket_directories: folder }
      const args = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`])
      rmSync(pidFile, { force: true })
      const made = spawn('/bin/sh', ['-c', UNTIL_PIPE_ENDS, folder, join(bin, 'postgres'), '-D', 'data', ...args], {
        ...place,
        detached: true,
        stdio: ['pipe', 'ignore', 'ignore'],
      })
      shell = made
      // The server must not keep this process alive.
      made.unref()
      ;(made.stdin as unknown as { unref(): void }).unref()
      // Line 8 of `postmaster.pid` says whether the server accepts connections.
      for (const until = performance.now() + HANG_MS; !/^(ready|standby)/.test(pidLines()[7] ?? ''); ) {
        if (performance.now() > until || made.exitCode !== null) {
          throw new Error(`PostgreSQL did not start:\n${readFileSync(join(folder, 'log'), 'utf8').slice(-2000)}`)
        }
        await sleep(POLL_MS)
      }
    },
    async stop(how: Stop) {
      const pids = whole()
      // The main process first: when it sees one of its processes killed, it starts others, which would survive.
      if (how === 'kill') send('SIGKILL', pids.toReversed())
      else send(SIGNALS[how], pids.slice(-1))
      if (!shell || shell.exitCode !== null) return
      shell.ref()
      await once(shell, 'exit')
    },
    freeze: () => send('SIGSTOP', whole().reverse()),
    thaw: () => send('SIGCONT', whole()),
    async replica() {
      const other = await nodeIn(await newFolder(), settings)
      await other.copyFrom(node.port)
      await other.start()
      return other
    },
    async copyFrom(from: number) {
      rmSync(join(folder, 'data'), { recursive: true, force: true })
      const source = ['-h', '127.0.0.1', '-p', String(from), '-U', 'postgres']
      await run('pg_basebackup', [...source, '-D', 'data', '-R', '-X', 'stream', '-c', 'fast', '--no-sync'])
    },
    promote: () => administer(node.url, async (sql) => void (await sql.unsafe('SELECT pg_promote(true, 30)'))),
    async follow(primary: PostgresNode) {
      await node.copyFrom(primary.port)
      await node.start()
    },
    async close() {
      if (pidLines().length > 0) {
        node.thaw()
        await node.stop('immediate')
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return node
}

/** Ids of the child processes of a process. */
export function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').filter(Boolean).map(Number) : []
}
