import cluster from 'node:cluster'
import type { Config } from '../config/config.ts'
import { exposition } from '../core/exposition.ts'
import { countedDatabase } from '../db/counted.ts'
import type { Database } from '../db/database.ts'
import { type Figures, newFigures } from '../http/figures.ts'
import { metricsOfWorker } from './metrics-of-workers.ts'
import { processFigures } from './process-figures.ts'
import { siteFigures } from './site-figures.ts'

/** A process that serves and counts. */
export interface Measured {
  /** Counts what it is asked. */
  db: Database
  figures: Figures
  /** The figures of all processes of the site, as Prometheus reads them. */
  text(): Promise<string>
}

export function measure(inner: Database, config: Readonly<Config>): Measured {
  const { db, metrics } = countedDatabase(inner)
  const figures = newFigures()
  const ofProcess = processFigures()
  const own = () => [...figures.metrics(), ...metrics(), ...ofProcess()]
  const site = siteFigures(inner, config)
  const { text } = cluster.isWorker
    ? metricsOfWorker(own, site)
    : { text: async () => exposition([...own(), ...(await site())]) }
  return { db, figures, text }
}
