import cluster from 'node:cluster'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { isatty } from 'node:tty'
import type { Config } from '../../config/config-types.ts'
import type { CommandContext } from '../command-types.ts'
import { withDatabase } from '../with-database.ts'
import { isMetricsEnabled, startMetricsListener, startScheduledTasks } from './background-tasks.ts'
import { createFirstAdministrator } from './first-administrator.ts'
import { createProcessLog, logWarningsAndUncaughtErrors } from './process-log.ts'
import { warnOfUnusedDatabaseFile } from './unused-database-file.ts'
import { relayRateLimitUpdates } from './workers/rate-limit-relay.ts'
import { createWorkerPool } from './workers/worker-pool.ts'

const STDIN = 0

/**
 * Runs the server in several worker processes that share one port, until SIGINT or SIGTERM. This process, the primary,
 * distributes connections and does not load the server itself.
 * @param argv   arguments of the command, passed on to the workers
 * @param values parsed flags, as returned by `parseArguments`
 */
export async function serveAsPrimaryProcess(argv: string[], values: object, context: CommandContext): Promise<void> {
  const { signal } = context
  // Open the database here before any worker starts, so that migrations run once and errors are printed once.
  const { config, log } = await withDatabase(context, values, async (db, config) => {
    await createFirstAdministrator(db, config, context)
    const log = createProcessLog(config)
    await warnOfUnusedDatabaseFile(db, config, log)
    return { config, log }
  })
  logWarningsAndUncaughtErrors(log)
  const port = await reservePort(config)
  cluster.setupPrimary({ args: ['serve', ...argv, '--port', String(port)] })
  relayRateLimitUpdates()
  const pool = createWorkerPool((line) => log.error(line))
  const metrics = await loadMetrics(config)
  let closeMetrics: (() => Promise<void>) | undefined
  let stopSchedules: (() => Promise<void>) | undefined
  const stopped = signal.aborted ? Promise.resolve() : once(signal, 'abort')
  try {
    const origin = await Promise.race([pool.start(config.workers), stopped])
    if (signal.aborted) return
    context.out(`Almanac listens on ${origin}`)
    onHangup(pool.replaceAll)
    if (metrics) closeMetrics = await startMetricsListener(config, context, metrics.text)
    stopSchedules = await startScheduledTasks(config, context, log)
    await stopped
  } finally {
    await stopSchedules?.()
    await closeMetrics?.()
    await pool.stop()
    metrics?.close()
  }
}

/** Creates the metrics of all processes. Their code is imported only if metrics are enabled. */
async function loadMetrics(config: Readonly<Config>) {
  if (!isMetricsEnabled(config)) return undefined
  const [{ collectMetricsOfAllProcesses }, { createReaderOfProcessMetrics }] = await Promise.all([
    import('./metrics/worker-metrics.ts'),
    import('./metrics/process-metrics.ts'),
  ])
  return collectMetricsOfAllProcesses(createReaderOfProcessMetrics())
}

/**
 * Binds the configured address once before the workers start, so that an unusable address causes a single error
 * message. With port 0 the system chooses the port here, because all workers must use the same one.
 * @returns the port to listen on
 */
async function reservePort({ port, host }: Readonly<Config>): Promise<number> {
  const probe = createServer().listen(port, host)
  await once(probe, 'listening')
  const address = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return address.port
}

/** Runs `work` at each SIGHUP, one run after the other. If started from a terminal, SIGHUP still ends the process. */
function onHangup(work: () => Promise<void>): void {
  if (isatty(STDIN)) return
  let last = Promise.resolve()
  process.on('SIGHUP', () => {
    last = last.then(work)
  })
}
