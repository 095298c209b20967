import { readdirSync } from 'node:fs'
import process from 'node:process'
import { backupStartedAt, filterBackups } from '../../backup/rotation.ts'
import { recordCounts } from '../../collections/records/record-counts.ts'
import type { Config } from '../../config/config.ts'
import { createMetric, type Metric } from '../../core/prometheus-format.ts'
import type { Database } from '../../db/database.ts'
import { readVersion } from '../version.ts'

/** Counts of records are cached for this many milliseconds, because counting a large calendar is slow. */
const COUNTS_MS = 60_000

/** Metrics of the whole site, the same in every process. */
export function createSiteMetrics(db: Database, { backups }: Readonly<Config>): () => Promise<Metric[]> {
  let cached: { atMs: number; version: string; records: Promise<Metric> } | undefined
  const records = async () => {
    const version = db.version()
    if (cached && (cached.version === version || performance.now() - cached.atMs < COUNTS_MS)) return cached.records
    const fresh = { atMs: performance.now(), version, records: recordCounts(db) }
    cached = fresh
    fresh.records.catch(() => {
      if (cached === fresh) cached = undefined
    })
    return fresh.records
  }
  return async () => {
    const labels = { version: readVersion(), engine: db.dialect.engine, node: process.version }
    return [
      {
        ...createMetric('gauge', 'almanac_build_info', 'Version information; always 1.', 1),
        samples: [{ labels, value: 1 }],
      },
      ...(await databaseMetrics(db, records)),
      ...(backups ? backupMetrics(backups.dir) : []),
    ]
  }
}

/**
 * Reads metrics of the database. An unavailable database causes no error: the metric `almanac_database_up` is 0 then.
 * Counts of records are left out if they take too long.
 */
async function databaseMetrics(db: Database, records: () => Promise<Metric>): Promise<Metric[]> {
  const [isUp, counts] = await Promise.all([
    withTimeout(db.ping()).then(
      () => 1,
      () => 0,
    ),
    withTimeout(records()).catch(() => undefined),
  ])
  const up = createMetric('gauge', 'almanac_database_up', '1 if the database responds, otherwise 0.', isUp)
  return isUp === 1 && counts ? [up, counts] : [up]
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
 * Metric with the start time of the newest scheduled backup. It is 0 if there is no backup, so that an alert for old
 * backups is also raised then.
 */
function backupMetrics(dir: string): Metric[] {
  const help = 'Start time of the newest scheduled backup, Unix seconds; 0 without any.'
  const newest = filterBackups(namesIn(dir))[0]
  return [
    createMetric('gauge', 'almanac_backup_last_timestamp_seconds', help, (newest && backupStartedAt(newest)) || 0),
  ]
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir)
  } catch {
    return []
  }
}
