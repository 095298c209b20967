import { createMetricWithOneSample, type Metric, type Sample } from '../core/prometheus-format.ts'
import type { Database, Queryable } from './database.ts'

/** A database that counts its queries and transactions for the metrics endpoint. */
export interface CallCountingDatabase {
  db: Database
  metrics(): Metric[]
}

interface Tally {
  /** The number of completed calls. */
  count: number
  /** Total duration of the completed calls in seconds, including the time they waited in a queue. */
  seconds: number
  /** The number of calls that wait in a queue or are running. */
  inProgress: number
}

const emptyTally = (): Tally => ({ count: 0, seconds: 0, inProgress: 0 })

/** Wraps `db` to count its calls. A transaction counts as one call; the statements in it are not counted. */
export function createCallCountingDatabase(db: Database): CallCountingDatabase {
  const [main, slow, writes] = [emptyTally(), emptyTally(), emptyTally()]
  let waiting = 0
  let rolledBack = 0
  const metered: Database = {
    ...db,
    ...countReads(db, main),
    slow: countReads(db.slow, slow),
    transaction(work, read) {
      let hasStarted = false
      const start = () => {
        // `work` may run several times, but each transaction leaves the queue only once.
        if (!hasStarted) waiting -= 1
        hasStarted = true
      }
      waiting += 1
      const run = () =>
        db.transaction((tx) => {
          start()
          return work(tx)
        }, read)
      return timed(writes, run)
        .catch((error) => {
          rolledBack += 1
          throw error
        })
        .finally(start)
    },
  }
  return { db: metered, metrics: () => [...readMetrics(main, slow), ...writeMetrics(writes, waiting, rolledBack)] }
}

async function timed<T>(tally: Tally, call: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  tally.inProgress += 1
  try {
    return await call()
  } finally {
    tally.inProgress -= 1
    tally.count += 1
    tally.seconds += (performance.now() - startedAt) / 1000
  }
}

const countReads = (reads: Queryable, tally: Tally): Queryable => ({
  all: <Row>(statement: Parameters<Queryable['all']>[0]) => timed(tally, () => reads.all<Row>(statement)),
  get: <Row>(statement: Parameters<Queryable['get']>[0]) => timed(tally, () => reads.get<Row>(statement)),
})

function readMetrics(main: Tally, slow: Tally): Metric[] {
  const samples = (value: (tally: Tally) => number): Sample[] => [
    { labels: { queue: 'quick' }, value: value(main) },
    { labels: { queue: 'slow' }, value: value(slow) },
  ]
  return [
    {
      name: 'almanac_database_reads_total',
      help: 'Completed reads outside of transactions.',
      type: 'counter',
      samples: samples(({ count }) => count),
    },
    {
      name: 'almanac_database_read_seconds_total',
      help: 'Total time of these reads, including the time they were queued.',
      type: 'counter',
      samples: samples(({ seconds }) => seconds),
    },
    {
      name: 'almanac_database_reads_underway',
      help: 'Reads that are queued or running.',
      type: 'gauge',
      samples: samples(({ inProgress }) => inProgress),
    },
  ]
}

const writeMetrics = (writes: Tally, waiting: number, rolledBack: number): Metric[] => [
  createMetricWithOneSample(
    'counter',
    'almanac_database_transactions_total',
    'Transactions that were committed or rolled back.',
    writes.count,
  ),
  createMetricWithOneSample(
    'counter',
    'almanac_database_transactions_undone_total',
    'Transactions that were rolled back.',
    rolledBack,
  ),
  createMetricWithOneSample(
    'counter',
    'almanac_database_transaction_seconds_total',
    'Total time of transactions, from being queued until they were durable or rolled back.',
    writes.seconds,
  ),
  createMetricWithOneSample('gauge', 'almanac_database_transactions_waiting', 'Transactions that are queued.', waiting),
  createMetricWithOneSample(
    'gauge',
    'almanac_database_transactions_running',
    'Transactions that are running.',
    writes.inProgress - waiting,
  ),
]
