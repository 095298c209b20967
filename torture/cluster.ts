import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from '../test/kit/cluster.ts'
import { administer } from '../test/kit/engines.ts'
import { eventually, isAlive } from '../test/kit/process.ts'

const READY_MAX_MS = 60_000

/** A PostgreSQL server set up as people set one up, which can be killed and started again on what it left. */
export interface MortalCluster {
  url: string
  /** Kills every process of it at once (SIGKILL). */
  kill(): Promise<void>
  /** Starts it again on the same folder. Resolves when it answers. */
  revive(): Promise<void>
  close(): Promise<void>
}

/** The shell waits as that of test/kit/cluster.ts does, and leaves the folder alone. */
const UNTIL_PIPE_ENDS = '"$@" </dev/null >>log 2>&1 & pid=$!; cat >/dev/null; kill -INT $pid; wait $pid'

export async function startMortalCluster(): Promise<MortalCluster> {
  const cluster = await startCluster({ isDurable: true })
  const data = await administer(
    cluster.url,
    async (sql) => (await sql`SHOW data_directory`)[0]?.data_directory as string,
  )
  const folder = join(data, '..')
  // `/usr/bin/postgres "-D" "data" …`
  const [program = '', ...args] = readFileSync(join(data, 'postmaster.opts'), 'utf8')
    .trim()
    .split(/ (?=")/)
  const { uid, gid } = statSync(data)
  const revived: { end(): Promise<void> }[] = []
  const headPid = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  return {
    url: cluster.url,
    async kill() {
      const head = headPid()
      const all = [head, ...childrenOf(head)]
      for (const pid of all) process.kill(pid, 'SIGKILL')
      await eventually(() => !all.some(isAlive), 'every process of PostgreSQL is gone')
    },
    async revive() {
      const words = args.map((word) => word.replace(/^"|"$/g, ''))
      const shell = spawn('/bin/sh', ['-c', UNTIL_PIPE_ENDS, folder, program, ...words], {
        cwd: folder,
        env: { PATH: process.env.PATH, LC_ALL: 'C' },
        ...(process.getuid?.() === 0 && { uid, gid }),
        detached: true,
        stdio: ['pipe', 'ignore', 'ignore'],
      })
      revived.push({
        end: () =>
          new Promise((resolve) => {
            shell.once('exit', () => resolve())
            if (shell.exitCode !== null) resolve()
            shell.stdin.end()
          }),
      })
      await answers(cluster.url)
    },
    async close() {
      for (const { end } of revived) await end()
      await cluster.close()
    },
  }
}

/** The processes that a process started. */
export function childrenOf(pid: number): number[] {
  try {
    return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(Number)
  } catch {
    // None.
    return []
  }
}

async function answers(url: string): Promise<void> {
  for (const until = performance.now() + READY_MAX_MS; ; await sleep(50)) {
    try {
      await administer(url, (sql) => sql`SELECT 1`)
      return
    } catch (error) {
      if (performance.now() > until) throw error
    }
  }
}
