/** What runs beside the server: in its process, or with WORKERS in the first one. Loaded only where somebody wants it. */
import type { Config } from '../../config/config.ts'
import type { CommandContext } from '../command.ts'
import type { BackupLog } from './scheduled-backups.ts'

/** Whether anybody wants figures. */
export const isMetricsEnabled = ({ metricsPort, metricsToken }: Readonly<Config>) =>
  metricsPort !== undefined || metricsToken !== undefined

/** Listens for who asks for figures, if a port is given for that. @returns ends it */
export async function startMetricsListener(
  config: Readonly<Config>,
  { out }: Pick<CommandContext, 'out'>,
  text: () => Promise<string>,
): Promise<() => Promise<void>> {
  if (config.metricsPort === undefined) return async () => {}
  const { openMetricsListener } = await import('./metrics-listener.ts')
  const { origin, close } = await openMetricsListener(config.metricsPort, config, text)
  out(`Figures for Prometheus are at ${origin}/metrics`)
  return close
}

/** Makes backups by the clock, if there is a folder for them. */
export async function startScheduledBackups(config: Readonly<Config>, context: CommandContext, log: BackupLog) {
  if (!config.backups) return undefined
  const { createBackupSchedule } = await import('./scheduled-backups.ts')
  return createBackupSchedule(config.backups, config, context, log)
}
