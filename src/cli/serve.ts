import { once } from 'node:events'
import { ensureAdministrator } from '../accounts/first-start.ts'
import type { Config } from '../config/config.ts'
import { createServer } from '../http/server.ts'
import type { CommandContext } from './commands.ts'
import { withDatabase } from './database.ts'
import { parseArguments } from './options.ts'

/** Serves until the signal; then finishes what is under way and closes the database. */
export async function run(argv: string[], context: CommandContext): Promise<void> {
  const { values } = parseArguments(argv, {})
  await withDatabase(context, values, async (db, config) => {
    const admin = await ensureAdministrator(db, config.adminPassword, context.now())
    // Before anything can fail: it is shown once.
    if (admin) context.out(firstWords(admin))
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

function firstWords({ login, password }: { login: string; password: string }): string {
  return `The administrator is "${login}". This application password is shown once, keep it: ${password}`
}

/** Structured lines on the standard error. */
const loggerOf = ({ logLevel }: Readonly<Config>) => ({ level: logLevel, stream: process.stderr })
