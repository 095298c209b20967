import { moveDatabase } from '../../db/move/move-database.ts'
import type { CommandContext } from '../command-types.ts'
import { parseArguments, readCommandConfig, UsageError } from '../parse-arguments.ts'

/** Copies the whole calendar to an empty database, of the same or the other engine. */
export async function runMoveCommand(argv: string[], context: CommandContext): Promise<void> {
  const { values } = parseArguments(argv, { to: { type: 'string' } })
  const { to } = values
  if (to === undefined) throw new UsageError('missing: --to')
  const { databaseUrl } = readCommandConfig(context, values)
  const target = readCommandConfig(context, { ...values, 'database-url': to }).databaseUrl
  if (target === databaseUrl) throw new UsageError('--to must be another database')
  const { tables, rows } = await moveDatabase(databaseUrl, target, { signal: context.signal })
  context.out(`Copied and compared ${rows} rows of ${tables} tables.`)
  context.out('Start the server with DATABASE_URL set to the new database. The old one is unchanged.')
}
