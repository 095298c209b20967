import { anonymizeOrganizer } from '../../collections/organizers/anonymize-organizer.ts'
import { CalendarError } from '../../core/errors.ts'
import { parseId } from '../../core/schema/field-types.ts'
import { createPictureSizeCache, pictureSizesFolder } from '../../media/picture-size-cache.ts'
import { auditActorOfCommand } from '../audit-actor-of-command.ts'
import type { CommandContext, RunCommand } from '../command-types.ts'
import { parseArguments, runSubcommand, UsageError } from '../parse-arguments.ts'
import { withDatabase } from '../with-database.ts'

export const runOrganizersCommand: RunCommand = (argv, context) =>
  runSubcommand('organizers', { anonymize }, argv, context)

/** Erases the personal data of an organizer, who stays the organizer of the same events under a general name. */
async function anonymize(argv: string[], context: CommandContext): Promise<void> {
  const { values, words } = parseArguments(argv, {}, ['id'])
  const id = parseId(words[0])
  if (id === undefined) throw new UsageError(`"${words[0]}" is not the id of an organizer`)
  await withDatabase(context, values, async (db, { dataDir }) => {
    const anonymized = await anonymizeOrganizer(db, auditActorOfCommand(context), id)
    if (!anonymized) throw new CalendarError('organizer-not-found')
    const sizes = createPictureSizeCache(pictureSizesFolder(dataDir), (error) => context.err(String(error)))
    if (anonymized.picture) await sizes.remove(anonymized.picture)
  })
  context.out(
    `Organizer ${id} is anonymous. Older backups, earlier audit entries and texts of events may still name it.`,
  )
}
