import { parseOverrides } from '../../collections/events/repeat/repeated-event-columns-and-overrides.ts'
import { readDatesIncludingTrashed } from '../../collections/events/repeat/summarize-dates.ts'
import { parseId } from '../../core/schema/field-types.ts'
import type { CommandContext, RunCommand } from '../command-types.ts'
import { formatRowsAsAlignedColumns } from '../format-rows-as-aligned-columns.ts'
import { parseArguments, runSubcommand, UsageError } from '../parse-arguments.ts'
import { withDatabase } from '../with-database.ts'

export const runEventsCommand: RunCommand = (argv, context) => runSubcommand('events', { dates }, argv, context)

/** Prints the dates of a repeated event in local time, also those in the trash, with the values that they override. */
async function dates(argv: string[], context: CommandContext): Promise<void> {
  const { values, words } = parseArguments(argv, {}, ['id'])
  const id = parseId(words[0])
  if (id === undefined) throw new UsageError('the id must be a positive whole number')
  const rows = await withDatabase(context, values, (db) => readDatesIncludingTrashed(db, id))
  if (rows.length === 0) throw new UsageError(`there is no repeated event with the id ${id}`)
  const cells = rows.map((row) => [
    String(row.id),
    row.start_local,
    row.end_local,
    row.status,
    parseOverrides(row.overrides).join(', '),
  ])
  for (const line of formatRowsAsAlignedColumns(cells)) context.out(line)
}
