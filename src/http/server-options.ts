import type { FastifyServerOptions } from 'fastify'
import type { Language } from '../core/language.ts'
import type { RateLimitSettings } from '../core/rate-limit-settings.ts'
import type { Database } from '../db/database.ts'
import type { MapTiles } from '../pages/page.ts'
import type { ConnectionTimeouts } from './load/connections.ts'
import type { PeerProcesses } from './load/rate-counters.ts'
import type { PublicMetrics } from './site/metrics.ts'
import type { RequestMetrics } from './telemetry/request-metrics.ts'

export interface ServerOptions {
  db: Database
  /** The site's languages, its default first. */
  languages: readonly Language[]
  /** Folder for resized pictures. */
  dataDir: string
  /** Origin of all links; undefined: the origin of the request. */
  publicUrl?: string | undefined
  /** Host names that links may have without `publicUrl`. */
  allowedHosts: readonly string[]
  /** Whether pictures may be fetched from private and loopback addresses. */
  allowPrivateFetch: boolean
  /** Number of reverse proxies whose forwarded headers are trusted. */
  trustProxy: number
  /** Source of map tiles; undefined: maps are drawn without tiles. */
  mapTiles?: MapTiles | undefined
  /** Memory for cached responses, in bytes; 0 disables the cache. */
  cacheBytes: number
  /** `max-age` of responses to anonymous callers, in seconds; undefined: no `Cache-Control`. */
  cacheMaxAge?: number | undefined
  /** `stale-while-revalidate` of these responses, in seconds. */
  cacheStaleSeconds?: number
  /** Absent: the defaults. */
  rateLimits?: RateLimitSettings
  /** The other processes of this server, which share its rate limits. */
  peers?: PeerProcesses | undefined
  /** Absent: those in limits.ts. */
  timeouts?: ConnectionTimeouts
  logger: FastifyServerOptions['logger']
  /** Counts requests; undefined: nobody reads the metrics. */
  requestMetrics?: RequestMetrics | undefined
  /** The public metrics route; undefined: there is none. */
  metrics?: PublicMetrics | undefined
  /** The clock, in seconds since 1970-01-01 UTC. */
  now?: () => number
}
