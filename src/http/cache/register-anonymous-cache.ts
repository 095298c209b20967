import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createAdmissionControl } from '../load/admission-control.ts'
import { createPendingByteCounter } from '../load/pending-byte-counter.ts'
import { isAnonymousRequest } from '../request/authentication.ts'
import type { Services } from '../request/create-request-scope.ts'
import { API_PREFIX, WORDPRESS_PREFIX } from '../request/parse-request-url.ts'
import { isReadRequest } from '../request/read-and-write-methods.ts'
import { JSON_TYPE } from '../response/send-json.ts'
import type { AnonymousCacheOptions, CacheContext } from './anonymous-cache-types.ts'
import { handleRequestBeforeRouter } from './handle-request-before-router.ts'
import { createRequestCoalescer } from './request-coalescer.ts'
import { createResponseCache } from './response-cache.ts'
import { sendAndCacheResponse } from './send-and-cache-response.ts'

declare module 'fastify' {
  interface FastifyReply {
    /**
     * A route handler sets this to the latest time (seconds since 1970-01-01 UTC) until which its response to an
     * anonymous request may be cached; Infinity: until the next write or midnight. Only text responses with status 200
     * and redirects are cached. JSON responses of the API are cached even if this is not set.
     */
    cacheUntil: number | undefined
  }
}

/**
 * Installs response cache, request coalescing and admission control in front of the router, so that cached responses to
 * anonymous reads are sent without running it (docs/decisions/0009). Call after registering the hooks that add response
 * headers.
 */
export function registerAnonymousCache(app: FastifyInstance, services: Services, options: AnonymousCacheOptions): void {
  const { cacheBytes, versionCache, requestMetrics } = options
  const context: CacheContext = {
    ...options,
    app,
    services,
    cache: cacheBytes > 0 ? createResponseCache(versionCache, services.db, cacheBytes) : undefined,
    coalescer: createRequestCoalescer(),
    admission: createAdmissionControl(app, options.clients, cacheBytes),
    pendingBytes: createPendingByteCounter(),
    routedRequests: new WeakMap(),
    logsReads: app.log.level === 'debug' || app.log.level === 'trace',
    isClosing: false,
  }
  if (context.cache) requestMetrics.cacheUsage = context.cache.usage
  app.addHook('preClose', async () => {
    context.isClosing = true
  })
  // This hook sends a new cacheable response with the same code that sends cached responses, so that both have the same
  // headers.
  app.addHook('onSend', (request, reply, payload, done) => {
    context.admission.leave(request.raw)
    if (isCacheableResponse(request, reply, payload)) {
      sendAndCacheResponse(context, request, reply, payload as string).catch(done)
    } else {
      context.routedRequests.get(request.raw)?.finish?.()
      done(null, payload)
    }
  })
  app.server
    .removeListener('request', app.routing)
    .on('request', (raw: IncomingMessage, response: ServerResponse) =>
      handleRequestBeforeRouter(context, raw, response),
    )
}

const API_URL = new RegExp(`^(${API_PREFIX}|${WORDPRESS_PREFIX})`)

/** Statuses of responses that are cached; 301 and 302 are redirects of pages. */
const CACHEABLE_STATUSES: readonly number[] = [200, 301, 302]

function isCacheableResponse(request: FastifyRequest, reply: FastifyReply, payload: unknown): boolean {
  if (!CACHEABLE_STATUSES.includes(reply.statusCode)) return false
  if (!isReadRequest(request) || !isAnonymousRequest(request) || typeof payload !== 'string') return false
  const isApiJson =
    reply.statusCode === 200 && reply.getHeader('content-type') === JSON_TYPE && API_URL.test(request.raw.url ?? '')
  return isApiJson || reply.cacheUntil !== undefined
}
