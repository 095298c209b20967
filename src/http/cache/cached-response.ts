import { RATE_LIMIT_HEADERS } from '../load/rate-limiting.ts'
import { CODINGS, type Coding, compress } from '../response/content-coding.ts'
import { createEntityTag, entityTagInCoding, entityTagsInAllCodings } from '../response/entity-tag.ts'
import type { CacheHitCounts } from '../telemetry/request-metrics.ts'

/** Headers as `writeHead` takes them quickest: name, value, name, value. */
export type FlatHeaders = string[]

/** Where in `FlatHeaders` stand the values that each sending sets anew. */
export const ID = 1
export const TAG = 3
export const LIFETIME = 5

/** The bytes of an answer in one coding, or in none. */
export interface EncodedResponse {
  entityTag: string
  headers: FlatHeaders
  body: Buffer
}

/** An answer to guests, ready to be sent any number of times. */
export interface CachedResponse {
  identity: EncodedResponse
  /** Undefined for what is not compressed; made when first asked for. */
  compressed: Partial<Record<Coding, EncodedResponse | Promise<EncodedResponse>>> | undefined
  /** Headers of 304: what a cache needs; the others it has (RFC 9110, 15.4.5). */
  notModifiedHeaders: FlatHeaders
  /** The entity tags of all codings. */
  entityTags: readonly string[]
  /** Whether pages of other origins may read it. */
  variesByOrigin: boolean
  /** The first second (UTC, since 1970) at which it may differ though nobody wrote. */
  expiresAt: number
  /** Where it counts when it is sent again. */
  hitCounts: CacheHitCounts
}

/** Less is not worth the work: it goes in one packet as it is. */
const COMPRESSED_BYTES_MIN = 1024

/** Headers of the request at hand, not of the answer; `vary` and `etag` are made here. */
const NOT_KEPT: ReadonlySet<string> = new Set([
  'x-request-id',
  'connection',
  'content-length',
  'vary',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-allow-methods',
  ...RATE_LIMIT_HEADERS,
])

interface Options {
  expiresAt: number
  /** Whether proxies are told how long it lasts, which leaves room for it. */
  hasLifetime: boolean
  isCompressed: boolean
  hitCounts: CacheHitCounts
}

/**
 * @param text    the body
 * @param headers of the answer as the router would send it
 */
export function createCachedResponse(
  text: string,
  headers: Record<string, number | string | string[] | undefined>,
  { expiresAt, hasLifetime, isCompressed, hitCounts }: Options,
): CachedResponse {
  const entityTag = createEntityTag(text)
  const body = Buffer.from(text)
  const isCoded = isCompressed && body.length >= COMPRESSED_BYTES_MIN
  const own = Object.entries(headers).filter(([name]) => !NOT_KEPT.has(name))
  const notModifiedHeaders = ['x-request-id', '', 'etag', entityTag, ...(hasLifetime ? ['cache-control', ''] : [])]
  const said = String(headers.vary ?? '')
  // Proxies must not give it to who signs in; the API says so of all its answers.
  const isForGuests = hasLifetime && !said.includes('Authorization')
  const vary = [said, isForGuests && 'Authorization', isCoded && 'Accept-Encoding'].filter(Boolean)
  if (vary.length > 0) notModifiedHeaders.push('vary', vary.join(', '))
  const variesByOrigin = /\bOrigin\b/.test(String(headers.vary))
  const full = [...notModifiedHeaders, ...own.flatMap(([name, value]) => [name, String(value)])]
  const identity = { entityTag, headers: [...full, 'content-length', String(body.length)], body }
  return {
    identity,
    compressed: isCoded ? {} : undefined,
    notModifiedHeaders,
    entityTags: entityTagsInAllCodings(entityTag),
    variesByOrigin,
    expiresAt,
    hitCounts,
  }
}

/** The answer in a coding; a promise while it is being compressed. */
export function encodeResponse(
  answer: CachedResponse,
  coding: Coding | undefined,
): EncodedResponse | Promise<EncodedResponse> {
  const { identity, compressed } = answer
  if (coding === undefined || compressed === undefined) return identity
  compressed[coding] ??= compressIdentity(identity, coding).then(
    (form) => {
      compressed[coding] = form
      return form
    },
    () => identity,
  )
  return compressed[coding]
}

async function compressIdentity(identity: EncodedResponse, coding: Coding): Promise<EncodedResponse> {
  const body = await compress(identity.body, coding, 'often')
  const entityTag = entityTagInCoding(identity.entityTag, coding)
  const headers = [...identity.headers.slice(0, -2), 'content-encoding', coding, 'content-length', String(body.length)]
  headers[TAG] = entityTag
  return { entityTag, headers, body }
}

/** What the headers and objects around a body take, about. */
const OVERHEAD_BYTES = 2048

/** How much memory an answer takes, about. */
export function estimateBytes({ identity, compressed = {} }: CachedResponse): number {
  const forms = [identity, ...CODINGS.map((coding) => compressed[coding])]
  const bytes = forms.map((form) => (form && 'body' in form ? form.body.length + OVERHEAD_BYTES : 0))
  return bytes.reduce((sum, one) => sum + one)
}
