import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { backupName, filterOutdatedBackups, nextBackupAt } from '../../backup/rotation.ts'
import type { Config } from '../../config/config.ts'
import type { CommandContext } from '../command.ts'

/** Delay before the next attempt after a failed backup. */
const RETRY_MS = 10 * 60_000
/** Longest sleep between two checks of whether a backup is due: the system clock may be set during the sleep. */
const POLL_MS = 10 * 60_000
/** Process priority of backups: low, so that requests come first. */
const NICENESS = 10
const PROGRAM = join(import.meta.dirname, '../../../bin/almanac.js')

export interface BackupLog {
  info(line: string): void
  error(line: string): void
}

export interface BackupSchedule {
  /** Stops the schedule; an unfinished backup is aborted and removed. */
  stop(): Promise<void>
}

/**
 * Creates a backup whenever the newest one is `hours` old, and deletes all but the newest `keep` backups. They run in a
 * child process, because reading the whole database would block requests for seconds.
 */
export function createBackupSchedule(
  options: NonNullable<Config['backups']>,
  { databaseUrl, dataDir }: Readonly<Config>,
  { env, now }: Pick<CommandContext, 'env' | 'now'>,
  log: BackupLog,
): BackupSchedule {
  const stopping = new AbortController()
  const { signal } = stopping
  const childEnv = { ...env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir }

  /** Runs a backup if one is due. @returns milliseconds to wait before the next call */
  async function runIfDue(): Promise<number> {
    try {
      mkdirSync(options.dir, { recursive: true, mode: 0o700 })
      const waitMs = (nextBackupAt(readdirSync(options.dir), options.hours) - now()) * 1000
      if (waitMs > 0) return Math.min(waitMs, POLL_MS)
      const name = backupName(now())
      await runBackup(join(options.dir, name), childEnv, signal)
      const outdated = filterOutdatedBackups(readdirSync(options.dir), options.keep)
      for (const old of outdated) rmSync(join(options.dir, old), { force: true })
      log.info(`backup ${name} created${outdated.length > 0 ? `, ${outdated.join(', ')} deleted` : ''}`)
      return 0
    } catch (error) {
      if (signal.aborted) return 0
      const why = (error as Error).message
      log.error(`backup to ${options.dir} failed: ${why}; retrying in ${RETRY_MS / 60_000} minutes`)
      return RETRY_MS
    }
  }
  async function runUntilStopped(): Promise<void> {
    while (!signal.aborted) {
      const waitMs = await runIfDue()
      await sleep(waitMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const running = runUntilStopped()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Runs `almanac backup` in a child process. @throws with the error output of the command when it fails */
function runBackup(file: string, env: Record<string, string | undefined>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PROGRAM, 'backup', file], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
      signal,
    })
    let errorOutput = ''
    child.stderr.on('data', (chunk) => {
      errorOutput += chunk
    })
    child.once('error', (error) => {
      if (child.pid === undefined) reject(error)
    })
    child.once('close', (code, killed) => {
      if (code === 0) return resolve()
      reject(new Error(errorOutput.trim().replace(/^almanac: /, '') || `exited with ${killed ?? code}`))
    })
    if (child.pid === undefined) return
    try {
      setPriority(child.pid, NICENESS)
    } catch {
      // The process has exited, or the system does not allow it.
    }
  })
}
