import type { Config } from '../../../config/config-types.ts'
import type { Database } from '../../../db/database.ts'
import { isImportRunDue } from '../../../import/runs/claim-due-run.ts'
import { isSubscriptionRefreshDue } from '../../../import/subscriptions/subscription-store.ts'
import type { CommandContext } from '../../command-types.ts'
import { runCommandInChildProcess } from './run-command-in-child-process.ts'
import { runRepeatedly } from './run-repeatedly.ts'

/**
 * The commands that a server runs in the background for imports, each with the time between two runs. The command that
 * performs the runs ordered by users is run more often, because users wait for them.
 */
const TASKS = [
  { isDue: isSubscriptionRefreshDue, argv: ['sources', 'run', '--due'], intervalMs: 60_000 },
  { isDue: isImportRunDue, argv: ['import', 'run', '--due'], intervalMs: 5_000 },
] as const

/**
 * Imports from subscriptions that are due, and performs the import runs that users have ordered, both in child
 * processes. Several servers with one database may do so at the same time.
 * @returns a function that stops these tasks and interrupts a run in progress, which the next run continues
 */
export function startRunningDueImports(
  db: Database,
  { databaseUrl, dataDir, publicUrl }: Readonly<Config>,
  { env, now }: Pick<CommandContext, 'env' | 'now'>,
  log: { error(fields: object, message: string): void },
): () => Promise<void> {
  const stopping = new AbortController()
  const childEnv = { ...env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...(publicUrl && { PUBLIC_URL: publicUrl }) }
  const stops = TASKS.map(({ isDue, argv, intervalMs }) =>
    runRepeatedly(async () => {
      try {
        if (await isDue(db, now())) await runCommandInChildProcess(argv, childEnv, stopping.signal)
      } catch (err) {
        if (!stopping.signal.aborted) log.error({ err }, `almanac ${argv.join(' ')} failed, trying again later`)
      }
    }, intervalMs),
  )
  return async () => {
    stopping.abort()
    await Promise.all(stops.map((stop) => stop()))
  }
}
