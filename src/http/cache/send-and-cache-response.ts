import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createRequestId, createRequestLogEntry } from '../telemetry/request-log.ts'
import { indexOfCacheHitCounter, routePatternForMetrics } from '../telemetry/request-metrics.ts'
import type { CacheContext } from './anonymous-cache-types.ts'
import { findExpiryOfAnonymousResponse } from './cache-expiry.ts'
import { addReaderLanguageToCacheKey, type CacheKey } from './cache-key.ts'
import { type CachedResponse, createCachedResponse } from './cached-response.ts'
import { findQueueOfRequestBeforeRouter, refuseRequestBeforeRouter } from './refuse-request-before-router.ts'
import { type SendOptions, sendResponseToAnonymousRead } from './send-response-to-anonymous-read.ts'

/** Sends a cached response, or the response to an identical request that was handled at the same time. */
export function sendCachedOrSharedResponse(
  context: CacheContext,
  raw: IncomingMessage,
  response: ServerResponse,
  cached: CachedResponse,
  cacheKey: CacheKey,
  now: number,
): void {
  const requestId = createRequestId()
  if (context.logsReads) {
    const startedAtMs = performance.now()
    const entry = () => createRequestLogEntry(raw, response, { requestId, startedAtMs, proxyCount: context.proxyCount })
    response.once('finish', () => context.app.log.debug(entry(), 'request completed'))
  }
  if (!sendUnlessBusy(context, raw, response, cached, { requestId, now }, cacheKey)) return
  ;(cached.hitCounts[indexOfCacheHitCounter(raw.method, response.statusCode)] as number) += 1
}

/** Sends the response of a route handler and stores it in the cache, unless the response expires at once. */
export async function sendAndCacheResponse(
  context: CacheContext,
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<void> {
  const { cache, lifetime, services } = context
  const { now, cacheKey: routedKey, finish } = context.routedRequests.get(request.raw) ?? { now: services.now() }
  const cacheKey = routedKey && completeCacheKey(context, request, reply, routedKey)
  const query = request.query as Record<string, unknown>
  const needsExpiry = cache !== undefined || lifetime !== undefined
  const expiry = needsExpiry
    ? await findExpiryOfAnonymousResponse(now, query, (await services.settings()).timezone, services.nextChanges)
    : { at: now, announcedAt: now }
  const { cacheUntil = Number.POSITIVE_INFINITY } = reply
  const expiresAt = Math.min(expiry.at, cacheUntil)
  const announcedExpiry = Math.min(expiry.announcedAt, cacheUntil)
  const [hasLifetime, isCompressed] = [lifetime !== undefined, cache !== undefined]
  const hitCounts = context.requestMetrics.hitCountsOf(routePatternForMetrics(request))
  const { statusCode: status } = reply
  const options = { status, computedAt: now, expiresAt, announcedExpiry, hasLifetime, isCompressed, hitCounts }
  const fresh = createCachedResponse(text, reply.getHeaders(), options)
  if (cacheKey && expiresAt > now) cache?.store(cacheKey, fresh)
  finish?.(fresh)
  reply.hijack()
  sendUnlessBusy(context, request.raw, reply.raw, fresh, { requestId: request.id, now: services.now() }, cacheKey)
}

/**
 * Adds the language of the reader to the cache key of the first response in a database version that depends on this
 * language.
 */
function completeCacheKey(
  { cache, readerLanguageOfRequest }: CacheContext,
  request: FastifyRequest,
  reply: FastifyReply,
  cacheKey: CacheKey,
): CacheKey {
  if (!/\bAccept-Language\b/.test(String(reply.getHeader('vary')))) return cacheKey
  cache?.markVariesByLanguage()
  return addReaderLanguageToCacheKey(cacheKey, readerLanguageOfRequest(request.raw))
}

/**
 * Sends a response, or refuses the request with 503 if too many response bytes wait for slow clients.
 * @returns whether the response was sent
 */
function sendUnlessBusy(
  context: CacheContext,
  raw: IncomingMessage,
  response: ServerResponse,
  cached: CachedResponse,
  { requestId, now }: Pick<SendOptions, 'requestId' | 'now'>,
  cacheKey: CacheKey | undefined,
): boolean {
  const { cache, lifetime, corsOrigins, isClosing, pendingBytes } = context
  if (!pendingBytes.hasRoomFor(cached.identity.body)) {
    refuseRequestBeforeRouter(context, raw, response, findQueueOfRequestBeforeRouter(context, raw), 'rest_too_busy')
    return false
  }
  const compression = sendResponseToAnonymousRead(raw, response, cached, {
    requestId,
    now,
    isClosing,
    lifetime,
    corsOrigins,
  })
  // The compressed body is now part of the cache entry, so the size of the entry is updated.
  if (cacheKey) compression?.then(() => cache?.updateSize(cacheKey.key, cached))
  pendingBytes.track(response, cached.identity.body)
  return true
}
