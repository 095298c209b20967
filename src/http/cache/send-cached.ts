import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Coding, codingFor } from '../response/content-coding.ts'
import { knownTag, tagIn } from '../response/entity-tag.ts'
import { corsHeaders } from '../response/json.ts'
import {
  type CachedResponse,
  type Encoding,
  encodingFor,
  type FlatHeaders,
  ID,
  LIFETIME,
  TAG,
} from './cached-response.ts'

/** How long proxies and browsers may keep what guests are answered, in seconds. */
export interface Lifetime {
  maxAge: number
  /** How much longer they may show it while they ask again (RFC 5861). */
  stale: number
}

/** What one sending adds. */
export interface Sending {
  requestId: string
  /** Seconds since 1970-01-01 UTC. */
  now: number
  isClosing: boolean
  lifetime: Lifetime | undefined
}

/**
 * The one way answers to guests go out, fresh or kept, so that both are alike.
 * @returns a promise when the answer has to be compressed first
 */
export function sendCached(
  request: IncomingMessage,
  response: ServerResponse,
  answer: CachedResponse,
  sending: Sending,
): Promise<void> | undefined {
  const { 'accept-encoding': accepted, 'if-none-match': known } = request.headers
  const coding: Coding | undefined = answer.coded && codingFor(accepted)
  if (known !== undefined) {
    const tag = knownTag(known, answer.tags, tagIn(answer.plain.tag, coding))
    if (tag !== undefined) {
      // The one the client has: it says which of its stored answers is still right (RFC 9111, 4.3.4).
      answer.unchanged[TAG] = tag
      response.writeHead(304, headersFor(request, answer.unchanged, answer, sending)).end()
      return undefined
    }
  }
  const send = ({ headers, body }: Encoding) => {
    response.writeHead(200, headersFor(request, headers, answer, sending))
    if (request.method === 'HEAD') response.end()
    else response.end(body)
  }
  const form = encodingFor(answer, coding)
  if (form instanceof Promise) return form.then(send)
  send(form)
  return undefined
}

/** The same array each time: `writeHead` writes it out before anyone else can change it. */
function headersFor(
  { headers: { origin } }: IncomingMessage,
  headers: FlatHeaders,
  { until, isOpen }: CachedResponse,
  { requestId, now, isClosing, lifetime }: Sending,
): FlatHeaders {
  headers[ID] = requestId
  if (lifetime) headers[LIFETIME] = cacheControl(lifetime, until - now)
  const isCrossing = origin !== undefined && isOpen
  if (!isCrossing && !isClosing) return headers
  const cors = !isCrossing ? [] : Object.entries(corsHeaders(origin)).flat()
  return [...headers, ...cors, ...(isClosing ? ['connection', 'close'] : [])]
}

/** @param left seconds the answer still holds; of what may change any moment each copy is to be asked for again */
export function cacheControl({ maxAge, stale }: Lifetime, left: number): string {
  if (left <= 0) return 'no-cache'
  const revalidation = stale > 0 ? `, stale-while-revalidate=${stale}` : ''
  return `public, max-age=${Math.min(maxAge, left)}${revalidation}`
}
