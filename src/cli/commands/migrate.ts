import type { CommandContext } from '../command.ts'
import { parseArguments } from '../options.ts'
import { withDatabase } from '../with-database.ts'

/** Applies pending migrations. */
export async function run(argv: string[], context: CommandContext): Promise<void> {
  const { values } = parseArguments(argv, {})
  // Opening the database applies pending migrations.
  await withDatabase(context, values, async () => context.out('The database is up to date.'))
}
