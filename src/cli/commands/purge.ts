import { purgeUnusedPictures } from '../../collections/records/purge-pictures.ts'
import { purgeTrash } from '../../collections/records/purge-trash.ts'
import { TRASH_DAYS_MAX } from '../../config/parse-config.ts'
import { createPictureSizeCache, pictureSizesFolder } from '../../media/picture-size-cache.ts'
import { auditActorOfCommand } from '../audit-actor-of-command.ts'
import type { CommandContext } from '../command-types.ts'
import { parseArguments, UsageError } from '../parse-arguments.ts'
import { withDatabase } from '../with-database.ts'

const DAY_SECONDS = 86_400

/** Deletes records for good that have been in the trash for a number of days, and pictures that no record uses. */
export async function runPurgeCommand(argv: string[], context: CommandContext): Promise<void> {
  const { values } = parseArguments(argv, { days: { type: 'string' } })
  const days = parseDays(values.days)
  await withDatabase(context, values, async (db, { dataDir }) => {
    const [actor, before] = [auditActorOfCommand(context), context.now() - days * DAY_SECONDS]
    const records = await purgeTrash(db, actor, before)
    const pictures = await purgeUnusedPictures(db, actor, before)
    const sizes = createPictureSizeCache(pictureSizesFolder(dataDir), (error) => context.err(String(error)))
    for (const picture of pictures) await sizes.remove(picture)
    context.out(
      `Deleted for good: ${records} records and ${pictures.length} pictures. Older backups still contain them.`,
    )
  })
}

function parseDays(text: string | undefined): number {
  if (text === undefined) throw new UsageError('missing: --days')
  const days = Number(text)
  if (!/^\d+$/.test(text) || days > TRASH_DAYS_MAX)
    throw new UsageError(`--days: must be a number from 0 to ${TRASH_DAYS_MAX}, not "${text}"`)
  return days
}
