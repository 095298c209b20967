import type { Config } from '../../../config/config-types.ts'
import type { CommandContext } from '../../command-types.ts'
import { runCommandInChildProcess } from './run-command-in-child-process.ts'
import { runRepeatedly } from './run-repeatedly.ts'
import type { BackupLog } from './scheduled-backups.ts'

const DAY_MS = 86_400_000

/**
 * Runs `almanac purge` with TRASH_DAYS, now and once a day. Several servers with one database may run the command at
 * the same time.
 * @returns a function that stops the schedule and ends a run in progress, after which each record is either deleted
 *   completely or not at all
 */
export function startScheduledPurge(
  { trashDays, databaseUrl, dataDir }: Readonly<Config>,
  { env }: Pick<CommandContext, 'env'>,
  log: BackupLog,
): () => Promise<void> {
  const stopping = new AbortController()
  const childEnv = { ...env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
  const purge = async () => {
    try {
      log.info(await runCommandInChildProcess(['purge', '--days', String(trashDays)], childEnv, stopping.signal))
    } catch (error) {
      if (!stopping.signal.aborted)
        log.error(`purge after TRASH_DAYS=${trashDays} failed: ${(error as Error).message}; retrying tomorrow`)
    }
  }
  const stop = runRepeatedly(purge, DAY_MS)
  return () => {
    stopping.abort()
    return stop()
  }
}
