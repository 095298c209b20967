import { resolve } from 'node:path'
import { backUpDatabase } from '../../backup/backup.ts'
import type { BackupSummary } from '../../backup/job.ts'
import { formatBytes } from '../../core/text/format-bytes.ts'
import type { CommandContext } from '../command.ts'
import { parseArguments, readCommandConfig } from '../options.ts'
import { createProgressBar } from '../progress.ts'

/** Backs up the database, also while servers use it. Does not apply pending migrations first. */
export async function run(argv: string[], context: CommandContext): Promise<void> {
  const { values, words } = parseArguments(argv, { force: { type: 'boolean' } }, ['file'])
  const { databaseUrl } = readCommandConfig(context, values)
  const file = resolve(words[0] ?? '')
  const begun = performance.now()
  const { show, stop } = createProgressBar('{bar} {percentage} %, {step}')
  const { env, signal } = context
  try {
    const backup = await backUpDatabase(databaseUrl, file, {
      replace: values.force ?? false,
      onProgress: show,
      signal,
      env,
    })
    stop()
    context.out(`${file} is a verified backup: ${formatBackupSize(backup)},`)
    context.out(
      `made in ${((performance.now() - begun) / 1000).toFixed(1)} s. It contains password hashes: store it where only you can read it.`,
    )
  } finally {
    stop()
  }
}

/** The size of a backup in words: `1,234 rows in 26 tables, 1.5 MB`. */
export const formatBackupSize = ({ tables, rows, sizeBytes }: BackupSummary) =>
  `${rows.toLocaleString('en')} rows in ${tables} tables, ${formatBytes(sizeBytes)}`
