import type { IncomingMessage, ServerResponse } from 'node:http'
import { exceededRateLimit } from '../load/rate-limiting.ts'
import { API_PREFIX, SITE_PREFIX, WORDPRESS_PREFIX } from '../request/address.ts'
import type { CacheContext, RoutedRequest } from './cache-context.ts'
import { type CacheKey, createCacheKey, isCacheableRequest } from './cache-key.ts'
import { isValidAt } from './cached-response.ts'
import { type ClassifiedRequest, classifyRequest, refuseRequest } from './refuse-request.ts'
import { sendFromCache } from './send-response.ts'

/** URLs whose responses may be cached. Identical requests to other URLs are handled independently. */
const CACHED_ROUTES = new RegExp(`^(${API_PREFIX}|${WORDPRESS_PREFIX}|${SITE_PREFIX}/(?!media/|health))`)

/** A request before the router. */
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
export function receiveRequest(context: CacheContext, raw: IncomingMessage, response: ServerResponse): void {
  const request = readCacheKey(context, raw, response)
  if (!shareResponse(context, request)) admitRequest(context, request, { mayShare: true })
}

function readCacheKey(context: CacheContext, raw: IncomingMessage, response: ServerResponse): ReceivedRequest {
  const { cache, services, originOf, usedParametersOf } = context
  const isCacheable = cache !== undefined && !context.isClosing && isCacheableRequest(raw)
  const cacheKey = isCacheable
    ? createCacheKey(raw, { originOf, usedParametersOf, currentVersion: cache.currentVersion })
    : undefined
  return { raw, response, now: services.now(), cacheKey }
}

const coalescingKeyOf = ({ version, key }: CacheKey) => `${version} ${key}`

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
    sendFromCache(context, raw, response, cached, cacheKey, now)
    return true
  }
  const pending = coalescer.pending(coalescingKeyOf(cacheKey))
  pending?.then((result) => {
    const later = services.now()
    const isUsable = result !== undefined && isValidAt(result, later) && !context.isClosing
    if (isUsable) sendFromCache(context, raw, response, result, cacheKey, later)
    else admitRequest(context, request, { mayShare: false })
  })
  return pending !== undefined
}

/**
 * Queues a request and passes it to the router when admitted; responds with 429 or 503 if the request is refused.
 * @param mayShare whether identical requests may wait for the response, and this request for theirs
 */
function admitRequest(context: CacheContext, request: ReceivedRequest, { mayShare }: { mayShare: boolean }): void {
  const { admission } = context
  const { raw, response } = request
  const classified = classifyRequest(context, raw)
  const { loadClass } = classified
  const exceeded = exceededRateLimit(raw, loadClass, context.rateLimitOptions)
  if (exceeded) {
    refuseRequest(context, raw, response, classified, 'rest_too_many_requests', exceeded)
    return
  }
  let hasWaited = false
  const start = () => {
    if (!hasWaited) return routeRequest(context, request, classified, mayShare)
    const current = readCacheKey(context, raw, response)
    if (mayShare && shareResponse(context, current)) admission.leave(raw)
    else routeRequest(context, current, classified, mayShare)
  }
  const refuse = () => refuseRequest(context, raw, response, classified, 'rest_too_busy')
  admission.admit(raw, response, loadClass, start, refuse)
  hasWaited = true
}

/**
 * Passes an admitted request to the router. Only from now on identical requests wait for its response: a request in the
 * queue of another client may wait for long.
 */
function routeRequest(
  { app, coalescer, requestMetrics, routedRequests }: CacheContext,
  { raw, response, now, cacheKey }: ReceivedRequest,
  { route }: ClassifiedRequest,
  mayShare: boolean,
): void {
  const routed: RoutedRequest = { now }
  if (cacheKey && CACHED_ROUTES.test(route)) {
    routed.cacheKey = cacheKey
    if (mayShare) {
      requestMetrics.cacheMisses += 1
      const finish = coalescer.start(coalescingKeyOf(cacheKey))
      response.once('close', () => finish())
      routed.finish = finish
    }
  }
  routedRequests.set(raw, routed)
  app.routing(raw, response)
}
