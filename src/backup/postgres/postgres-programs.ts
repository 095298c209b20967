import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { parsePostgresHosts } from '../../db/postgres/parse-hosts.ts'
import { BackupError, type JobOptions } from '../backup-options.ts'

/** Folder in which Debian-based systems install the PostgreSQL programs, one subfolder per major version. */
const DEBIAN = '/usr/lib/postgresql'

/** Values of `sslmode` that libpq, the C library of PostgreSQL, accepts. */
const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']

export type PostgresProgram = 'pg_dump' | 'pg_restore'

/** Environment variables for programs such as `pg_dump`: `PATH`, and those of libpq, the C library of PostgreSQL. */
export type ProgramEnvironment = Readonly<Record<string, string | undefined>>

/**
 * Finds a PostgreSQL program, such as `pg_dump`, whose major version is at least that of the server.
 * @param serverMajor major version of the PostgreSQL server, such as 17
 * @returns the path of the program
 * @throws {BackupError} that names the package to install
 */
export async function findPostgresProgram(
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
  const advice = `backups need the tools of the PostgreSQL server, which is version ${serverMajor}: install version ${serverMajor} or newer (on Debian \`postgresql-client-${serverMajor}\`)`
  if (versions.length === 0) throw new BackupError(`${name} is not installed; ${advice}`)
  throw new BackupError(`${name} is version ${Math.max(...versions)}; ${advice}`)
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
 * Creates the environment variables by which libpq connects to a database. They are used because command-line arguments
 * would show the password to every user of the machine.
 * @param url `postgres://user:password@host:port/database`, with `?host=/folder` for a Unix socket
 */
export function createLibpqEnvironment(url: string, env: ProgramEnvironment): Record<string, string | undefined> {
  const hosts = parsePostgresHosts(url)
  const { username, password, pathname, searchParams } = new URL(hosts[0]?.url ?? url)
  const variables = {
    PGHOST: hosts.map(({ host, path }) => (path ? dirname(path) : (host ?? 'localhost'))).join(),
    PGPORT: hosts.map(({ port }) => port).join(),
    PGTARGETSESSIONATTRS: hosts.length > 1 ? 'read-write' : '',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: SSL_MODES.find((mode) => mode === (searchParams.get('sslmode') ?? searchParams.get('ssl'))) ?? '',
  }
  const given = Object.entries(variables).filter(([, value]) => value !== '')
  return { ...env, PGAPPNAME: 'almanac backup', ...Object.fromEntries(given) }
}

/** Runs a program until it exits. @throws {BackupError} with its error output when it fails */
export async function runPostgresProgram(
  path: string,
  args: readonly string[],
  env: ProgramEnvironment,
  job: Pick<JobOptions, 'signal'>,
): Promise<void> {
  const running = startPostgresProgram(path, args, env, job)
  running.child.stdout.resume()
  await running.ended
}

/**
 * Starts a program and returns without waiting for its end. The caller reads its output from `child.stdout`; `ended`
 * resolves when the program exits, and rejects when it fails.
 */
export function startPostgresProgram(
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
  let errorOutput = ''
  child.stderr.on('data', (chunk) => {
    errorOutput = (errorOutput + chunk).slice(-2000)
  })
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      signal.removeEventListener('abort', stop)
      if (code === 0) return resolve()
      reject(
        new BackupError(
          signal.aborted ? 'stopped; nothing was changed' : errorOutput.trim() || `${path} failed (${code})`,
        ),
      )
    })
  })
  ended.catch(() => {})
  return { child, ended }
}
