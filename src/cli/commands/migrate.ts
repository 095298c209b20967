import type { CommandContext } from '../command-types.ts'
import { parseArguments } from '../parse-arguments.ts'
import { withDatabase } from '../with-database.ts'

/** Applies pending migrations. */
export async function runMigrateCommand(argv: string[], context: CommandContext): Promise<void> {
  const { values } = parseArguments(argv, {})
  // Opening the database applies pending migrations.
  await withDatabase(context, values, async () => context.out('The database is up to date.'))
}
