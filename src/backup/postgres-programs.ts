import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { parseHosts } from '../db/postgres/hosts.ts'
import { BackupError, type JobOptions } from './job.ts'

/** Where Debian and its kin keep the programs of each version. */
const DEBIAN = '/usr/lib/postgresql'

/** As libpq knows them. */
const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']

export type PostgresProgram = 'pg_dump' | 'pg_restore'

/** Environment of the programs: `PATH`, and libpq's variables that the operator set. */
export type ProgramEnvironment = Readonly<Record<string, string | undefined>>

/**
 * The program, of the version of the server or newer.
 * @param serverMajor 15 and so on
 * @throws {BackupError} that says what to install
 */
export async function findProgram(
  name: PostgresProgram,
  serverMajor: number,
  env: ProgramEnvironment,
  installed = DEBIAN,
): Promise<string> {
  const debian = existsSync(installed) ? readdirSync(installed).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(env.PATH ?? '').split(delimiter).filter(Boolean),
    ...debian.map((version) => join(installed, version, 'bin')),
  ]
  const paths = folders.map((folder) => join(folder, name)).filter((path) => existsSync(path))
  const versions: number[] = []
  for (const path of paths) {
    const major = await programMajor(path, env)
    if (major >= serverMajor) return path
    versions.push(major)
  }
  const wanted = `the PostgreSQL server is version ${serverMajor}, and its own tools make the copy: install those of ${serverMajor} or newer (on Debian \`postgresql-client-${serverMajor}\`)`
  if (versions.length === 0) throw new BackupError(`${name} is not installed; ${wanted}`)
  throw new BackupError(`${name} is version ${Math.max(...versions)}; ${wanted}`)
}

async function programMajor(path: string, env: ProgramEnvironment): Promise<number> {
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'], { env })
    return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] ?? 0)
  } catch {
    return 0
  }
}

/**
 * How libpq is told of a database: never by an argument, which every user of the machine could read.
 * @param url `postgres://user:password@host:port/database`, with `?host=/folder` for a Unix socket
 */
export function libpqEnvironment(url: string, env: ProgramEnvironment): Record<string, string | undefined> {
  const places = parseHosts(url)
  const { username, password, pathname, searchParams } = new URL(places[0]?.url ?? url)
  const told = {
    PGHOST: places.map(({ host, path }) => (path ? dirname(path) : (host ?? 'localhost'))).join(),
    PGPORT: places.map(({ port }) => port).join(),
    PGTARGETSESSIONATTRS: places.length > 1 ? 'read-write' : '',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: SSL_MODES.find((mode) => mode === (searchParams.get('sslmode') ?? searchParams.get('ssl'))) ?? '',
  }
  const given = Object.entries(told).filter(([, value]) => value !== '')
  return { ...env, PGAPPNAME: 'almanac backup', ...Object.fromEntries(given) }
}

/** Runs a program to its end. @throws {BackupError} with what it said when it fails */
export async function runProgram(
  path: string,
  args: readonly string[],
  env: ProgramEnvironment,
  attempt: Pick<JobOptions, 'signal'>,
): Promise<void> {
  const running = startProgram(path, args, env, attempt)
  running.child.stdout.resume()
  await running.ended
}

/** As `runProgram`, for what it prints; `ended` must be waited for after that. */
export function startProgram(
  path: string,
  args: readonly string[],
  env: ProgramEnvironment,
  { signal }: Pick<JobOptions, 'signal'>,
) {
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(path, args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () => child.kill('SIGTERM')
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  let said = ''
  child.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-2000)
  })
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      signal.removeEventListener('abort', stop)
      if (code === 0) return resolve()
      reject(
        new BackupError(signal.aborted ? 'stopped; nothing was changed' : said.trim() || `${path} failed (${code})`),
      )
    })
  })
  ended.catch(() => {})
  return { child, ended }
}
