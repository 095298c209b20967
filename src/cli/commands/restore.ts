import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { restoreBackup } from '../../backup/backup.ts'
import { fileTimestamp } from '../../backup/rotation.ts'
import type { CommandContext } from '../command.ts'
import { parseArguments, readCommandConfig } from '../options.ts'
import { createProgressBar } from '../progress.ts'
import { formatBackupSize } from './backup.ts'

/** Puts a copy where the settings say the calendar is. */
export async function run(argv: string[], context: CommandContext): Promise<void> {
  const { values, words } = parseArguments(argv, { force: { type: 'boolean' } }, ['file'])
  const { databaseUrl, dataDir } = readCommandConfig(context, values)
  const file = resolve(words[0] ?? '')
  const { show, stop } = createProgressBar('{bar} {percentage} %, {step}')
  const { env, signal } = context
  try {
    const restored = await restoreBackup(file, databaseUrl, {
      force: values.force ?? false,
      timestamp: `before-${fileTimestamp(context.now())}`,
      onProgress: show,
      signal,
      env,
      // Resized pictures of the other calendar may have the names of this one's. They are made again when asked for.
      onBeforeReplace: () => rmSync(join(dataDir, 'picture-sizes'), { recursive: true, force: true }),
    })
    stop()
    context.out(`The calendar is that of ${file} now: ${formatBackupSize(restored)}. The database is up to date.`)
    if (restored.previousFile)
      context.out(`What was there before is kept as ${restored.previousFile}; remove it when you do not need it.`)
  } finally {
    stop()
  }
}
