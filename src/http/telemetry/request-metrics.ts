import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createMetric, type Metric, type Sample } from '../../core/prometheus-format.ts'

/** Answers to guests that were sent again: to GET whole and unchanged, then to HEAD likewise. */
export type CacheHitCounts = [number, number, number, number]

/** What the process counts of the requests it answers. */
export interface RequestMetrics {
  /** Counted by whoever sends a kept answer of a route: see `keptIndex`. */
  hitCountsOf(route: string): CacheHitCounts
  /** Of answers that could have been kept and were not there. */
  misses: number
  /** What kept answers take now. */
  cacheUsage: () => { answers: number; bytes: number }
  /** A request that was answered anew. @param seconds from its arrival to the last byte; undefined: not worth timing */
  count(method: string, route: string, status: number, seconds?: number): void
  metrics(): Metric[]
}

/** Where in `KeptCounts` an answer counts. */
export const cacheHitIndex = (method: string | undefined, status: number) =>
  (method === 'HEAD' ? 2 : 0) + (status === 304 ? 1 : 0)
const KEPT_LABELS = [
  { method: 'GET', status: '2xx' },
  { method: 'GET', status: '3xx' },
  { method: 'HEAD', status: '2xx' },
  { method: 'HEAD', status: '3xx' },
] as const

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

interface Histogram {
  labels: { method: string; route: string }
  /** In each bucket alone, the last beyond all bounds. */
  counts: number[]
  seconds: number
}

export function createRequestMetrics(): RequestMetrics {
  const kept = new Map<string, CacheHitCounts>()
  const requests = new Map<string, Sample>()
  const durations = new Map<string, Histogram>()
  return {
    misses: 0,
    cacheUsage: () => ({ answers: 0, bytes: 0 }),
    hitCountsOf(route) {
      const counts = kept.get(route) ?? [0, 0, 0, 0]
      kept.set(route, counts)
      return counts
    },
    count(sent, route, code, seconds) {
      // Anyone can make up methods; figures must not grow by them.
      const method = METHODS.has(sent) ? sent : 'other'
      const status = `${Math.floor(code / 100)}xx`
      const key = `${method} ${route}`
      const counted = requests.get(`${key} ${status}`)
      if (counted) counted.value += 1
      else requests.set(`${key} ${status}`, { labels: { method, route, status, kept: 'no' }, value: 1 })
      if (seconds === undefined) return
      const histogram = durations.get(key) ?? emptyHistogram({ method, route })
      durations.set(key, histogram)
      take(histogram, seconds)
    },
    metrics() {
      const sentAgain = [...kept].flatMap(([route, counts]) => keptSamples(route, counts))
      return [
        {
          name: 'almanac_http_requests_total',
          help: 'Requests answered, by method, route, class of status, and whether the answer was a kept one.',
          type: 'counter',
          samples: [...[...requests.values()].map((sample) => ({ ...sample })), ...sentAgain],
        },
        durationMetric([...durations.values()]),
        ...keptMetrics(
          sentAgain.reduce((sum, { value }) => sum + value, 0),
          this.misses,
          this.cacheUsage(),
        ),
      ]
    },
  }
}

const keptSamples = (route: string, counts: CacheHitCounts): Sample[] =>
  counts.flatMap((value, index) =>
    value > 0 ? [{ labels: { route, kept: 'yes', ...(KEPT_LABELS[index] as { method: string }) }, value }] : [],
  )

const keptMetrics = (
  hits: number,
  misses: number,
  { answers, bytes }: { answers: number; bytes: number },
): Metric[] => [
  createMetric('counter', 'almanac_kept_answer_hits_total', 'Requests answered with an answer that was kept.', hits),
  createMetric(
    'counter',
    'almanac_kept_answer_misses_total',
    'Requests whose answer might have been kept and was not there.',
    misses,
  ),
  createMetric('gauge', 'almanac_kept_answers', 'Answers that are kept.', answers),
  createMetric('gauge', 'almanac_kept_answer_bytes', 'Memory that kept answers take, about.', bytes),
]

function durationMetric(histograms: readonly Histogram[]): Metric {
  const samples = histograms.flatMap(({ labels, counts, seconds }): Sample[] => {
    let sum = 0
    const buckets = counts.map((count, index): Sample => {
      sum += count
      const le = index < BUCKETS_SECONDS.length ? String(BUCKETS_SECONDS[index]) : '+Inf'
      return { suffix: 'bucket', labels: { ...labels, le }, value: sum }
    })
    return [...buckets, { suffix: 'sum', labels, value: seconds }, { suffix: 'count', labels, value: sum }]
  })
  return {
    name: 'almanac_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer; kept answers are not in it.',
    type: 'histogram',
    samples,
  }
}

const emptyHistogram = (labels: Histogram['labels']): Histogram => ({
  labels,
  counts: Array(BUCKETS_SECONDS.length + 1).fill(0),
  seconds: 0,
})

function take(histogram: Histogram, seconds: number): void {
  const index = BUCKETS_SECONDS.findIndex((bound) => seconds <= bound)
  const at = index < 0 ? BUCKETS_SECONDS.length : index
  histogram.counts[at] = (histogram.counts[at] ?? 0) + 1
  histogram.seconds += seconds
}

/** Counts what the router answers. */
export function registerRequestMetrics(app: FastifyInstance, figures: RequestMetrics): void {
  app.addHook('onResponse', async (request, reply) => {
    figures.count(request.method, routePattern(request), reply.statusCode, reply.elapsedTime / 1000)
  })
}

/** Where nothing is. */
const NO_ROUTE = 'none'
/** Before it was looked where: too many at once, or too many of one caller. */
export const REFUSED_ROUTE = 'turned-away'

/** The pattern of an address, as the router has it, but for what it compares: `/api/events/:id`. There are so many and no more. */
export function routePattern({ is404, routeOptions: { url = '' } }: FastifyRequest): string {
  return is404 ? NO_ROUTE : url.replace(/^\/~/, '/').replace(/\(.*?\)(?=\/|$)/g, '')
}
