import { readdirSync } from 'node:fs'
import process from 'node:process'
import { backupStartedAt, filterBackups } from '../../backup/rotation.ts'
import { recordCounts } from '../../collections/records/record-counts.ts'
import type { Config } from '../../config/config.ts'
import { createMetric, type Metric } from '../../core/prometheus-format.ts'
import type { Database } from '../../db/database.ts'
import { readVersion } from '../version.ts'

/** Counting all records of a large calendar takes a while, and nobody needs it by the second. */
const COUNTS_MS = 60_000

/** What is so of the whole site, whichever process is asked. */
export function createSiteMetrics(db: Database, { backups }: Readonly<Config>): () => Promise<Metric[]> {
  let counted: { atMs: number; version: string; records: Promise<Metric> } | undefined
  const records = async () => {
    const version = db.version()
    if (counted && (counted.version === version || performance.now() - counted.atMs < COUNTS_MS)) return counted.records
    const fresh = { atMs: performance.now(), version, records: recordCounts(db) }
    counted = fresh
    fresh.records.catch(() => {
      if (counted === fresh) counted = undefined
    })
    return fresh.records
  }
  return async () => {
    const labels = { version: readVersion(), engine: db.dialect.engine, node: process.version }
    return [
      {
        ...createMetric('gauge', 'almanac_build_info', 'What runs here; always 1.', 1),
        samples: [{ labels, value: 1 }],
      },
      ...(await databaseMetrics(db, records)),
      ...(backups ? backupMetrics(backups.dir) : []),
    ]
  }
}

/** Without a database the other figures are wanted most. Counts that take long are told the next time. */
async function databaseMetrics(db: Database, records: () => Promise<Metric>): Promise<Metric[]> {
  const [isUp, counts] = await Promise.all([
    inTime(db.ping()).then(
      () => 1,
      () => 0,
    ),
    inTime(records()).catch(() => undefined),
  ])
  const up = createMetric('gauge', 'almanac_database_up', 'Whether the database answers: 1 or 0.', isUp)
  return isUp === 1 && counts ? [up, counts] : [up]
}

/** Whoever scrapes does not wait longer. */
const ANSWER_MS = 1_500

/** @throws when it takes too long */
function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('the database does not answer in time')), ANSWER_MS)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

/** The newest backup that was made by the clock; 0 while there is none, so that its age is never forgotten. */
function backupMetrics(dir: string): Metric[] {
  const help = 'When the newest backup by the clock was begun, since 1970; 0: there is none.'
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
