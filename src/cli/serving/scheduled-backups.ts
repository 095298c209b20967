import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { backupName, filterOutdatedBackups, nextBackupAt } from '../../backup/rotation.ts'
import type { Config } from '../../config/config.ts'
import type { CommandContext } from '../command.ts'

/** After a backup failed. */
const RETRY_MS = 10 * 60_000
/** Clocks are set, and machines sleep: nobody waits longer than this without looking again. */
const LOOK_MS = 10 * 60_000
/** Whoever asks for a page comes first. */
const NICENESS = 10
const PROGRAM = join(import.meta.dirname, '../../../bin/almanac.js')

export interface BackupLog {
  info(line: string): void
  error(line: string): void
}

export interface BackupSchedule {
  /** One that is under way is given up, and leaves nothing. */
  stop(): Promise<void>
}

/**
 * Makes a backup whenever the newest one is old enough, at once if it is already, and removes those too many. A process of
 * its own makes it: reading everything takes seconds, in which no request must wait.
 */
export function createBackupSchedule(
  wanted: NonNullable<Config['backups']>,
  { databaseUrl, dataDir }: Readonly<Config>,
  { env, now }: Pick<CommandContext, 'env' | 'now'>,
  log: BackupLog,
): BackupSchedule {
  const stopping = new AbortController()
  const { signal } = stopping
  const childEnv = { ...env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir }

  async function attempt(): Promise<number> {
    try {
      mkdirSync(wanted.dir, { recursive: true, mode: 0o700 })
      const waitMs = (nextBackupAt(readdirSync(wanted.dir), wanted.hours) - now()) * 1000
      if (waitMs > 0) return Math.min(waitMs, LOOK_MS)
      const name = backupName(now())
      await runBackup(join(wanted.dir, name), childEnv, signal)
      const outdated = filterOutdatedBackups(readdirSync(wanted.dir), wanted.keep)
      for (const old of outdated) rmSync(join(wanted.dir, old), { force: true })
      log.info(`the backup ${name} is made${outdated.length > 0 ? `, ${outdated.join(', ')} removed` : ''}`)
      return 0
    } catch (error) {
      if (signal.aborted) return 0
      const why = (error as Error).message
      log.error(`no backup could be made in ${wanted.dir}: ${why}; it is tried again in ${RETRY_MS / 60_000} minutes`)
      return RETRY_MS
    }
  }
  async function goOn(): Promise<void> {
    while (!signal.aborted) {
      const waitMs = await attempt()
      await sleep(waitMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const running = goOn()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** @throws with what the command said when it fails */
function runBackup(file: string, env: Record<string, string | undefined>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PROGRAM, 'backup', file], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
      signal,
    })
    let said = ''
    child.stderr.on('data', (chunk) => {
      said += chunk
    })
    child.once('error', (error) => {
      if (child.pid === undefined) reject(error)
    })
    child.once('close', (code, killed) => {
      if (code === 0) return resolve()
      reject(new Error(said.trim().replace(/^almanac: /, '') || `it ended with ${killed ?? code}`))
    })
    if (child.pid === undefined) return
    try {
      setPriority(child.pid, NICENESS)
    } catch {
      // It has ended already, or the system does not allow it.
    }
  })
}
