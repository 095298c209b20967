import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { databaseOwner, findPostgres, freePort } from './cluster.ts'
import { administer } from './engines.ts'

const START_TIMEOUT_MS = 30_000
const POLL_MS = 20

/** How PostgreSQL is stopped (its manual, 19.5); `kill` is the end of all its processes at once. */
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const
export type Stop = keyof typeof SIGNALS | 'kill'

/** A PostgreSQL server that can be stopped in every way and started again, at the same place. */
export interface PostgresNode {
  port: number
  /** Of the superuser, for maintenance. */
  url: string
  start(): Promise<void>
  stop(how: Stop): Promise<void>
  /** Its processes go on to exist, and do nothing. */
  freeze(): void
  thaw(): void
  /** A standby that follows it, started. */
  replica(): Promise<PostgresNode>
  /** Ends being a standby. */
  promote(): Promise<void>
  /** Becomes, stopped as it is, a standby of another one: as `pg_basebackup` has it. */
  follow(primary: PostgresNode): Promise<void>
  close(): Promise<void>
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  shared_buffers: '64MB',
  max_connections: 60,
  wal_level: 'replica',
  hot_standby: 'on',
  // What is tried is whether it comes back, not whether the disk does.
  fsync: 'off',
  autovacuum: 'off',
}

/** Started and empty. @param settings of `postgresql.conf` */
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
 * A shell reads a pipe that this process holds open: when it is gone, the server ends too. What runs in the background would
 * read nothing of the standard input.
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
      // It must not keep the process running that it waits for.
      made.unref()
      ;(made.stdin as unknown as { unref(): void }).unref()
      // The eighth line says whether it answers.
      for (const until = performance.now() + START_TIMEOUT_MS; !/^(ready|standby)/.test(pidLines()[7] ?? ''); ) {
        if (performance.now() > until || made.exitCode !== null) {
          throw new Error(`PostgreSQL did not start:\n${readFileSync(join(folder, 'log'), 'utf8').slice(-2000)}`)
        }
        await sleep(POLL_MS)
      }
    },
    async stop(how: Stop) {
      const pids = whole()
      if (how === 'kill') send('SIGKILL', pids)
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

/** Of a process, as the kernel has them. */
export function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').filter(Boolean).map(Number) : []
}
