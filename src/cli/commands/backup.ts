import { basename, dirname, resolve } from 'node:path'
import { backUpDatabase } from '../../backup/back-up-and-restore.ts'
import { describeBackupsNotMatchingDatabase } from '../../backup/backup-rotation.ts'
import { listScheduledBackupsInFolder } from '../../backup/list-scheduled-backups-in-folder.ts'
import { readSiteIdAndRecordCountOfBackup } from '../../backup/read-site-id-and-record-count.ts'
import type { BackupSummary } from '../../backup/table-checksums.ts'
import { formatBytes } from '../../core/text/format-bytes.ts'
import type { CommandContext } from '../command-types.ts'
import { ChecksFailedError } from '../describe-error-for-terminal.ts'
import { parseArguments, readCommandConfig } from '../parse-arguments.ts'
import { createProgressBar } from '../progress-bar.ts'

/**
 * Backs up the database, also while servers use it. Does not apply pending migrations first. The command fails after
 * the backup if the folder of the file or BACKUP_DIR has a backup of another calendar or one with more than twice as
 * many records.
 */
export async function runBackupCommand(argv: string[], context: CommandContext): Promise<void> {
  const { values, words } = parseArguments(argv, { force: { type: 'boolean' } }, ['file'])
  const { databaseUrl, backups } = readCommandConfig(context, values)
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
    context.out(`${file} is a verified backup: ${formatBackupSummary(backup)},`)
    context.out(
      `made in ${((performance.now() - begun) / 1000).toFixed(1)} s. It contains password hashes: store it where only you can read it.`,
    )
  } finally {
    stop()
  }
  for (const dir of new Set([dirname(file), ...(backups ? [resolve(backups.dir)] : [])]))
    await refuseMismatch(file, dir, context)
}

/**
 * Compares a new backup with the other scheduled backups in `dir`.
 * @throws {ChecksFailedError} when scheduled backups in `dir` do not match the new backup `file`
 */
async function refuseMismatch(file: string, dir: string, { env, signal }: CommandContext): Promise<void> {
  const others = (await listScheduledBackupsInFolder(dir, env)).filter(({ name }) => name !== basename(file))
  if (others.length === 0) return
  // A backup with the schema of another version is not compared.
  const current = await readSiteIdAndRecordCountOfBackup(file, env, { signal }).catch(() => undefined)
  const mismatch = current && describeBackupsNotMatchingDatabase(dir, others, current)
  if (mismatch) throw new ChecksFailedError(`the backup is complete, but ${mismatch}; check DATA_DIR and DATABASE_URL`)
}

/** The size of a backup in words: `1,234 rows in 26 tables, 1.5 MB`. */
export const formatBackupSummary = ({ tables, rows, sizeBytes }: BackupSummary) =>
  `${rows.toLocaleString('en')} rows in ${tables} tables, ${formatBytes(sizeBytes)}`
