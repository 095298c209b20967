/** Figures in the text format that Prometheus reads (exposition format 0.0.4). */

export const PROMETHEUS_CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export type Labels = Readonly<Record<string, string>>

export interface Sample {
  labels: Labels
  value: number
  /** Of a histogram: what the sample is. */
  suffix?: 'bucket' | 'sum' | 'count'
}

/** One figure, for each combination of labels. Names end in their unit; what is only counted up ends in `_total`. */
export interface Metric {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  samples: readonly Sample[]
}

export const createMetric = (type: 'counter' | 'gauge', name: string, help: string, value: number): Metric => ({
  ...{ name, help, type },
  samples: [{ labels: {}, value }],
})

/**
 * The figures of several processes as those of one site: each sample says whose it is, as a process that starts again
 * counts from 0, and sums of such would fall.
 * @param processes by the label `worker`
 */
export function mergeWorkerMetrics(processes: ReadonlyMap<string, readonly Metric[]>): Metric[] {
  const joined = new Map<string, Metric & { samples: Sample[] }>()
  for (const [worker, metrics] of processes) {
    for (const { samples, ...about } of metrics) {
      const one = joined.get(about.name) ?? { ...about, samples: [] }
      joined.set(about.name, one)
      for (const sample of samples) one.samples.push({ ...sample, labels: { ...sample.labels, worker } })
    }
  }
  return [...joined.values()]
}

export const formatPrometheus = (metrics: readonly Metric[]) =>
  metrics
    .filter(({ samples }) => samples.length > 0)
    .map(
      (metric) =>
        `# HELP ${metric.name} ${metric.help.replace(/\\/g, '\\\\').replace(/\n/g, '\\n')}\n` +
        `# TYPE ${metric.name} ${metric.type}\n${metric.samples.map((sample) => lineOf(metric, sample)).join('')}`,
    )
    .join('')

function lineOf({ name }: Metric, { suffix, labels, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
  return `${name}${suffix ? `_${suffix}` : ''}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${numberOf(value)}\n`
}

const escaped = (text: string) => text.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n')

const numberOf = (value: number) =>
  value === Number.POSITIVE_INFINITY ? '+Inf' : value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value)
