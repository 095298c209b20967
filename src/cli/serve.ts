import cluster from 'node:cluster'
import { once } from 'node:events'
import type { Config } from '../config/config.ts'
import { announceAdministrator } from './administrator.ts'
import type { CommandContext } from './commands.ts'
import { withDatabase } from './database.ts'
import { configOf, parseArguments } from './options.ts'

/** Serves until the signal; then finishes what is under way and closes the database. */
export async function run(argv: string[], context: CommandContext): Promise<void> {
  const { values } = parseArguments(argv, {})
  if (cluster.isPrimary && configOf(context, values).workers > 1) {
    const { serveByWorkers } = await import('./workers.ts')
    return serveByWorkers(argv, values, context)
  }
  await withDatabase(context, values, async (db, config) => {
    await announceAdministrator(db, config, context)
    const [{ createServer }, { listen }] = await Promise.all([
      import('../http/server.ts'),
      import('../http/listening.ts'),
    ])
    const peers = cluster.isWorker ? (await import('./peers.ts')).peersOfWorker() : undefined
    const server = await createServer({ ...config, db, peers, logger: loggerOf(config) })
    await listen(server, config)
    const origin = config.publicUrl ?? server.listeningOrigin
    if (cluster.isWorker) {
      const { serveForPrimary } = await import('./worker.ts')
      return serveForPrimary(server, origin, context)
    }
    context.out(`Almanac listens on ${origin}`)
    try {
      if (!context.signal.aborted) await once(context.signal, 'abort')
    } finally {
      await server.close()
    }
  })
}

/** Structured lines on the standard error. */
const loggerOf = ({ logLevel }: Readonly<Config>) => ({ level: logLevel, stream: process.stderr })
