import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createMetricWithOneSample, type Metric, type Sample } from '../../core/prometheus-format.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The URL pattern of the route, if the router knows only a part of it; else undefined. */
    routePattern: string | undefined
  }
}

/** Number of cache hits of one route, by method and status: GET 2xx, GET 304, HEAD 2xx, HEAD 304. */
export type CacheHitCounts = [number, number, number, number]

/** Counts the requests of this process. */
export interface RequestMetrics {
  /**
   * Returns the cache hit counters of a route, which the caller increments at the index from `indexOfCacheHitCounter`.
   */
  hitCountsOf(route: string): CacheHitCounts
  /** Number of requests whose response was cacheable but not in the cache. */
  cacheMisses: number
  /** Returns the current size of the response cache. The response cache sets this function at its creation. */
  cacheUsage: () => { responses: number; bytes: number }
  /**
   * Counts a request that was not answered from the cache.
   * @param seconds duration of the request; left out for requests that were refused at once
   */
  count(method: string, route: string, status: number, seconds?: number): void
  metrics(): Metric[]
}

/** Returns the index in `CacheHitCounts` of the counter for a method and status. */
export const indexOfCacheHitCounter = (method: string | undefined, status: number) =>
  (method === 'HEAD' ? 2 : 0) + (status >= 300 ? 1 : 0)

/** Metric labels of the counters in `CacheHitCounts`, in the same order. */
const CACHE_HIT_LABELS = [
  { method: 'GET', status: '2xx' },
  { method: 'GET', status: '3xx' },
  { method: 'HEAD', status: '2xx' },
  { method: 'HEAD', status: '3xx' },
] as const

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

interface Histogram {
  labels: { method: string; route: string }
  /** Number of requests in each duration bucket alone (not cumulative); the last bucket has no upper bound. */
  counts: number[]
  seconds: number
}

export function createRequestMetrics(): RequestMetrics {
  const cacheHits = new Map<string, CacheHitCounts>()
  const requests = new Map<string, Sample>()
  const durations = new Map<string, Histogram>()
  return {
    cacheMisses: 0,
    cacheUsage: () => ({ responses: 0, bytes: 0 }),
    hitCountsOf(route) {
      const counts = cacheHits.get(route) ?? [0, 0, 0, 0]
      cacheHits.set(route, counts)
      return counts
    },
    count(requestMethod, route, statusCode, seconds) {
      // Clients can send any method name. All unknown methods share one metric label, so that the number of labels
      // stays bounded.
      const method = METHODS.has(requestMethod) ? requestMethod : 'other'
      const status = `${Math.floor(statusCode / 100)}xx`
      const key = `${method} ${route}`
      const counter = requests.get(`${key} ${status}`)
      if (counter) counter.value += 1
      else requests.set(`${key} ${status}`, { labels: { method, route, status, cached: 'no' }, value: 1 })
      if (seconds === undefined) return
      const histogram = durations.get(key) ?? emptyHistogram({ method, route })
      durations.set(key, histogram)
      observe(histogram, seconds)
    },
    metrics() {
      const hitSamples = [...cacheHits].flatMap(([route, counts]) => cacheHitSamples(route, counts))
      return [
        {
          name: 'almanac_http_requests_total',
          help: 'Requests by method, route, status class and whether the response came from the cache.',
          type: 'counter',
          samples: [...[...requests.values()].map((sample) => ({ ...sample })), ...hitSamples],
        },
        durationMetric([...durations.values()]),
        ...cacheMetrics(
          hitSamples.reduce((sum, { value }) => sum + value, 0),
          this.cacheMisses,
          this.cacheUsage(),
        ),
      ]
    },
  }
}

const cacheHitSamples = (route: string, counts: CacheHitCounts): Sample[] =>
  counts.flatMap((value, index) =>
    value > 0 ? [{ labels: { route, cached: 'yes', ...(CACHE_HIT_LABELS[index] as { method: string }) }, value }] : [],
  )

const cacheMetrics = (
  hits: number,
  misses: number,
  { responses, bytes }: ReturnType<RequestMetrics['cacheUsage']>,
): Metric[] => [
  createMetricWithOneSample(
    'counter',
    'almanac_response_cache_hits_total',
    'Requests answered from the response cache.',
    hits,
  ),
  createMetricWithOneSample(
    'counter',
    'almanac_response_cache_misses_total',
    'Requests whose response could have been cached but was not.',
    misses,
  ),
  createMetricWithOneSample('gauge', 'almanac_response_cache_entries', 'Responses in the cache.', responses),
  createMetricWithOneSample('gauge', 'almanac_response_cache_bytes', 'Estimated memory of the response cache.', bytes),
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
    help: 'Time from the arrival of a request to the end of its response, without responses from the cache.',
    type: 'histogram',
    samples,
  }
}

const emptyHistogram = (labels: Histogram['labels']): Histogram => ({
  labels,
  counts: Array(BUCKETS_SECONDS.length + 1).fill(0),
  seconds: 0,
})

function observe(histogram: Histogram, seconds: number): void {
  const bucket = BUCKETS_SECONDS.findIndex((bound) => seconds <= bound)
  const index = bucket < 0 ? BUCKETS_SECONDS.length : bucket
  histogram.counts[index] = (histogram.counts[index] ?? 0) + 1
  histogram.seconds += seconds
}

/**
 * Counts the requests that reach the router; the code in `cache/` counts those that are answered without the router.
 */
export function registerRequestMetrics(app: FastifyInstance, requestMetrics: RequestMetrics): void {
  app.addHook('onResponse', async (request, reply) => {
    requestMetrics.count(request.method, routePatternForMetrics(request), reply.statusCode, reply.elapsedTime / 1000)
  })
}

/** Metric label of requests whose URL no route matches. */
const UNKNOWN_ROUTE = 'none'
/** Metric label of requests that were refused with 429 or 503 without the router. */
export const REFUSED_ROUTE = 'refused'

/**
 * Returns the URL pattern of a route without regular expressions, e.g. `/api/events/:id`, as a metric label, so that
 * the number of labels is bounded.
 */
export function routePatternForMetrics({ is404, routePattern, routeOptions: { url = '' } }: FastifyRequest): string {
  return is404 ? UNKNOWN_ROUTE : (routePattern ?? url).replace(/^\/~/, '/').replace(/\(.*?\)(?=\/|$)/g, '')
}
