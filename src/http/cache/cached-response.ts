import { RATE_LIMIT_HEADERS } from '../load/rate-limiting.ts'
import { CODINGS, type Coding, compress } from '../response/content-coding.ts'
import { createEntityTag, entityTagInCoding, entityTagsInAllCodings } from '../response/entity-tag.ts'
import type { CacheHitCounts } from '../telemetry/request-metrics.ts'

/** Headers in the form that `writeHead` processes fastest: name, value, name, value. */
export type FlatHeaders = string[]

/** Indexes in `FlatHeaders` of the values that change with each sending. */
export const REQUEST_ID_INDEX = 1
export const ENTITY_TAG_INDEX = 3
export const CACHE_CONTROL_INDEX = 5

/** A response in one content coding, or without one ("identity", RFC 9110, 8.4.1). */
export interface EncodedResponse {
  entityTag: string
  headers: FlatHeaders
  body: Buffer
}

/** A response to anonymous requests in a form that can be sent any number of times. */
export interface CachedResponse {
  identity: EncodedResponse
  /** Created by the first request that accepts the coding. Undefined for a response that is never compressed. */
  compressed: Partial<Record<Coding, EncodedResponse | Promise<EncodedResponse>>> | undefined
  /** Only the headers that a cache needs to update its stored response (RFC 9110, 15.4.5). */
  notModifiedHeaders: FlatHeaders
  /** The entity tags of all content codings. */
  entityTags: readonly string[]
  /** Whether the route sends CORS headers, so that these are added for a request with an `Origin`. */
  variesByOrigin: boolean
  /** Seconds since 1970-01-01 UTC; from then on the response may differ although nothing was written. */
  expiresAt: number
  /** The counters of its route, to be incremented for each cache hit. */
  hitCounts: CacheHitCounts
}

/** Smaller responses fit into one packet without compression. */
const COMPRESSED_BYTES_MIN = 1024

/** Headers that belong to one request only, or that are created here (`vary`) or by Node (`content-length`). */
const UNCACHED_HEADERS: ReadonlySet<string> = new Set([
  'x-request-id',
  'connection',
  'content-length',
  'vary',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-allow-methods',
  ...RATE_LIMIT_HEADERS,
])

interface CreateOptions {
  expiresAt: number
  /** Whether responses have a `Cache-Control` that depends on the time. */
  hasLifetime: boolean
  isCompressed: boolean
  hitCounts: CacheHitCounts
}

/**
 * @param text    the body
 * @param headers as the route handler and the hooks have set them
 */
export function createCachedResponse(
  text: string,
  headers: Record<string, number | string | string[] | undefined>,
  { expiresAt, hasLifetime, isCompressed, hitCounts }: CreateOptions,
): CachedResponse {
  const entityTag = createEntityTag(text)
  const body = Buffer.from(text)
  const isCompressible = isCompressed && body.length >= COMPRESSED_BYTES_MIN
  const cachedHeaders = Object.entries(headers).filter(([name]) => !UNCACHED_HEADERS.has(name))
  const notModifiedHeaders = ['x-request-id', '', 'etag', entityTag, ...(hasLifetime ? ['cache-control', ''] : [])]
  const routeVary = String(headers.vary ?? '')
  // Shared caches must not use the response for requests with credentials. API responses have this value already.
  const needsAuthorization = hasLifetime && !routeVary.includes('Authorization')
  const vary = [routeVary, needsAuthorization && 'Authorization', isCompressible && 'Accept-Encoding'].filter(Boolean)
  if (vary.length > 0) notModifiedHeaders.push('vary', vary.join(', '))
  const fullHeaders = [...notModifiedHeaders, ...cachedHeaders.flatMap(([name, value]) => [name, String(value)])]
  return {
    identity: { entityTag, headers: [...fullHeaders, 'content-length', String(body.length)], body },
    compressed: isCompressible ? {} : undefined,
    notModifiedHeaders,
    entityTags: entityTagsInAllCodings(entityTag),
    variesByOrigin: /\bOrigin\b/.test(String(headers.vary)),
    expiresAt,
    hitCounts,
  }
}

/** The response in a content coding; a promise until it has been compressed. Uncompressed if compression fails. */
export function encodeResponse(
  { identity, compressed }: CachedResponse,
  coding: Coding | undefined,
): EncodedResponse | Promise<EncodedResponse> {
  if (coding === undefined || compressed === undefined) return identity
  compressed[coding] ??= compressIdentity(identity, coding).then(
    (encoded) => {
      compressed[coding] = encoded
      return encoded
    },
    () => identity,
  )
  return compressed[coding]
}

async function compressIdentity(identity: EncodedResponse, coding: Coding): Promise<EncodedResponse> {
  const body = await compress(identity.body, coding, 'often')
  const entityTag = entityTagInCoding(identity.entityTag, coding)
  const headers = [...identity.headers.slice(0, -2), 'content-encoding', coding, 'content-length', String(body.length)]
  headers[ENTITY_TAG_INDEX] = entityTag
  return { entityTag, headers, body }
}

/** Estimated memory for the headers and objects of one encoding. */
const OVERHEAD_BYTES = 2048

/** Estimated memory of a response in all codings that exist so far. */
export function estimateBytes({ identity, compressed = {} }: CachedResponse): number {
  const encodings = [identity, ...CODINGS.map((coding) => compressed[coding])]
  const bytes = encodings.map((encoded) => (encoded && 'body' in encoded ? encoded.body.length + OVERHEAD_BYTES : 0))
  return bytes.reduce((sum, one) => sum + one)
}
