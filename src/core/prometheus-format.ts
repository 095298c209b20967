/** The functions of this file format metrics in the text format of Prometheus (exposition format 0.0.4). */

export const PROMETHEUS_CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export type MetricLabels = Readonly<Record<string, string>>

export interface Sample {
  labels: MetricLabels
  value: number
  /** Suffix of the metric name, such as `_bucket`, for the samples of a histogram. */
  suffix?: 'bucket' | 'sum' | 'count'
}

/** A metric with one sample for each combination of labels. Its name ends in the unit, or in `_total` for a counter. */
export interface Metric {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  samples: readonly Sample[]
}

/** Creates a metric with a single sample and no labels. */
export const createMetricWithOneSample = (
  type: 'counter' | 'gauge',
  name: string,
  help: string,
  value: number,
): Metric => ({
  ...{ name, help, type },
  samples: [{ labels: {}, value }],
})

/**
 * Merges the metrics of the worker processes into one list. Samples are not added up but get the label `worker`: the
 * counters of a restarted worker begin at 0 again, so a sum would decrease.
 * @param processes metrics of each worker, by the value of the label `worker`
 */
export function mergeWorkerMetrics(processes: ReadonlyMap<string, readonly Metric[]>): Metric[] {
  const merged = new Map<string, Metric & { samples: Sample[] }>()
  for (const [worker, metrics] of processes) {
    for (const { samples, ...description } of metrics) {
      const metric = merged.get(description.name) ?? { ...description, samples: [] }
      merged.set(description.name, metric)
      for (const sample of samples) metric.samples.push({ ...sample, labels: { ...sample.labels, worker } })
    }
  }
  return [...merged.values()]
}

/** Formats metrics as the response body for a Prometheus scrape. Metrics without samples are left out. */
export const formatMetricsForPrometheus = (metrics: readonly Metric[]) =>
  metrics
    .filter(({ samples }) => samples.length > 0)
    .map(
      (metric) =>
        `# HELP ${metric.name} ${metric.help.replace(/\\/g, '\\\\').replace(/\n/g, '\\n')}\n` +
        `# TYPE ${metric.name} ${metric.type}\n${metric.samples.map((sample) => formatSample(metric, sample)).join('')}`,
    )
    .join('')

function formatSample({ name }: Metric, { suffix, labels, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`)
  const braced = pairs.length > 0 ? `{${pairs.join(',')}}` : ''
  return `${name}${suffix ? `_${suffix}` : ''}${braced} ${formatNumber(value)}\n`
}

const escapeLabel = (text: string) => text.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n')

const formatNumber = (value: number) =>
  value === Number.POSITIVE_INFINITY ? '+Inf' : value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value)
