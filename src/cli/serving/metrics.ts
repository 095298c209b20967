import cluster from 'node:cluster'
import type { Config } from '../../config/config.ts'
import { exposition } from '../../core/exposition.ts'
import type { Database } from '../../db/database.ts'
import { meteredDatabase } from '../../db/metered.ts'
import { createRequestMetrics, type RequestMetrics } from '../../http/telemetry/request-metrics.ts'
import { processMetrics } from './process-metrics.ts'
import { siteMetrics } from './site-metrics.ts'
import { metricsOfWorker } from './worker-metrics.ts'

/** A process that serves and counts. */
export interface Measured {
  /** Counts what it is asked. */
  db: Database
  figures: RequestMetrics
  /** The figures of all processes of the site, as Prometheus reads them. */
  text(): Promise<string>
}

export function measure(inner: Database, config: Readonly<Config>): Measured {
  const { db, metrics } = meteredDatabase(inner)
  const figures = createRequestMetrics()
  const ofProcess = processMetrics()
  const own = () => [...figures.metrics(), ...metrics(), ...ofProcess()]
  const site = siteMetrics(inner, config)
  const { text } = cluster.isWorker
    ? metricsOfWorker(own, site)
    : { text: async () => exposition([...own(), ...(await site())]) }
  return { db, figures, text }
}
