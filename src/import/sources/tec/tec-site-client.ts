import { setTimeout as sleep } from 'node:timers/promises'
import { parseUrlOfPictureToFetch } from '../../../media/fetchable-addresses.ts'
import { decodeResponseBody, type GuardOptions, requestPublicAddress } from '../../../media/request-public-address.ts'
import { SourceRequestError } from '../../import-errors.ts'

/** Maximum size of a response of the site in bytes. A list of 50 events with the longest possible texts is smaller. */
const RESPONSE_BYTES_MAX = 32 * 1024 * 1024
const REDIRECTS_MAX = 3

export interface SiteResponse {
  status: number
  /** The response headers, with names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}

/** Sends a GET request and reads the whole response, whatever its status is. @throws {Error} if there is no response */
export type SendRequest = (url: URL, headers: Readonly<Record<string, string>>) => Promise<SiteResponse>

/**
 * Creates a function that sends requests to the site. It refuses private addresses unless these are allowed, as
 * downloads of pictures do. It follows redirects, but does not send `Authorization` to another origin.
 * @param timeoutMs maximum time for a request with its redirects
 */
export const createSendRequest =
  (options: GuardOptions, timeoutMs = 60_000): SendRequest =>
  async (address, headers) => {
    const signal = AbortSignal.timeout(timeoutMs)
    let url: URL | undefined = address
    for (let redirects = 0; redirects <= REDIRECTS_MAX && url; redirects += 1) {
      const { Authorization: _, ...anonymous } = headers
      const response = await requestPublicAddress(
        url,
        options,
        url.origin === address.origin ? headers : anonymous,
        signal,
      )
      try {
        const { statusCode: status = 0, headers: received } = response
        if (![301, 302, 303, 307, 308].includes(status)) {
          return { status, headers: received, body: await readBody(decodeResponseBody(response)) }
        }
        url = parseUrlOfPictureToFetch(received.location ?? '', url)
      } finally {
        response.destroy()
      }
    }
    throw new Error(url ? 'too many redirects' : 'redirects to an address that may not be fetched')
  }

async function readBody(response: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    size += chunk.length
    if (size > RESPONSE_BYTES_MAX) throw new Error('the response is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Lengths of pauses between requests to the site, in milliseconds. */
export const REQUEST_PAUSES = {
  /** The pauses before the first and the second repetition of a failed request. */
  repeats: [1000, 5000],
  /** After a response that took at least this long, a pause of the same length follows, because the site is slow. */
  slow: 2000,
  longest: 120_000,
} as const

/** The functions for time and pauses that a client uses. Tests replace them. */
export interface ClientClock {
  /** Returns the number of milliseconds since an arbitrary time. */
  now(): number
  pause(ms: number): Promise<void>
}

export const createSystemClockOfTecClient = (signal: AbortSignal): ClientClock => ({
  now: () => performance.now(),
  pause: (ms) => sleep(ms, undefined, { signal }),
})

const MAY_SUCCEED_LATER = [0, 408, 429, 500, 502, 503, 504]

/**
 * Sends a request, repeats it if it fails, and pauses as long as the site asks for in `Retry-After`.
 * @returns the JSON of a response with status 200, and its headers
 * @throws {SourceRequestError} if all attempts fail
 */
export async function requestJsonWithRetries(
  send: SendRequest,
  { now, pause }: ClientClock,
  url: URL,
  headers: Readonly<Record<string, string>>,
): Promise<{ json: unknown; headers: SiteResponse['headers'] }> {
  for (let attempt = 0; ; attempt += 1) {
    const begun = now()
    const response = await send(url, headers).catch((error: Error) => error)
    const took = now() - begun
    const json = response instanceof Error ? undefined : parseJson(response.body)
    const failure = failureOf(url, response, json)
    if (failure === undefined && !(response instanceof Error)) {
      if (took > REQUEST_PAUSES.slow) await pause(Math.min(took, REQUEST_PAUSES.longest))
      return { json, headers: response.headers }
    }
    const repeat = REQUEST_PAUSES.repeats[attempt]
    if (failure && (repeat === undefined || !MAY_SUCCEED_LATER.includes(failure.status))) throw failure
    const retryAfter = response instanceof Error ? 0 : 1000 * (Number(response.headers['retry-after']) || 0)
    await pause(Math.min(Math.max(retryAfter, repeat ?? 0), REQUEST_PAUSES.longest))
  }
}

/** @param json the parsed body of the response; undefined if it is not JSON */
function failureOf(url: URL, response: SiteResponse | Error, json: unknown): SourceRequestError | undefined {
  if (response instanceof Error) return new SourceRequestError(url.href, response.message)
  const { status, headers, body } = response
  if (status === 200 && json !== undefined) return undefined
  const { code = '' } = (json ?? {}) as { code?: unknown }
  const why = `status ${status}, ${headers['content-type'] ?? 'no type'}: ${firstLine(body)}`
  // A response with status 200 that is not JSON may be an error page of a proxy, a sign-in page, or incomplete. It
  // counts as no response.
  return new SourceRequestError(url.href, why, { status: status === 200 ? 0 : status, code: String(code) })
}

/**
 * Parses the JSON of a response. Sites whose plugins print warnings put HTML before it; others a byte order mark before
 * or a comment after it.
 */
function parseJson(text: string): unknown {
  const whole = parseIfJson(text)
  if (whole !== undefined && whole !== null) return whole
  const begin = text.search(/\[?\{"/)
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'))
  return begin === -1 ? undefined : parseIfJson(text.slice(begin, end + 1))
}

function parseIfJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const firstLine = (body: string) => body.trim().split('\n', 1)[0]?.slice(0, 100) ?? ''
