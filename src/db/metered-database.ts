import { createMetric, type Metric, type Sample } from '../core/prometheus-format.ts'
import type { Database, Queryable } from './database.ts'

export interface MeteredDatabase {
  db: Database
  metrics(): Metric[]
}

interface Tally {
  count: number
  seconds: number
  /** Sent and not answered yet. */
  underway: number
}

const none = (): Tally => ({ count: 0, seconds: 0, underway: 0 })

/** The database, which counts what it is asked: not the statements within transactions, but these as a whole. */
export function createMeteredDatabase(db: Database): MeteredDatabase {
  const [quick, slow, writes] = [none(), none(), none()]
  let waiting = 0
  let undone = 0
  const counted: Database = {
    ...db,
    ...readsCounted(db, quick),
    slow: readsCounted(db.slow, slow),
    transaction(work, read) {
      let hasBegun = false
      const begin = () => {
        // What lost a race begins again.
        if (!hasBegun) waiting -= 1
        hasBegun = true
      }
      waiting += 1
      const run = () =>
        db.transaction((tx) => {
          begin()
          return work(tx)
        }, read)
      return timed(writes, run)
        .catch((error) => {
          undone += 1
          throw error
        })
        .finally(begin)
    },
  }
  return { db: counted, metrics: () => [...readMetrics(quick, slow), ...writeMetrics(writes, waiting, undone)] }
}

async function timed<T>(tally: Tally, call: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  tally.underway += 1
  try {
    return await call()
  } finally {
    tally.underway -= 1
    tally.count += 1
    tally.seconds += (performance.now() - begun) / 1000
  }
}

const readsCounted = (reads: Queryable, tally: Tally): Queryable => ({
  all: <Row>(statement: Parameters<Queryable['all']>[0]) => timed(tally, () => reads.all<Row>(statement)),
  get: <Row>(statement: Parameters<Queryable['get']>[0]) => timed(tally, () => reads.get<Row>(statement)),
})

function readMetrics(quick: Tally, slow: Tally): Metric[] {
  const samples = (value: (tally: Tally) => number): Sample[] => [
    { labels: { queue: 'quick' }, value: value(quick) },
    { labels: { queue: 'slow' }, value: value(slow) },
  ]
  return [
    {
      name: 'almanac_database_reads_total',
      help: 'Reads answered outside of transactions.',
      type: 'counter',
      samples: samples(({ count }) => count),
    },
    {
      name: 'almanac_database_read_seconds_total',
      help: 'Time these reads waited and ran.',
      type: 'counter',
      samples: samples(({ seconds }) => seconds),
    },
    {
      name: 'almanac_database_reads_underway',
      help: 'Reads that wait for a connection or run.',
      type: 'gauge',
      samples: samples(({ underway }) => underway),
    },
  ]
}

const writeMetrics = (writes: Tally, waiting: number, undone: number): Metric[] => [
  createMetric('counter', 'almanac_database_transactions_total', 'Transactions that ended.', writes.count),
  createMetric('counter', 'almanac_database_transactions_undone_total', 'Those of them that left nothing.', undone),
  createMetric(
    'counter',
    'almanac_database_transaction_seconds_total',
    'Time transactions waited and ran, until they were on the disk.',
    writes.seconds,
  ),
  createMetric('gauge', 'almanac_database_transactions_waiting', 'Transactions that have not begun.', waiting),
  createMetric(
    'gauge',
    'almanac_database_transactions_running',
    'Transactions that have begun and not ended.',
    writes.underway - waiting,
  ),
]
