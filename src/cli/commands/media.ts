import { removeMetadataOfStoredPictures } from '../../media/metadata/remove-metadata-of-stored-pictures.ts'
import { readSiteSettings } from '../../settings/site-settings.ts'
import { auditActorOfCommand } from '../audit-actor-of-command.ts'
import type { CommandContext, RunCommand } from '../command-types.ts'
import { ChecksFailedError } from '../describe-error-for-terminal.ts'
import { parseArguments, runSubcommand } from '../parse-arguments.ts'
import { createProgressBar } from '../progress-bar.ts'
import { withDatabase } from '../with-database.ts'

export const runMediaCommand: RunCommand = (argv, context) => runSubcommand('media', { clean }, argv, context)

/** Removes metadata from pictures that were stored before it was removed from uploads. */
async function clean(argv: string[], context: CommandContext): Promise<void> {
  const { values } = parseArguments(argv, {})
  const progress = createProgressBar('{step} {bar} {value} of {total}')
  const { changed, unchanged, unreadable } = await withDatabase(context, values, async (db) => {
    const { picture_credits } = await readSiteSettings(db)
    return removeMetadataOfStoredPictures(db, auditActorOfCommand(context), {
      withCredit: picture_credits,
      signal: context.signal,
      onProgress: (done, total) => progress.show('pictures', done, total),
    })
  }).finally(progress.stop)
  context.out(`Cleaned: ${changed} pictures. Without metadata: ${unchanged}. Older backups still contain the metadata.`)
  if (context.signal.aborted) context.out('Interrupted: run the command again for the other pictures.')
  if (unreadable.length > 0) throw new ChecksFailedError(`pictures that cannot be decoded: ${unreadable.join(', ')}`)
}
