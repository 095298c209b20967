import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseOwner } from '../engines/cluster.ts'
import { HANG_MS } from '../eventually.ts'
import { freePort } from './nginx.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
const PGBOUNCER_SKIPPED = `PgBouncer is not installed (${PROGRAM})`
const OPERATIONS = join(import.meta.dirname, '../../../docs/operations.md')

/** Why tests with PgBouncer are skipped, or false. @throws if it is missing although `REQUIRE_PGBOUNCER=1` */
export function pgbouncerSkipReason(): string | false {
  if (existsSync(PROGRAM)) return false
  if (process.env.REQUIRE_PGBOUNCER === '1') throw new Error(PGBOUNCER_SKIPPED)
  process.stderr.write(`\n*** TESTS ARE SKIPPED: ${PGBOUNCER_SKIPPED}. ***\n\n`)
  return PGBOUNCER_SKIPPED
}

export interface Pgbouncer {
  /** The given URL of a database, with the address of PgBouncer. */
  urlOf(database: string): string
  /** Ends PgBouncer without warning; all connections are lost. */
  kill(): Promise<void>
  /** Starts it again, after `kill`. */
  start(): Promise<void>
  close(): Promise<void>
}

/**
 * Runs PgBouncer with the configuration in docs/operations.md. Only addresses and authentication are replaced.
 * @param server URL of a PostgreSQL database; its user is the only one that may connect
 * @param settings replace or extend those of the configuration
 */
export async function startPgbouncer(server: string, settings: Record<string, string> = {}): Promise<Pgbouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-pgbouncer-'))
  const owner = databaseOwner()
  const port = await freePort()
  const { hostname, port: serverPort, username, password } = new URL(server)
  const users = join(folder, 'userlist.txt')
  const own = { listen_addr: '127.0.0.1', listen_port: String(port), auth_type: 'trust', auth_file: users }
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`)
  writeFileSync(file, configuration(`host=${hostname} port=${serverPort || 5432}`, { ...own, ...settings }))
  chmodSync(folder, 0o700)
  if (owner) for (const path of [folder, users, file]) chownSync(path, owner.uid, owner.gid)

  let child: ReturnType<typeof spawn> | undefined
  const end = async (signal: NodeJS.Signals) => {
    const ended = child && once(child, 'exit')
    child?.kill(signal)
    await ended
    child = undefined
  }
  const start = async () => {
    child = spawn(PROGRAM, [file], { ...owner, stdio: ['ignore', 'ignore', 'pipe'] })
    await untilListening(child, port)
  }
  await start()
  return {
    urlOf: (database) => Object.assign(new URL(database), { hostname: '127.0.0.1', port: String(port) }).href,
    kill: () => end('SIGKILL'),
    start,
    async close() {
      await end('SIGKILL')
      rmSync(folder, { recursive: true })
    },
  }
}

async function untilListening(child: ReturnType<typeof spawn>, port: number): Promise<void> {
  let log = ''
  child.stderr?.on('data', (chunk) => {
    log += chunk
  })
  for (const until = performance.now() + HANG_MS; ; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${log}`)
    const socket = connect(port, '127.0.0.1')
    const isListening = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isListening) return
    if (performance.now() > until) throw new Error(`PgBouncer does not listen: ${log}`)
  }
}

/** @param address of PostgreSQL, in the syntax of PgBouncer */
function configuration(address: string, settings: Record<string, string>): string {
  const [, block = ''] = /```ini\n(\[databases\][\s\S]*?)```/.exec(readFileSync(OPERATIONS, 'utf8')) ?? []
  if (!block) throw new Error('docs/operations.md has no configuration for PgBouncer')
  const names = Object.keys(settings).join('|')
  const others = block.replace(/^calendar = .*$/m, `* = ${address}`).replace(new RegExp(`^(${names}) = .*\n`, 'gm'), '')
  return `${others}${Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('')}`
}
