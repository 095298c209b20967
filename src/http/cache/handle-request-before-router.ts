import type { IncomingMessage, ServerResponse } from 'node:http'
import { findExceededRateLimit } from '../load/rate-limiting.ts'
import { API_PREFIX, SITE_PREFIX, WORDPRESS_PREFIX } from '../request/parse-request-url.ts'
import type { CacheContext, RoutedRequest } from './anonymous-cache-types.ts'
import { addReaderLanguageToCacheKey, type CacheKey, createCacheKeyOfRequest, isCacheableRequest } from './cache-key.ts'
import { isCachedResponseValidAt } from './cached-response.ts'
import {
  type ClassifiedRequest,
  findQueueOfRequestBeforeRouter,
  refuseRequestBeforeRouter,
} from './refuse-request-before-router.ts'
import { sendCachedOrSharedResponse } from './send-and-cache-response.ts'

/** Matches URLs whose responses may be cached. Identical requests to other URLs are handled independently. */
const CACHED_ROUTES = new RegExp(`^(${API_PREFIX}|${WORDPRESS_PREFIX}|${SITE_PREFIX}/(?!media/|health))`)

/** A request that has not reached the router yet. */
interface ReceivedRequest {
  raw: IncomingMessage
  response: ServerResponse
  /** Time (seconds since 1970-01-01 UTC) and cache key of the request, read before any data. */
  now: number
  cacheKey: CacheKey | undefined
}

/**
 * Handles every request before the router: sends the cached response, waits for an identical request that is being
 * handled, refuses the request, or queues it and then passes it to the router.
 */
export function handleRequestBeforeRouter(context: CacheContext, raw: IncomingMessage, response: ServerResponse): void {
  const request = readCacheKey(context, raw, response)
  if (!shareResponse(context, request)) admitRequest(context, request, { mayShare: true })
}

function readCacheKey(context: CacheContext, raw: IncomingMessage, response: ServerResponse): ReceivedRequest {
  const { cache, services, originOf, usedParametersOf, readerLanguageOfRequest } = context
  const isCacheable = cache !== undefined && !context.isClosing && isCacheableRequest(raw)
  const cacheKey = isCacheable
    ? createCacheKeyOfRequest(raw, { originOf, usedParametersOf, readerLanguageOfRequest, ...cache })
    : undefined
  return { raw, response, now: services.now(), cacheKey }
}

/**
 * The key by which identical requests share a response. It always contains the language of the reader, because it is
 * not yet decided whether the response depends on it.
 */
const coalescingKeyOf = ({ readerLanguageOfRequest }: CacheContext, raw: IncomingMessage, cacheKey: CacheKey) =>
  `${cacheKey.version} ${addReaderLanguageToCacheKey(cacheKey, cacheKey.hasLanguage ? '' : readerLanguageOfRequest(raw)).key}`

/**
 * Sends the cached response, or waits for that of an identical request that is being handled.
 * @returns false if there is neither
 */
function shareResponse(context: CacheContext, request: ReceivedRequest): boolean {
  const { cache, coalescer, services } = context
  const { raw, response, now, cacheKey } = request
  if (cacheKey === undefined) return false
  const cached = cache?.find(cacheKey.key, now)
  if (cached) {
    sendCachedOrSharedResponse(context, raw, response, cached, cacheKey, now)
    return true
  }
  const pending = coalescer.pending(coalescingKeyOf(context, raw, cacheKey))
  pending?.then((result) => {
    const later = services.now()
    const isUsable = result !== undefined && isCachedResponseValidAt(result, later) && !context.isClosing
    if (isUsable) sendCachedOrSharedResponse(context, raw, response, result, cacheKey, later)
    else admitRequest(context, request, { mayShare: false })
  })
  return pending !== undefined
}

/**
 * Queues a request and passes it to the router when it is admitted; responds with 429 or 503 if it is refused.
 * @param mayShare whether identical requests may wait for the response to this request, or this request for the
 * response to an identical one
 */
function admitRequest(context: CacheContext, request: ReceivedRequest, { mayShare }: { mayShare: boolean }): void {
  const { admission } = context
  const { raw, response } = request
  const classified = findQueueOfRequestBeforeRouter(context, raw)
  const { loadClass } = classified
  const exceeded = findExceededRateLimit(raw, loadClass, context.rateLimitOptions)
  if (exceeded) {
    refuseRequestBeforeRouter(context, raw, response, classified, 'rest_too_many_requests', exceeded)
    return
  }
  let hasWaited = false
  const start = () => {
    if (!hasWaited) return routeRequest(context, request, classified, mayShare)
    const current = readCacheKey(context, raw, response)
    if (mayShare && shareResponse(context, current)) admission.leave(raw)
    else routeRequest(context, current, classified, mayShare)
  }
  const refuse = () => refuseRequestBeforeRouter(context, raw, response, classified, 'rest_too_busy')
  admission.admit(raw, response, loadClass, start, refuse)
  hasWaited = true
}

/**
 * Passes an admitted request to the router. Only from now on identical requests wait for its response: a request in the
 * queue of another client may wait for long.
 */
function routeRequest(
  context: CacheContext,
  { raw, response, now, cacheKey }: ReceivedRequest,
  { route }: ClassifiedRequest,
  mayShare: boolean,
): void {
  const { app, coalescer, requestMetrics, routedRequests } = context
  const routed: RoutedRequest = { now }
  if (cacheKey && CACHED_ROUTES.test(route)) {
    routed.cacheKey = cacheKey
    if (mayShare) {
      requestMetrics.cacheMisses += 1
      const finish = coalescer.start(coalescingKeyOf(context, raw, cacheKey))
      response.once('close', () => finish())
      routed.finish = finish
    }
  }
  routedRequests.set(raw, routed)
  app.routing(raw, response)
}
