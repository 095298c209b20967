import cluster from 'node:cluster'
import { once } from 'node:events'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/database.ts'
import type { CommandContext } from '../commands.ts'
import { withDatabase } from '../database.ts'
import { configOf, parseArguments } from '../options.ts'
import { announceAdministrator } from '../serving/administrator.ts'
import { startAuditRetention } from '../serving/audit-retention.ts'
import { metricsWanted, startBackups, startMetrics } from '../serving/background-tasks.ts'

/** Serves until the signal; then finishes what is under way and closes the database. */
export async function run(argv: string[], context: CommandContext): Promise<void> {
  const { values } = parseArguments(argv, {})
  if (cluster.isPrimary && configOf(context, values).workers > 1) {
    const { servePrimary } = await import('../serving/primary.ts')
    return servePrimary(argv, values, context)
  }
  const work = async (db: Database, config: Readonly<Config>) => {
    await announceAdministrator(db, config, context)
    const measured = await measuredBy(config, db)
    const [{ createServer }, { listen }] = await Promise.all([
      import('../../http/server.ts'),
      import('../../http/listen.ts'),
    ])
    const peers = cluster.isWorker ? (await import('../serving/peers.ts')).peersOfWorker() : undefined
    const server = await createServer({ ...config, db, ...measured, peers, logger: loggerOf(config) })
    await listen(server, config)
    const origin = config.publicUrl ?? server.listeningOrigin
    await using ending = new AsyncDisposableStack()
    ending.defer(startAuditRetention(db, config, context))
    if (cluster.isWorker) {
      const { serveWorker } = await import('../serving/worker.ts')
      return await serveWorker(server, origin, context)
    }
    context.out(`Almanac listens on ${origin}`)
    const backups = await startBackups(config, context, server.log)
    try {
      if (measured) ending.defer(await startMetrics(config, context, measured.text))
      if (!context.signal.aborted) await once(context.signal, 'abort')
    } finally {
      await backups?.stop()
      await server.close()
    }
  }
  await withDatabase(context, values, work, { isServing: true })
}

/** What the server counts with; loaded only where somebody wants it. */
async function measuredBy(config: Readonly<Config>, db: Database) {
  if (!metricsWanted(config)) return undefined
  const { measure } = await import('../serving/metrics.ts')
  const measured = measure(db, config)
  const { metricsToken: token } = config
  return { ...measured, metrics: token === undefined ? undefined : { token, text: measured.text } }
}

/** Structured lines on the standard error. */
const loggerOf = ({ logLevel }: Readonly<Config>) => ({ level: logLevel, stream: process.stderr })
