import cluster from 'node:cluster'
import type { Config } from '../../../config/config-types.ts'
import { formatMetricsForPrometheus } from '../../../core/prometheus-format.ts'
import { createCallCountingDatabase } from '../../../db/call-counting-database.ts'
import type { Database } from '../../../db/database.ts'
import { createRequestMetrics, type RequestMetrics } from '../../../http/telemetry/request-metrics.ts'
import type { CommandContext } from '../../command-types.ts'
import { createReaderOfProcessMetrics } from './process-metrics.ts'
import { createReaderOfSiteMetrics } from './site-metrics.ts'
import { sendWorkerMetricsOnRequest } from './worker-metrics.ts'

/** Metrics of a process that serves requests, and the database wrapper that measures some of them. */
export interface ServingMetrics {
  /** The database, wrapped so that the duration of every statement is recorded. */
  db: Database
  requestMetrics: RequestMetrics
  /** The metrics of all processes in the Prometheus text format. */
  text(): Promise<string>
}

export function createServingMetrics(
  inner: Database,
  config: Readonly<Config>,
  context: Pick<CommandContext, 'env' | 'now'>,
): ServingMetrics {
  const { db, metrics } = createCallCountingDatabase(inner)
  const requestMetrics = createRequestMetrics()
  const ofProcess = createReaderOfProcessMetrics()
  const own = () => [...requestMetrics.metrics(), ...metrics(), ...ofProcess()]
  const site = createReaderOfSiteMetrics(inner, config, context)
  const { text } = cluster.isWorker
    ? sendWorkerMetricsOnRequest(own, site)
    : { text: async () => formatMetricsForPrometheus([...own(), ...(await site())]) }
  return { db, requestMetrics, text }
}
