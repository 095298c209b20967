import { resolve } from 'node:path'
import { backUp } from '../../backup/backup.ts'
import type { BackupSummary } from '../../backup/job.ts'
import { formatBytes } from '../../core/text/format-bytes.ts'
import type { CommandContext } from '../command.ts'
import { parseArguments, readCommandConfig } from '../options.ts'
import { createProgressBar } from '../progress.ts'

/** Copies the calendar beside whoever serves it. The database is left as it is, an old one too. */
export async function run(argv: string[], context: CommandContext): Promise<void> {
  const { values, words } = parseArguments(argv, { force: { type: 'boolean' } }, ['file'])
  const { databaseUrl } = readCommandConfig(context, values)
  const file = resolve(words[0] ?? '')
  const begun = performance.now()
  const { show, stop } = createProgressBar('{bar} {percentage} %, {step}')
  const { env, signal } = context
  try {
    const backup = await backUp(databaseUrl, file, { replace: values.force ?? false, onProgress: show, signal, env })
    stop()
    context.out(`${file} holds the calendar as it was: ${formatBackupSize(backup)}, compared with the original,`)
    context.out(
      `in ${((performance.now() - begun) / 1000).toFixed(1)} s. It holds hashes of passwords: keep it where only you can read it.`,
    )
  } finally {
    stop()
  }
}

export const formatBackupSize = ({ tables, rows, sizeBytes }: BackupSummary) =>
  `${rows.toLocaleString('en')} rows in ${tables} tables, ${formatBytes(sizeBytes)}`
