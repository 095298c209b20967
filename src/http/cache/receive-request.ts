import type { IncomingMessage, ServerResponse } from 'node:http'
import { exceededRateLimit } from '../load/rate-limiting.ts'
import { API_PREFIX, SITE_PREFIX, WORDPRESS_PREFIX } from '../request/address.ts'
import type { CacheContext, RoutedRequest } from './cache-context.ts'
import { createCacheKey, isCacheableRequest } from './cache-key.ts'
import { type ClassifiedRequest, classifyRequest, refuseRequest } from './refuse-request.ts'
import { sendFromCache } from './send-response.ts'

/** URLs whose responses may be cached. Identical requests to other URLs are handled independently. */
const CACHED_ROUTES = new RegExp(`^(${API_PREFIX}|${WORDPRESS_PREFIX}|${SITE_PREFIX}/(?!media/|health))`)

/**
 * Handles every request before the router: sends the cached response, waits for an identical request that is being
 * handled, refuses the request, or passes it to the router.
 */
export function receiveRequest(context: CacheContext, raw: IncomingMessage, response: ServerResponse): void {
  const { cache, coalescer, services } = context
  const now = services.now()
  const isCacheable = cache !== undefined && !context.isClosing && isCacheableRequest(raw)
  const cacheKey = isCacheable ? createCacheKey(raw, context.originOf, cache.currentVersion) : undefined
  const cached = cacheKey && cache?.find(cacheKey.key, now)
  if (cacheKey && cached) {
    sendFromCache(context, raw, response, cached, cacheKey, now)
    return
  }
  const coalescingKey = cacheKey && `${cacheKey.version} ${cacheKey.key}`
  const pending = coalescingKey && coalescer.pending(coalescingKey)
  if (cacheKey && pending) {
    pending.then((result) => {
      const later = services.now()
      const isUsable = result !== undefined && later < result.expiresAt && !context.isClosing
      if (isUsable) sendFromCache(context, raw, response, result, cacheKey, later)
      else routeRequest(context, raw, response, classifyRequest(context, raw), { now, cacheKey })
    })
    return
  }
  const classified = classifyRequest(context, raw)
  // A full admission queue is checked before the remaining steps, because the check is cheap and under overload refuses
  // most requests.
  if (context.admission.isFull(classified.loadClass)) {
    refuseRequest(context, raw, response, classified, 'rest_too_busy')
    return
  }
  if (cacheKey === undefined || coalescingKey === undefined || !CACHED_ROUTES.test(classified.route)) {
    routeRequest(context, raw, response, classified, { now })
    return
  }
  context.requestMetrics.cacheMisses += 1
  const finish = coalescer.start(coalescingKey)
  response.once('close', () => finish())
  routeRequest(context, raw, response, classified, { now, cacheKey, finish })
}

/** Queues a request and passes it to the router when admitted; responds with 429 or 503 if the request is refused. */
function routeRequest(
  context: CacheContext,
  raw: IncomingMessage,
  response: ServerResponse,
  classified: ClassifiedRequest,
  routedRequest: RoutedRequest,
): void {
  const { app, admission, routedRequests } = context
  const exceeded = exceededRateLimit(raw, context.rateLimitOptions)
  if (exceeded) {
    refuseRequest(context, raw, response, classified, 'rest_too_many_requests', exceeded)
    return
  }
  const start = () => {
    routedRequests.set(raw, routedRequest)
    app.routing(raw, response)
  }
  const refuse = () => refuseRequest(context, raw, response, classified, 'rest_too_busy')
  admission.admit(raw, response, classified.loadClass, start, refuse)
}
