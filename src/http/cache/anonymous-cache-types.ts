import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { DatabaseVersionCache } from '../../db/cache/database-version-cache.ts'
import type { AdmissionControl } from '../load/admission-control.ts'
import type { ClientIdentification } from '../load/client-identification.ts'
import type { PendingBytes } from '../load/pending-byte-counter.ts'
import type { RateLimitOptions } from '../load/rate-limiting.ts'
import type { Services } from '../request/create-request-scope.ts'
import type { DomainLanguageReader } from '../request/origin-of-links.ts'
import type { RequestMetrics } from '../telemetry/request-metrics.ts'
import type { CacheKey, CacheKeyOptions } from './cache-key.ts'
import type { CachedResponse } from './cached-response.ts'
import type { Coalescer } from './request-coalescer.ts'
import type { ResponseCache } from './response-cache.ts'
import type { CacheLifetime } from './send-response-to-anonymous-read.ts'

export interface AnonymousCacheOptions extends Omit<CacheKeyOptions, 'currentVersion' | 'variesByLanguage'> {
  /** Maximum size of the response cache in bytes; 0 disables the cache. */
  cacheBytes: number
  versionCache: DatabaseVersionCache
  /** Times for the `Cache-Control` header; if undefined, the header is not sent. */
  lifetime: CacheLifetime | undefined
  /** Origins whose pages may send requests with the credentials of the browser. */
  corsOrigins: readonly string[]
  domainLanguageOf: DomainLanguageReader
  /** Number of trusted reverse proxies in front of the server. */
  proxyCount: number
  clients: ClientIdentification
  rateLimitOptions: RateLimitOptions
  requestMetrics: RequestMetrics
}

/** State shared by the functions that cache and send responses, created once per server. */
export interface CacheContext extends AnonymousCacheOptions {
  app: FastifyInstance
  services: Services
  /** The response cache; undefined when it is disabled. */
  cache: ResponseCache | undefined
  coalescer: Coalescer<CachedResponse>
  admission: AdmissionControl
  pendingBytes: PendingBytes
  /** The requests that were passed to the router, each with the data for caching its response. */
  routedRequests: WeakMap<IncomingMessage, RoutedRequest>
  /** Whether successful reads are logged, which they are at the log levels `debug` and `trace`. */
  logsReads: boolean
  isClosing: boolean
}

export interface RoutedRequest {
  /** Time when handling of the request began, before any data was read for it (seconds since 1970-01-01 UTC). */
  now: number
  /** Cache key of the request; undefined when its response must not be cached. */
  cacheKey?: CacheKey
  /**
   * Passes the response on to identical requests that wait for it. If called without a response, each waiting request
   * is handled separately.
   */
  finish?(response?: CachedResponse): void
}
