import type { IncomingMessage, ServerResponse } from 'node:http'
import { corsHeaders } from '../response/api-headers.ts'
import { type Coding, negotiateContentCoding } from '../response/compression.ts'
import { entityTagInContentCoding, matchIfNoneMatchHeader } from '../response/entity-tag.ts'
import {
  CACHE_CONTROL_INDEX,
  type CachedResponse,
  ENTITY_TAG_INDEX,
  type EncodedResponse,
  encodeCachedResponse,
  type FlatHeaders,
  REQUEST_ID_INDEX,
} from './cached-response.ts'

/** Times for which proxies and browsers may reuse a response to an anonymous request, as sent in `Cache-Control`. */
export interface CacheLifetime {
  maxAgeSeconds: number
  /**
   * Value of `stale-while-revalidate`: time after expiry during which caches may send the response while they
   * revalidate it (RFC 5861).
   */
  staleSeconds: number
}

export interface SendOptions {
  requestId: string
  /** Current time in seconds since 1970-01-01 UTC. */
  now: number
  /** Whether the server is shutting down and closes the connection after the response. */
  isClosing: boolean
  lifetime: CacheLifetime | undefined
  corsOrigins: readonly string[]
}

/**
 * Sends a response to an anonymous read, new or from the cache: with status 304 if the client has the same version
 * already, and compressed if the client accepts that.
 * @returns a promise if the response has to be compressed first
 */
export function sendResponseToAnonymousRead(
  request: IncomingMessage,
  response: ServerResponse,
  cached: CachedResponse,
  options: SendOptions,
): Promise<void> | undefined {
  const { 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch } = request.headers
  const coding: Coding | undefined = cached.compressed && negotiateContentCoding(acceptEncoding)
  // Conditional headers such as `If-None-Match` do not apply to redirects (RFC 9110, 13.2.1).
  if (ifNoneMatch !== undefined && cached.status === 200) {
    const current = entityTagInContentCoding(cached.identity.entityTag, coding)
    const matched = matchIfNoneMatchHeader(ifNoneMatch, cached.entityTags, current)
    if (matched !== undefined) {
      // A 304 contains the matching entity tag, which tells the client which of its stored responses is valid (RFC
      // 9111, 4.3.4).
      cached.notModifiedHeaders[ENTITY_TAG_INDEX] = matched
      response.writeHead(304, completeHeaders(request, cached.notModifiedHeaders, cached, options)).end()
      return undefined
    }
  }
  const send = ({ headers, body }: EncodedResponse) => {
    response.writeHead(cached.status, completeHeaders(request, headers, cached, options))
    if (request.method === 'HEAD') response.end()
    else response.end(body)
  }
  const encoded = encodeCachedResponse(cached, coding)
  if (encoded instanceof Promise) return encoded.then(send)
  send(encoded)
  return undefined
}

/**
 * Sets the headers that differ for each request. They overwrite values in the shared array `headers`, which is safe
 * because `writeHead` serializes the array before another request is processed.
 */
function completeHeaders(
  { headers: { origin } }: IncomingMessage,
  headers: FlatHeaders,
  { announcedExpiry, variesByOrigin }: CachedResponse,
  { requestId, now, isClosing, lifetime, corsOrigins }: SendOptions,
): FlatHeaders {
  headers[REQUEST_ID_INDEX] = requestId
  if (lifetime) headers[CACHE_CONTROL_INDEX] = formatCacheControl(lifetime, announcedExpiry - now)
  const isCrossOrigin = origin !== undefined && variesByOrigin
  if (!isCrossOrigin && !isClosing) return headers
  const cors = !isCrossOrigin ? [] : Object.entries(corsHeaders(origin, corsOrigins)).flat()
  return [...headers, ...cors, ...(isClosing ? ['connection', 'close'] : [])]
}

/**
 * The value of the header `Cache-Control` for the lifetime of a response.
 * @param secondsLeft time until the response expires; at 0 or less, clients must revalidate the response before each
 * use
 */
export function formatCacheControl({ maxAgeSeconds, staleSeconds }: CacheLifetime, secondsLeft: number): string {
  if (secondsLeft <= 0) return 'no-cache'
  const staleWhileRevalidate = staleSeconds > 0 ? `, stale-while-revalidate=${staleSeconds}` : ''
  return `public, max-age=${Math.min(maxAgeSeconds, secondsLeft)}${staleWhileRevalidate}`
}
