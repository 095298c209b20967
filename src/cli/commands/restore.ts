import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { restoreBackup } from '../../backup/back-up-and-restore.ts'
import { formatTimestampForFileName } from '../../backup/backup-rotation.ts'
import { pictureSizesFolder } from '../../media/picture-size-cache.ts'
import type { CommandContext } from '../command-types.ts'
import { parseArguments, readCommandConfig } from '../parse-arguments.ts'
import { createProgressBar } from '../progress-bar.ts'
import { formatBackupSummary } from './backup.ts'

/** Restores a backup to the configured database. */
export async function runRestoreCommand(argv: string[], context: CommandContext): Promise<void> {
  const { values, words } = parseArguments(argv, { force: { type: 'boolean' } }, ['file'])
  const { databaseUrl, dataDir } = readCommandConfig(context, values)
  const file = resolve(words[0] ?? '')
  const { show, stop } = createProgressBar('{bar} {percentage} %, {step}')
  const { env, signal } = context
  try {
    const restored = await restoreBackup(file, databaseUrl, {
      force: values.force ?? false,
      timestamp: `before-${formatTimestampForFileName(context.now())}`,
      onProgress: show,
      signal,
      env,
      // Delete the cache of resized pictures: those of the previous calendar may have the same file names. They are
      // regenerated on request.
      onBeforeReplace: () => rmSync(pictureSizesFolder(dataDir), { recursive: true, force: true }),
    })
    stop()
    context.out(`Restored ${file}: ${formatBackupSummary(restored)}. Migrations are applied.`)
    if (restored.previousFile)
      context.out(`The previous database is now ${restored.previousFile}; remove it when you no longer need it.`)
  } finally {
    stop()
  }
}
