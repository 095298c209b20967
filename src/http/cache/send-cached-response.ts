import type { IncomingMessage, ServerResponse } from 'node:http'
import { corsHeaders } from '../response/api-headers.ts'
import { type Coding, negotiateCoding } from '../response/content-coding.ts'
import { entityTagInCoding, matchEntityTag } from '../response/entity-tag.ts'
import {
  type CachedResponse,
  type EncodedResponse,
  encodeResponse,
  type FlatHeaders,
  ID,
  LIFETIME,
  TAG,
} from './cached-response.ts'

/** How long proxies and browsers may keep what guests are answered, in seconds. */
export interface CacheLifetime {
  maxAgeSeconds: number
  /** How much longer they may show it while they ask again (RFC 5861). */
  staleSeconds: number
}

/** What one sending adds. */
export interface Sending {
  requestId: string
  /** Seconds since 1970-01-01 UTC. */
  now: number
  isClosing: boolean
  lifetime: CacheLifetime | undefined
}

/**
 * The one way answers to guests go out, fresh or kept, so that both are alike.
 * @returns a promise when the answer has to be compressed first
 */
export function sendCachedResponse(
  request: IncomingMessage,
  response: ServerResponse,
  answer: CachedResponse,
  sending: Sending,
): Promise<void> | undefined {
  const { 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch } = request.headers
  const coding: Coding | undefined = answer.compressed && negotiateCoding(acceptEncoding)
  if (ifNoneMatch !== undefined) {
    const current = entityTagInCoding(answer.identity.entityTag, coding)
    const matched = matchEntityTag(ifNoneMatch, answer.entityTags, current)
    if (matched !== undefined) {
      // The tag that the client has: it selects which of its stored responses is still valid (RFC 9111, 4.3.4).
      answer.notModifiedHeaders[TAG] = matched
      response.writeHead(304, headersFor(request, answer.notModifiedHeaders, answer, sending)).end()
      return undefined
    }
  }
  const send = ({ headers, body }: EncodedResponse) => {
    response.writeHead(200, headersFor(request, headers, answer, sending))
    if (request.method === 'HEAD') response.end()
    else response.end(body)
  }
  const form = encodeResponse(answer, coding)
  if (form instanceof Promise) return form.then(send)
  send(form)
  return undefined
}

/** The same array each time: `writeHead` writes it out before anyone else can change it. */
function headersFor(
  { headers: { origin } }: IncomingMessage,
  headers: FlatHeaders,
  { expiresAt, variesByOrigin }: CachedResponse,
  { requestId, now, isClosing, lifetime }: Sending,
): FlatHeaders {
  headers[ID] = requestId
  if (lifetime) headers[LIFETIME] = cacheControlValue(lifetime, expiresAt - now)
  const isCrossing = origin !== undefined && variesByOrigin
  if (!isCrossing && !isClosing) return headers
  const cors = !isCrossing ? [] : Object.entries(corsHeaders(origin)).flat()
  return [...headers, ...cors, ...(isClosing ? ['connection', 'close'] : [])]
}

/** @param left seconds the answer still holds; of what may change any moment each copy is to be asked for again */
export function cacheControlValue({ maxAgeSeconds, staleSeconds }: CacheLifetime, left: number): string {
  if (left <= 0) return 'no-cache'
  const revalidation = staleSeconds > 0 ? `, stale-while-revalidate=${staleSeconds}` : ''
  return `public, max-age=${Math.min(maxAgeSeconds, left)}${revalidation}`
}
