import { RATE_LIMIT_HEADERS } from '../load/rate-limiting.ts'
import { CODINGS, type Coding, compressBytes } from '../response/compression.ts'
import { createEntityTag, entityTagInContentCoding, entityTagsInAllContentCodings } from '../response/entity-tag.ts'
import type { CacheHitCounts } from '../telemetry/request-metrics.ts'

/** A flat list of alternating header names and values, the form that Node's `writeHead` processes fastest. */
export type FlatHeaders = string[]

/**
 * Positions in `FlatHeaders` of the values (request id, entity tag, `Cache-Control`) that are replaced at each sending.
 */
export const REQUEST_ID_INDEX = 1
export const ENTITY_TAG_INDEX = 3
export const CACHE_CONTROL_INDEX = 5

/** A response in one content coding, or without one ("identity", RFC 9110, 8.4.1). */
export interface EncodedResponse {
  entityTag: string
  headers: FlatHeaders
  body: Buffer
}

/** A response to an anonymous request, serialized so that it can be sent any number of times. */
export interface CachedResponse {
  /** HTTP status: 200, or 301 or 302 for a redirect. */
  status: number
  identity: EncodedResponse
  /**
   * The compressed versions, each created at the first request that accepts its content coding. Undefined for a
   * response that is never compressed.
   */
  compressed: Partial<Record<Coding, EncodedResponse | Promise<EncodedResponse>>> | undefined
  /** Headers for a 304: only those that a client's cache needs to update its stored response (RFC 9110, 15.4.5). */
  notModifiedHeaders: FlatHeaders
  /** The entity tags of the uncompressed version and of each compressed version. */
  entityTags: readonly string[]
  /** Whether the route supports CORS, so that CORS headers must be added when a request has an `Origin` header. */
  variesByOrigin: boolean
  /**
   * Time at which the response was computed, in seconds since 1970-01-01 UTC. It is in the future after the clock of
   * the machine was put back; the response may then contain records that are not published yet.
   */
  computedAt: number
  /** Time from which the response may differ although nothing was written (seconds since 1970-01-01 UTC). */
  expiresAt: number
  /**
   * The expiry from which `Cache-Control` is computed: like `expiresAt`, but without scheduled publications, whose
   * times are secret.
   */
  announcedExpiry: number
  /** Cache hit counters of the route, to be incremented each time this response is sent from the cache. */
  hitCounts: CacheHitCounts
}

/** Responses below this size fit into one network packet anyway, so they are not compressed. */
const COMPRESSED_BYTES_MIN = 1024

/**
 * Names of headers that are not cached with a response: they belong to one request only, or are set by this file
 * (`vary`) or by Node (`content-length`).
 */
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
  status: number
  computedAt: number
  expiresAt: number
  announcedExpiry: number
  /**
   * Whether the header `Cache-Control` is sent. Its value depends on the time that remains until the response expires.
   */
  hasLifetime: boolean
  isCompressed: boolean
  hitCounts: CacheHitCounts
}

/**
 * Serializes a response for the cache.
 * @param text the response body
 * @param headers the response headers set by the route handler and the hooks
 */
export function createCachedResponse(
  text: string,
  headers: Record<string, number | string | string[] | undefined>,
  { status, computedAt, expiresAt, announcedExpiry, hasLifetime, isCompressed, hitCounts }: CreateOptions,
): CachedResponse {
  const body = Buffer.from(text)
  const entityTag = createEntityTag(body)
  const isCompressible = isCompressed && body.length >= COMPRESSED_BYTES_MIN
  const cachedHeaders = Object.entries(headers).filter(([name]) => !UNCACHED_HEADERS.has(name))
  const notModifiedHeaders = ['x-request-id', '', 'etag', entityTag, ...(hasLifetime ? ['cache-control', ''] : [])]
  const routeVary = String(headers.vary ?? '')
  // `Vary: Authorization` keeps shared caches from sending this response to requests with credentials. API responses
  // have it already.
  const needsAuthorization = hasLifetime && !routeVary.includes('Authorization')
  const vary = [routeVary, needsAuthorization && 'Authorization', isCompressible && 'Accept-Encoding'].filter(Boolean)
  if (vary.length > 0) notModifiedHeaders.push('vary', vary.join(', '))
  const fullHeaders = [...notModifiedHeaders, ...cachedHeaders.flatMap(([name, value]) => [name, String(value)])]
  return {
    status,
    identity: { entityTag, headers: [...fullHeaders, 'content-length', String(body.length)], body },
    compressed: isCompressible ? {} : undefined,
    notModifiedHeaders,
    entityTags: entityTagsInAllContentCodings(entityTag),
    variesByOrigin: /\bOrigin\b/.test(String(headers.vary)),
    computedAt,
    expiresAt,
    announcedExpiry,
    hitCounts,
  }
}

/** Whether a response is valid at a time, in seconds since 1970-01-01 UTC. */
export const isCachedResponseValidAt = ({ computedAt, expiresAt }: CachedResponse, now: number): boolean =>
  computedAt <= now && now < expiresAt

/**
 * Returns the response in a content coding, or a promise if the response still has to be compressed. If compression
 * fails, the promise resolves to the uncompressed response.
 */
export function encodeCachedResponse(
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
  const body = await compressBytes(identity.body, coding, 'often')
  const entityTag = entityTagInContentCoding(identity.entityTag, coding)
  const headers = [...identity.headers.slice(0, -2), 'content-encoding', coding, 'content-length', String(body.length)]
  headers[ENTITY_TAG_INDEX] = entityTag
  return { entityTag, headers, body }
}

/** Estimated memory that one version (compressed or not) of a response needs besides its body. */
const OVERHEAD_BYTES = 2048

/** Estimated memory of a response: the sum of its uncompressed version and the compressed versions created so far. */
export function estimateCachedResponseBytes({ identity, compressed = {} }: CachedResponse): number {
  const encodings = [identity, ...CODINGS.map((coding) => compressed[coding])]
  const bytes = encodings.map((encoded) => (encoded && 'body' in encoded ? encoded.body.length + OVERHEAD_BYTES : 0))
  return bytes.reduce((sum, one) => sum + one)
}
