import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { restore } from '../../backup/backup.ts'
import { stampOf } from '../../backup/rotation.ts'
import type { CommandContext } from '../commands.ts'
import { configOf, parseArguments } from '../options.ts'
import { progressOf } from '../progress.ts'
import { amountOf } from './backup.ts'

/** Puts a copy where the settings say the calendar is. */
export async function run(argv: string[], context: CommandContext): Promise<void> {
  const { values, words } = parseArguments(argv, { force: { type: 'boolean' } }, ['file'])
  const { databaseUrl, dataDir } = configOf(context, values)
  const file = resolve(words[0] ?? '')
  const { show, stop } = progressOf('{bar} {percentage} %, {step}')
  const { env, signal } = context
  try {
    const restored = await restore(file, databaseUrl, {
      force: values.force ?? false,
      stamp: `before-${stampOf(context.now())}`,
      onProgress: show,
      signal,
      env,
      // Resized pictures of the other calendar may have the names of this one's. They are made again when asked for.
      beforeChange: () => rmSync(join(dataDir, 'picture-sizes'), { recursive: true, force: true }),
    })
    stop()
    context.out(`The calendar is that of ${file} now: ${amountOf(restored)}. The database is up to date.`)
    if (restored.keptAs)
      context.out(`What was there before is kept as ${restored.keptAs}; remove it when you do not need it.`)
  } finally {
    stop()
  }
}
