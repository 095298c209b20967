import { setTimeout as sleep } from 'node:timers/promises'
import { parseFetchUrl } from '../../../media/fetchable-addresses.ts'
import { type GuardOptions, sendGuardedRequest } from '../../../media/request-public-address.ts'
import { SourceRequestError } from '../../import-errors.ts'

/** Maximum size of a response of the site that is imported, in bytes: enough for 50 events with the longest texts. */
const RESPONSE_BYTES_MAX = 32 * 1024 * 1024
const REDIRECTS_MAX = 3

export interface SiteResponse {
  status: number
  /** The response headers; names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}

/** Sends a GET request and reads the whole response, which may have any status. @throws {Error} if there is no response */
export type SendRequest = (url: URL, headers: Readonly<Record<string, string>>) => Promise<SiteResponse>

/**
 * Creates a function that sends requests to the site. Like downloads of pictures, it refuses private addresses, unless
 * these are allowed. Redirects are followed; `Authorization` is not sent to another origin.
 * @param timeoutMs for the whole exchange
 */
export const createSendRequest =
  (options: GuardOptions, timeoutMs = 60_000): SendRequest =>
  async (address, headers) => {
    const signal = AbortSignal.timeout(timeoutMs)
    let url: URL | undefined = address
    for (let redirects = 0; redirects <= REDIRECTS_MAX && url; redirects += 1) {
      const { Authorization: _, ...anonymous } = headers
      const response = await sendGuardedRequest(
        url,
        options,
        url.origin === address.origin ? headers : anonymous,
        signal,
      )
      try {
        const { statusCode: status = 0, headers: received } = response
        if (![301, 302, 303, 307, 308].includes(status)) {
          return { status, headers: received, body: await readBody(response) }
        }
        url = parseFetchUrl(received.location ?? '', url)
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

/** Pauses between requests, in milliseconds. */
export const REQUEST_PAUSES = {
  /** The pause before each repetition of a failed request. */
  repeats: [1000, 5000],
  /** Response time in milliseconds from which a pause of the same length follows, because the site is slow. */
  slow: 2000,
  longest: 120_000,
} as const

/** The functions for time that a client uses; tests replace them. */
export interface ClientClock {
  /** Returns milliseconds since an arbitrary time. */
  now(): number
  pause(ms: number): Promise<void>
}

export const systemClientClock = (signal: AbortSignal): ClientClock => ({
  now: () => performance.now(),
  pause: (ms) => sleep(ms, undefined, { signal }),
})

const MAY_SUCCEED_LATER = [0, 408, 429, 500, 502, 503, 504]

/**
 * Sends a request, repeats it if it fails, and pauses as the site asks for.
 * @returns the JSON of a response with status 200, and its headers
 * @throws {SourceRequestError} if all attempts fail
 */
export async function requestJson(
  send: SendRequest,
  { now, pause }: ClientClock,
  url: URL,
  headers: Readonly<Record<string, string>>,
): Promise<{ json: unknown; headers: SiteResponse['headers'] }> {
  for (let attempt = 0; ; attempt += 1) {
    const begun = now()
    const response = await send(url, headers).catch((error: Error) => error)
    const took = now() - begun
    const failure = failureOf(url, response)
    if (failure === undefined && !(response instanceof Error)) {
      if (took > REQUEST_PAUSES.slow) await pause(Math.min(took, REQUEST_PAUSES.longest))
      return { json: JSON.parse(response.body), headers: response.headers }
    }
    const repeat = REQUEST_PAUSES.repeats[attempt]
    if (failure && (repeat === undefined || !MAY_SUCCEED_LATER.includes(failure.status))) throw failure
    const retryAfter = response instanceof Error ? 0 : 1000 * (Number(response.headers['retry-after']) || 0)
    await pause(Math.min(Math.max(retryAfter, repeat ?? 0), REQUEST_PAUSES.longest))
  }
}

function failureOf(url: URL, response: SiteResponse | Error): SourceRequestError | undefined {
  if (response instanceof Error) return new SourceRequestError(url.href, response.message)
  const { status, headers, body } = response
  const json = parseJson(body)
  if (status === 200 && json !== undefined) return undefined
  const { code = '' } = (json ?? {}) as { code?: unknown }
  const why = `status ${status}, ${headers['content-type'] ?? 'no type'}: ${firstLine(body)}`
  // The response is not JSON: it may be a page of a proxy or a sign-in page, or cut off.
  return new SourceRequestError(url.href, why, status === 200 ? 0 : status, String(code))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const firstLine = (body: string) => body.trim().split('\n', 1)[0]?.slice(0, 100) ?? ''
