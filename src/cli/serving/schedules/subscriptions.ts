import type { Config } from '../../../config/config.ts'
import type { Database } from '../../../db/database.ts'
import { isRefreshDue } from '../../../import/subscriptions/store.ts'
import type { CommandContext } from '../../command.ts'
import { runInBackground } from './background-command.ts'
import { runRepeatedly } from './run-repeatedly.ts'

const INTERVAL_MS = 60_000

/**
 * Once a minute, runs `almanac sources run --due` if a subscription is due. Several servers with one database may do so at the same time.
 * @returns a function that stops this and ends a run in progress, which the next one continues
 */
export function startRefreshingSubscriptions(
  db: Database,
  { databaseUrl, dataDir, publicUrl }: Readonly<Config>,
  { env, now }: Pick<CommandContext, 'env' | 'now'>,
  log: { error(fields: object, message: string): void },
): () => Promise<void> {
  const stopping = new AbortController()
  const childEnv = { ...env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...(publicUrl && { PUBLIC_URL: publicUrl }) }
  const refresh = async () => {
    try {
      if (await isRefreshDue(db, now())) await runInBackground(['sources', 'run', '--due'], childEnv, stopping.signal)
    } catch (err) {
      if (!stopping.signal.aborted) log.error({ err }, 'reading subscriptions failed, retrying in a minute')
    }
  }
  const stop = runRepeatedly(refresh, INTERVAL_MS)
  return () => {
    stopping.abort()
    return stop()
  }
}
