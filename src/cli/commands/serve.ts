import cluster from 'node:cluster'
import { once } from 'node:events'
import type { Config } from '../../config/config-types.ts'
import { redactPasswords } from '../../core/text/printable-text.ts'
import type { Database } from '../../db/database.ts'
import type { CommandContext } from '../command-types.ts'
import { describeErrorForTerminal, LoggedError } from '../describe-error-for-terminal.ts'
import { parseArguments, readCommandConfig } from '../parse-arguments.ts'
import { isMetricsEnabled, startMetricsListener, startScheduledTasks } from '../serving/background-tasks.ts'
import { createFirstAdministrator } from '../serving/first-administrator.ts'
import { findOtherDatabaseFile } from '../serving/other-database-file.ts'
import { createProcessLog, createProcessLogOptions, logWarningsAndUncaughtErrors } from '../serving/process-log.ts'
import { startDeletingExpiredData } from '../serving/schedules/delete-old-data-repeatedly.ts'
import { startRunningDueImports } from '../serving/schedules/run-due-imports-repeatedly.ts'
import { startStoringDatesOfEndlessEvents } from '../serving/schedules/store-dates-of-endless-events-repeatedly.ts'
import { withDatabase } from '../with-database.ts'

/** Runs the server until SIGINT or SIGTERM; then finishes active requests and closes the database. */
export async function runServeCommand(argv: string[], context: CommandContext): Promise<void> {
  const { values } = parseArguments(argv, {})
  if (cluster.isPrimary && readCommandConfig(context, values).workers > 1) {
    const { serveAsPrimaryProcess } = await import('../serving/primary-process.ts')
    return serveAsPrimaryProcess(argv, values, context)
  }
  const work = async (db: Database, config: Readonly<Config>) => {
    await createFirstAdministrator(db, config, context)
    const metrics = await loadMetrics(config, db, context)
    const [{ createServer }, { listenOnAllAddresses }] = await Promise.all([
      import('../../http/server.ts'),
      import('../../http/listen-on-all-addresses.ts'),
    ])
    const peers = cluster.isWorker
      ? (await import('../serving/workers/rate-limit-relay.ts')).createRateLimitChannelToOtherWorkers()
      : undefined
    const server = await createServer({ ...config, db, ...metrics, peers, logger: createProcessLogOptions(config) })
    logWarningsAndUncaughtErrors(server.log)
    if (cluster.isPrimary && findOtherDatabaseFile(config)) {
      const { warnOfUnusedDatabaseFile } = await import('../serving/unused-database-file.ts')
      await warnOfUnusedDatabaseFile(db, config, server.log)
    }
    // Reading the signal installs its handlers: from here on a signal ends the server in order.
    const { signal } = context
    await listenOnAllAddresses(server, config)
    const origin = config.publicUrl ?? server.listeningOrigin
    await using ending = new AsyncDisposableStack()
    ending.defer(startDeletingExpiredData(db, config, { now: context.now, log: server.log }))
    ending.defer(startStoringDatesOfEndlessEvents(db, { now: context.now, log: server.log }))
    ending.defer(startRunningDueImports(db, config, context, server.log))
    if (config.mail) {
      const { startMailDelivery } = await import('../serving/schedules/deliver-mail-repeatedly.ts')
      ending.defer(startMailDelivery(db, config.mail, { now: context.now, log: server.log }))
    }
    if (cluster.isWorker) {
      const { serveAsWorkerProcess } = await import('../serving/workers/serve-worker.ts')
      return await serveAsWorkerProcess(server, origin, context)
    }
    context.out(`Almanac listens on ${origin}`)
    const stopSchedules = await startScheduledTasks(config, context, server.log)
    try {
      if (metrics) ending.defer(await startMetricsListener(config, context, metrics.text))
      if (!signal.aborted) await once(signal, 'abort')
    } finally {
      await stopSchedules()
      await server.close()
    }
  }
  try {
    await withDatabase(context, values, work, { isServing: true })
  } catch (error) {
    if (!cluster.isWorker) throw error
    createProcessLog(readCommandConfig(context, values)).fatal(redactPasswords(describeErrorForTerminal(error)))
    throw new LoggedError()
  }
}

/** Creates the metrics of this process. Their code is imported only if metrics are enabled. */
async function loadMetrics(config: Readonly<Config>, db: Database, context: CommandContext) {
  if (!isMetricsEnabled(config)) return undefined
  const { createServingMetrics } = await import('../serving/metrics/serving-metrics.ts')
  const metrics = createServingMetrics(db, config, context)
  const { metricsToken: token } = config
  return { ...metrics, metrics: token === undefined ? undefined : { token, text: metrics.text } }
}
