import { RATE_HEADERS } from '../load/limited-routes.ts'
import { CODINGS, type Coding, compress } from '../response/content-coding.ts'
import { entityTagOf, tagIn, tagsOf } from '../response/entity-tag.ts'
import type { HitCounts } from '../telemetry/request-metrics.ts'

/** Headers as `writeHead` takes them quickest: name, value, name, value. */
export type FlatHeaders = string[]

/** Where in `FlatHeaders` stand the values that each sending sets anew. */
export const ID = 1
export const TAG = 3
export const LIFETIME = 5

/** The bytes of an answer in one coding, or in none. */
export interface Encoding {
  tag: string
  headers: FlatHeaders
  body: Buffer
}

/** An answer to guests, ready to be sent any number of times. */
export interface CachedResponse {
  plain: Encoding
  /** Undefined for what is not compressed; made when first asked for. */
  coded: Partial<Record<Coding, Encoding | Promise<Encoding>>> | undefined
  /** Headers of 304: what a cache needs; the others it has (RFC 9110, 15.4.5). */
  unchanged: FlatHeaders
  /** The entity tags of all codings. */
  tags: readonly string[]
  /** Whether pages of other origins may read it. */
  isOpen: boolean
  /** The first second (UTC, since 1970) at which it may differ though nobody wrote. */
  until: number
  /** Where it counts when it is sent again. */
  counts: HitCounts
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
  ...RATE_HEADERS,
])

interface Options {
  until: number
  /** Whether proxies are told how long it lasts, which leaves room for it. */
  hasLifetime: boolean
  isCompressed: boolean
  counts: HitCounts
}

/**
 * @param text    the body
 * @param headers of the answer as the router would send it
 */
export function createCachedResponse(
  text: string,
  headers: Record<string, number | string | string[] | undefined>,
  { until, hasLifetime, isCompressed, counts }: Options,
): CachedResponse {
  const tag = entityTagOf(text)
  const body = Buffer.from(text)
  const isCoded = isCompressed && body.length >= COMPRESSED_BYTES_MIN
  const own = Object.entries(headers).filter(([name]) => !NOT_KEPT.has(name))
  const unchanged = ['x-request-id', '', 'etag', tag, ...(hasLifetime ? ['cache-control', ''] : [])]
  const said = String(headers.vary ?? '')
  // Proxies must not give it to who signs in; the API says so of all its answers.
  const isForGuests = hasLifetime && !said.includes('Authorization')
  const vary = [said, isForGuests && 'Authorization', isCoded && 'Accept-Encoding'].filter(Boolean)
  if (vary.length > 0) unchanged.push('vary', vary.join(', '))
  const isOpen = /\bOrigin\b/.test(String(headers.vary))
  const full = [...unchanged, ...own.flatMap(([name, value]) => [name, String(value)])]
  const plain = { tag, headers: [...full, 'content-length', String(body.length)], body }
  return { plain, coded: isCoded ? {} : undefined, unchanged, tags: tagsOf(tag), isOpen, until, counts }
}

/** The answer in a coding; a promise while it is being compressed. */
export function encodingFor(answer: CachedResponse, coding: Coding | undefined): Encoding | Promise<Encoding> {
  const { plain, coded } = answer
  if (coding === undefined || coded === undefined) return plain
  coded[coding] ??= compressed(plain, coding).then(
    (form) => {
      coded[coding] = form
      return form
    },
    () => plain,
  )
  return coded[coding]
}

async function compressed(plain: Encoding, coding: Coding): Promise<Encoding> {
  const body = await compress(plain.body, coding, 'often')
  const tag = tagIn(plain.tag, coding)
  const headers = [...plain.headers.slice(0, -2), 'content-encoding', coding, 'content-length', String(body.length)]
  headers[TAG] = tag
  return { tag, headers, body }
}

/** What the headers and objects around a body take, about. */
const OVERHEAD_BYTES = 2048

/** How much memory an answer takes, about. */
export function bytesOf({ plain, coded = {} }: CachedResponse): number {
  const forms = [plain, ...CODINGS.map((coding) => coded[coding])]
  const bytes = forms.map((form) => (form && 'body' in form ? form.body.length + OVERHEAD_BYTES : 0))
  return bytes.reduce((sum, one) => sum + one)
}
