import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { VersionCache } from '../../db/cache/version-cache.ts'
import type { Admission } from '../load/admission.ts'
import type { PendingBytes } from '../load/pending-bytes.ts'
import type { RateLimitOptions } from '../load/rate-limiting.ts'
import type { Services } from '../request/scope.ts'
import type { RequestMetrics } from '../telemetry/request-metrics.ts'
import type { CacheKey } from './cache-key.ts'
import type { CachedResponse } from './cached-response.ts'
import type { Coalescer } from './coalescer.ts'
import type { ResponseCache } from './response-cache.ts'
import type { CacheLifetime } from './send-cached-response.ts'

export interface AnonymousCacheOptions {
  /** 0 disables the cache. */
  cacheBytes: number
  versionCache: VersionCache
  /** Undefined: responses have no `Cache-Control`. */
  lifetime: CacheLifetime | undefined
  /** Number of trusted proxies in front of the server. */
  proxyCount: number
  rateLimitOptions: RateLimitOptions
  /** The origin of links in the response to a request. */
  originOf: (raw: IncomingMessage) => string
  requestMetrics: RequestMetrics
}

/** What the functions of this folder share. */
export interface CacheContext extends AnonymousCacheOptions {
  app: FastifyInstance
  services: Services
  /** Undefined when the cache is disabled. */
  cache: ResponseCache | undefined
  coalescer: Coalescer<CachedResponse>
  admission: Admission
  pendingBytes: PendingBytes
  /** Requests that were passed to the router, from then until their response is created. */
  routedRequests: WeakMap<IncomingMessage, RoutedRequest>
  /** Whether the log level includes successful reads. */
  logsReads: boolean
  isClosing: boolean
}

export interface RoutedRequest {
  /** Seconds since 1970-01-01 UTC, before anything was read for the response. */
  now: number
  /** Undefined when the response must not be cached. */
  cacheKey?: CacheKey
  /** Passes the response to the identical requests that wait for it; without a response they are handled themselves. */
  finish?(response?: CachedResponse): void
}
