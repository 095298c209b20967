import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  backupFileName,
  describeBackupsNotMatchingDatabase,
  nextBackupTime,
  selectOutdatedBackups,
} from '../../../backup/backup-rotation.ts'
import { createBackupListerWithCache } from '../../../backup/list-scheduled-backups-in-folder.ts'
import { readSiteIdAndRecordCountOfDatabase } from '../../../backup/read-site-id-and-record-count.ts'
import type { Config } from '../../../config/config-types.ts'
import type { CommandContext } from '../../command-types.ts'
import { runCommandInChildProcess } from './run-command-in-child-process.ts'

/** Delay before the next attempt after a failed backup. */
const RETRY_MS = 10 * 60_000
/** Longest sleep between two checks of whether a backup is due: the system clock may be set during the sleep. */
const POLL_MS = 10 * 60_000

export interface BackupLog {
  info(line: string): void
  error(line: string): void
}

export interface BackupSchedule {
  /** Stops the schedule; an unfinished backup is aborted and removed. */
  stop(): Promise<void>
}

/**
 * Creates a backup whenever the newest backup is `hours` old, and deletes all but the newest `keep` backups
 * (`selectOutdatedBackups`). Backups run in a child process, because reading the whole database would block requests
 * for seconds. At the start, logs an error if the existing backups are of another calendar or have more than twice as
 * many records.
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
  const listScheduledBackupsInFolder = createBackupListerWithCache(options.dir, env, signal)

  async function logMismatch(): Promise<void> {
    // Also backups with a time in the future are compared: the clock may be wrong and the database too, as on a machine
    // that lost its time and its disk.
    const backups = await listScheduledBackupsInFolder()
    if (backups.length === 0 || signal.aborted) return
    // An unavailable database is reported by the server and by the next backup.
    const current = await readSiteIdAndRecordCountOfDatabase(databaseUrl).catch(() => undefined)
    const mismatch = current && describeBackupsNotMatchingDatabase(options.dir, backups, current)
    if (mismatch && !signal.aborted)
      log.error(`${mismatch}; check DATA_DIR and DATABASE_URL. These backups are not deleted`)
  }
  /** Deletes outdated backups. @returns their names */
  async function rotate(newest: string): Promise<string[]> {
    const backups = await listScheduledBackupsInFolder(now())
    const current = backups.find(({ name }) => name === newest)?.contents
    const outdated = current ? selectOutdatedBackups(backups, current, options.keep) : []
    for (const { name } of outdated) rmSync(join(options.dir, name), { force: true })
    return outdated.map(({ name }) => name)
  }
  /** Runs a backup if one is due. @returns milliseconds to wait before the next call */
  async function runIfDue(): Promise<number> {
    try {
      mkdirSync(options.dir, { recursive: true, mode: 0o700 })
      const waitMs = (nextBackupTime(readdirSync(options.dir), options.hours, now()) - now()) * 1000
      if (waitMs > 0) return Math.min(waitMs, POLL_MS)
      const name = backupFileName(now())
      const file = join(options.dir, name)
      await runCommandInChildProcess(['backup', file], childEnv, signal).catch((error: Error) => {
        // If the file exists, the backup was made, and the command has failed because the new backup does not match the
        // other backups.
        if (!existsSync(file)) throw error
        log.error(error.message)
      })
      const outdated = await rotate(name)
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
    await logMismatch()
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
