import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { parseUrlOfPictureToFetch } from '../../media/fetchable-addresses.ts'
import { decodeResponseBody, type GuardOptions, requestPublicAddress } from '../../media/request-public-address.ts'
import { detectUtf16 } from '../sources/detect-and-decode-text.ts'
import { SubscriptionError } from './subscription-error.ts'

const REDIRECTS_MAX = 3
const MIB = 1024 * 1024

interface FeedLimits {
  bytes: number
  timeoutMs: number
}

/** Maximum size and duration of a response to the request for a feed. */
export const FEED_LIMITS: Readonly<FeedLimits> = { bytes: 20 * MIB, timeoutMs: 20_000 }

export interface FeedValidators {
  etag: string
  last_modified: string
}

/** Options for the request for a feed. Tests set lower limits. */
export type FeedOptions = GuardOptions & Partial<FeedLimits>

/** The response to a request for a feed. */
export type FeedResponse =
  | { isUnchanged: true }
  | ({ isUnchanged: false; bytes: Buffer; digest: string } & FeedValidators)

/**
 * Downloads a feed, unless it has not changed since an earlier response.
 * @param validators `ETag` and `Last-Modified` of the earlier response
 * @throws {SubscriptionError} if there is no usable response
 */
export async function downloadChangedFeed(
  address: string,
  validators: FeedValidators,
  options: FeedOptions,
): Promise<FeedResponse> {
  const { bytes: sizeMax = FEED_LIMITS.bytes, timeoutMs = FEED_LIMITS.timeoutMs } = options
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await followRedirects(address, validators, options, sizeMax, signal)
  } catch (error) {
    if (error instanceof SubscriptionError) throw error
    if (signal.aborted) throw new SubscriptionError('subscription.too-slow', timeoutMs / 1000)
    throw new SubscriptionError('subscription.no-response', (error as Error).message)
  }
}

async function followRedirects(
  address: string,
  { etag, last_modified }: FeedValidators,
  options: GuardOptions,
  sizeMax: number,
  signal: AbortSignal,
): Promise<FeedResponse> {
  const headers = {
    Accept: 'text/calendar, application/jscalendar+json, application/feed+json, application/json;q=0.9, */*;q=0.1',
    ...(etag !== '' && { 'If-None-Match': etag }),
    ...(last_modified !== '' && { 'If-Modified-Since': last_modified }),
  }
  let url = parseUrlOfPictureToFetch(address)
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    if (!url) throw new SubscriptionError('subscription.no-response', 'redirect to an address that may not be fetched')
    const response = await requestPublicAddress(url, options, headers, signal)
    try {
      const { statusCode = 0, headers: received } = response
      const hasAskedForChanges = etag !== '' || last_modified !== ''
      if (statusCode === 304 && hasAskedForChanges) return { isUnchanged: true }
      if (![301, 302, 303, 307, 308].includes(statusCode)) return await readFeed(response, sizeMax)
      url = parseUrlOfPictureToFetch(received.location ?? '', url)
    } finally {
      response.destroy()
    }
  }
  throw new SubscriptionError('subscription.no-response', 'too many redirects')
}

async function readFeed(response: IncomingMessage, sizeMax: number): Promise<FeedResponse> {
  const { statusCode = 0, headers } = response
  if (statusCode !== 200) throw new SubscriptionError('subscription.status', statusCode)
  const refuseAbove = (size: number) => {
    if (size > sizeMax) throw new SubscriptionError('subscription.too-large', Math.floor(sizeMax / MIB))
  }
  refuseAbove(Number(headers['content-length'] ?? 0))
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of decodeResponseBody(response)) {
    size += chunk.length
    refuseAbove(size)
    chunks.push(chunk)
  }
  const bytes = toUtf8(Buffer.concat(chunks), headers['content-type'])
  return {
    isUnchanged: false,
    bytes,
    digest: createHash('sha256').update(bytes).digest('hex'),
    etag: headers.etag ?? '',
    last_modified: headers['last-modified'] ?? '',
  }
}

/**
 * Converts a text to UTF-8 from UTF-16, or from the charset that the response names. Valid UTF-8 stays as it is, because
 * some servers name another charset for it.
 */
function toUtf8(bytes: Buffer, type = ''): Buffer {
  const utf16 = detectUtf16(bytes)
  if (utf16) return Buffer.from(new TextDecoder(utf16).decode(bytes))
  const charset = /;\s*charset="?([\w.:-]+)/i.exec(type)?.[1]
  if (charset === undefined || /^utf/i.test(charset) || isUtf8(bytes)) return bytes
  try {
    return Buffer.from(new TextDecoder(charset).decode(bytes))
  } catch {
    // The name of the charset is unknown.
    return bytes
  }
}
