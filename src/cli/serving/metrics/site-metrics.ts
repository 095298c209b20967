import process from 'node:process'
import {
  parseBackupTimeInFileName,
  selectBackupsOfOtherCalendar,
  selectScheduledBackupFileNames,
} from '../../../backup/backup-rotation.ts'
import { createBackupListerWithCache, listFileNamesInFolder } from '../../../backup/list-scheduled-backups-in-folder.ts'
import { readSiteIdAndRecordCountOfDatabase } from '../../../backup/read-site-id-and-record-count.ts'
import { countRepeatedEventsNeedingFurtherDates } from '../../../collections/events/repeat/write/store-further-dates.ts'
import { readRecordCountMetric } from '../../../collections/records/record-count-metric.ts'
import type { Config } from '../../../config/config-types.ts'
import { createMetricWithOneSample, type Metric } from '../../../core/prometheus-format.ts'
import type { Database } from '../../../db/database.ts'
import { countFailingSubscriptions } from '../../../import/subscriptions/subscription-store.ts'
import { readMailOutboxState } from '../../../mail/mail-outbox.ts'
import type { CommandContext } from '../../command-types.ts'
import { readAlmanacVersion } from '../../read-almanac-version.ts'

/** Counts of records are cached for this many milliseconds, because counting a large calendar is slow. */
const COUNTS_MS = 60_000

/** Creates a function that reads the metrics of the whole site, which are the same in every process. */
export function createReaderOfSiteMetrics(
  db: Database,
  { backups, databaseUrl, mail }: Readonly<Config>,
  context: Pick<CommandContext, 'env' | 'now'>,
): () => Promise<Metric[]> {
  const records = cacheCount(
    // The counts are read again at least every hour: the number of repeated events that need further dates grows as
    // time passes, without a commit.
    () => `${db.version()} ${Math.floor(context.now() / HOUR_SECONDS)}`,
    () => Promise.all([readRecordCountMetric(db), readRepeatsMetric(db, context.now()), readSubscriptionsMetric(db)]),
  )
  const mailMetrics = mail && (() => readMailMetrics(db))
  const backupMetrics = backups && createBackupMetrics(backups.dir, databaseUrl, context)
  return async () => {
    const labels = { version: readAlmanacVersion(), engine: db.dialect.engine, node: process.version }
    const [ofDatabase, ofMail, ofBackups] = await Promise.all([
      databaseMetrics(db, records),
      mailMetrics?.().catch(() => []),
      backupMetrics?.(),
    ])
    return [
      {
        ...createMetricWithOneSample('gauge', 'almanac_build_info', 'Version information; always 1.', 1),
        samples: [{ labels, value: 1 }],
      },
      ...ofDatabase,
      ...(ofMail ?? []),
      ...(ofBackups ?? []),
    ]
  }
}

/**
 * Reads metrics of the database. An unavailable database causes no error: the metric `almanac_database_up` is 0 then.
 * Counts of records are left out if they take too long.
 */
async function databaseMetrics(db: Database, records: () => Promise<Metric[]>): Promise<Metric[]> {
  const [isUp, counts] = await Promise.all([
    withTimeout(db.ping()).then(
      () => 1,
      () => 0,
    ),
    withTimeout(records()).catch(() => undefined),
  ])
  const up = createMetricWithOneSample('gauge', 'almanac_database_up', '1 if the database responds, otherwise 0.', isUp)
  return isUp === 1 && counts ? [up, ...counts] : [up]
}

const HOUR_SECONDS = 3600

const readRepeatsMetric = async (db: Database, now: number): Promise<Metric> =>
  createMetricWithOneSample(
    'gauge',
    'almanac_repeats_behind',
    BEHIND_HELP,
    await countRepeatedEventsNeedingFurtherDates(db, now),
  )

const readSubscriptionsMetric = async (db: Database): Promise<Metric> =>
  createMetricWithOneSample('gauge', 'almanac_subscriptions_failing', FAILING_HELP, await countFailingSubscriptions(db))

const FAILING_HELP = 'Subscriptions whose last read failed, also those that were turned off after a week of failures.'

const BEHIND_HELP = 'Events that repeat without end and lack dates that should be stored already.'

/** Metrics of the mail queue. @throws when the database does not respond in time */
async function readMailMetrics(db: Database): Promise<Metric[]> {
  const { waiting, failed } = await withTimeout(readMailOutboxState(db))
  return [
    createMetricWithOneSample('gauge', 'almanac_mail_waiting', 'Mails that wait for delivery.', waiting),
    createMetricWithOneSample(
      'gauge',
      'almanac_mail_failed',
      'Mails that could not be delivered in the last seven days.',
      failed,
    ),
  ]
}

/** Timeout of queries for metrics. It is short, because Prometheus must get its response within its scrape timeout. */
const DATABASE_TIMEOUT_MS = 1_500

/** Waits for `work`. @throws when it takes longer than `DATABASE_TIMEOUT_MS` */
function withTimeout<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('the database does not respond in time')), DATABASE_TIMEOUT_MS)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

/**
 * Returns a function that returns the last result of `count`. It calls `count` again in two cases: the last call
 * failed; or `version` has changed and the last call is at least `COUNTS_MS` ago.
 */
function cacheCount<T>(version: () => string, count: () => Promise<T>): () => Promise<T> {
  let cached: { atMs: number; version: string; value: Promise<T> } | undefined
  return async () => {
    const current = version()
    if (cached && (cached.version === current || performance.now() - cached.atMs < COUNTS_MS)) return cached.value
    const fresh = { atMs: performance.now(), version: current, value: count() }
    cached = fresh
    fresh.value.catch(() => {
      if (cached === fresh) cached = undefined
    })
    return fresh.value
  }
}

/** Metrics of the scheduled backups in `dir`. The number of mismatches is left out while the backups are being read. */
function createBackupMetrics(dir: string, databaseUrl: string, { env, now }: Pick<CommandContext, 'env' | 'now'>) {
  const list = createBackupListerWithCache(dir, env, new AbortController().signal)
  const countMismatches = cacheCount(
    () => String(performance.now()),
    async () => {
      const backups = await list()
      return backups.length === 0
        ? 0
        : selectBackupsOfOtherCalendar(backups, await readSiteIdAndRecordCountOfDatabase(databaseUrl)).length
    },
  )
  return async (): Promise<Metric[]> => {
    const mismatches = await withTimeout(countMismatches()).catch(() => undefined)
    const newest = selectScheduledBackupFileNames(listFileNamesInFolder(dir), now())[0]
    // 0 without a backup, so that an alert for old backups is also raised then.
    const startedAt = (newest && parseBackupTimeInFileName(newest)) || 0
    return [
      createMetricWithOneSample('gauge', 'almanac_backup_last_timestamp_seconds', START_HELP, startedAt),
      ...(mismatches === undefined
        ? []
        : [createMetricWithOneSample('gauge', 'almanac_backup_mismatches', MISMATCH_HELP, mismatches)]),
    ]
  }
}

const START_HELP = 'Start time of the newest scheduled backup, Unix seconds; 0 without any.'
const MISMATCH_HELP =
  'Backups of another calendar, or with more than twice as many records as the database, which may be the wrong one.'
