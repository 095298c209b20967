import { purgeTrash } from '../../collections/records/purge.ts'
import type { CommandContext } from '../command.ts'
import { commandActor } from '../command-actor.ts'
import { parseArguments, UsageError } from '../options.ts'
import { withDatabase } from '../with-database.ts'

const DAY_SECONDS = 86_400
const DAYS_MAX = 36_500

/** Deletes records for good that have been in the trash for a number of days. */
export async function run(argv: string[], context: CommandContext): Promise<void> {
  const { values } = parseArguments(argv, { days: { type: 'string' } })
  const days = parseDays(values.days)
  await withDatabase(context, values, async (db) => {
    const { records, pictures } = await purgeTrash(db, commandActor(context), context.now() - days * DAY_SECONDS)
    context.out(`Deleted for good: ${records} records and ${pictures} pictures. Older backups still contain them.`)
  })
}

function parseDays(text: string | undefined): number {
  if (text === undefined) throw new UsageError('missing: --days')
  const days = Number(text)
  if (!/^\d+$/.test(text) || days > DAYS_MAX)
    throw new UsageError(`--days: must be a number from 0 to ${DAYS_MAX}, not "${text}"`)
  return days
}
