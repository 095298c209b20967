import cluster from 'node:cluster'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { isatty } from 'node:tty'
import type { Config } from '../../config/config.ts'
import type { CommandContext } from '../command.ts'
import { withDatabase } from '../with-database.ts'
import { isMetricsEnabled, startMetricsListener, startScheduledBackups } from './background-tasks.ts'
import { createFirstAdministrator } from './first-administrator.ts'
import { relayRateLimitUpdates } from './rate-limit-relay.ts'
import { createWorkerPool } from './worker-pool.ts'

const STDIN = 0

/**
 * Serves by several processes that share one port, until the signal. This one, their primary, hands connections round
 * and never loads the server itself.
 * @param argv   what the command was called with; workers are called alike
 * @param values as `parseArguments` gave them
 */
export async function servePrimary(argv: string[], values: object, context: CommandContext): Promise<void> {
  const { signal } = context
  // Once, before anyone listens: what is wrong with the database is said here.
  const config = await withDatabase(context, values, async (db, config) => {
    await createFirstAdministrator(db, config, context)
    return config
  })
  const port = await freePort(config)
  cluster.setupPrimary({ args: ['serve', ...argv, '--port', String(port)] })
  relayRateLimitUpdates()
  const say = (line: string) => context.err(`almanac: ${line}`)
  const crew = createWorkerPool(say)
  const metrics = await metricsOf(config)
  let closeMetrics: (() => Promise<void>) | undefined
  let backups: Awaited<ReturnType<typeof startScheduledBackups>>
  const stopped = signal.aborted ? Promise.resolve() : once(signal, 'abort')
  try {
    const origin = await Promise.race([crew.start(config.workers), stopped])
    if (signal.aborted) return
    context.out(`Almanac listens on ${origin}`)
    onHangup(crew.renew)
    if (metrics) closeMetrics = await startMetricsListener(config, context, metrics.text)
    backups = await startScheduledBackups(config, context, { info: say, error: say })
    await stopped
  } finally {
    await backups?.stop()
    await closeMetrics?.()
    await crew.stop()
    metrics?.close()
  }
}

/** Loaded only where somebody wants figures. */
async function metricsOf(config: Readonly<Config>) {
  if (!isMetricsEnabled(config)) return undefined
  const [{ createPrimaryMetrics }, { createProcessMetrics }] = await Promise.all([
    import('./worker-metrics.ts'),
    import('./process-metrics.ts'),
  ])
  return createPrimaryMetrics(createProcessMetrics())
}

/**
 * Listens for a moment: an address that is not to be had is refused as one process refuses it. And with port 0 all
 * workers, later ones too, must get the same.
 * @returns the port to listen on
 */
async function freePort({ port, host }: Readonly<Config>): Promise<number> {
  const probe = createServer().listen(port, host)
  await once(probe, 'listening')
  const address = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return address.port
}

/** Runs `work` at each SIGHUP, one after the other. At a terminal the signal means that it was closed, and ends us. */
function onHangup(work: () => Promise<void>): void {
  if (isatty(STDIN)) return
  let last = Promise.resolve()
  process.on('SIGHUP', () => {
    last = last.then(work)
  })
}
