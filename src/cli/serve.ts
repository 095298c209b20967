import { once } from 'node:events'
import type { Config } from '../config/config.ts'
import { createServer } from '../http/server.ts'
import { announceAdministrator } from './administrator.ts'
import type { CommandContext } from './commands.ts'
import { withDatabase } from './database.ts'
import { parseArguments } from './options.ts'

/** Serves until the signal; then finishes what is under way and closes the database. */
export async function run(argv: string[], context: CommandContext): Promise<void> {
  const { values } = parseArguments(argv, {})
  await withDatabase(context, values, async (db, config) => {
    await announceAdministrator(db, config, context)
    const server = await createServer({ ...config, db, logger: loggerOf(config) })
    await server.listen({ port: config.port, host: config.host })
    context.out(`Almanac listens on ${config.publicUrl ?? server.listeningOrigin}`)
    try {
      if (!context.signal.aborted) await once(context.signal, 'abort')
    } finally {
      await server.close()
    }
  })
}

/** Structured lines on the standard error. */
const loggerOf = ({ logLevel }: Readonly<Config>) => ({ level: logLevel, stream: process.stderr })
