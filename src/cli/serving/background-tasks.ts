/**
 * Tasks that run beside the server: in its process or, with several workers, in the primary process. The code of a task
 * is imported only when the task is enabled.
 */
import type { Config } from '../../config/config-types.ts'
import type { CommandContext } from '../command-types.ts'
import type { BackupLog } from './schedules/scheduled-backups.ts'

export const isMetricsEnabled = ({ metricsPort, metricsToken }: Readonly<Config>) =>
  metricsPort !== undefined || metricsToken !== undefined

/** Serves metrics on METRICS_PORT, if that setting is given. @returns a function that stops the metrics server */
export async function startMetricsListener(
  config: Readonly<Config>,
  { out }: Pick<CommandContext, 'out'>,
  text: () => Promise<string>,
): Promise<() => Promise<void>> {
  if (config.metricsPort === undefined) return async () => {}
  const { openMetricsListener } = await import('./metrics/metrics-listener.ts')
  const { origin, close } = await openMetricsListener(config.metricsPort, config, text)
  out(`Metrics for Prometheus: ${origin}/metrics`)
  return close
}

/**
 * Starts scheduled backups and purges, if the settings BACKUP_DIR and TRASH_DAYS are given.
 * @returns a function that stops both
 */
export async function startScheduledTasks(
  config: Readonly<Config>,
  context: CommandContext,
  log: BackupLog,
): Promise<() => Promise<void>> {
  const stops: (() => Promise<void>)[] = []
  if (config.backups) {
    const { createBackupSchedule } = await import('./schedules/scheduled-backups.ts')
    stops.push(createBackupSchedule(config.backups, config, context, log).stop)
  }
  if (config.trashDays > 0) {
    const { startScheduledPurge } = await import('./schedules/run-purge-repeatedly.ts')
    stops.push(startScheduledPurge(config, context, log))
  }
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}
