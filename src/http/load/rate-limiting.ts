import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { ANONYMOUS } from '../../core/caller.ts'
import { CalendarError } from '../../core/errors.ts'
import { chooseQueueOfRequest, type QueueOrAlways } from './choose-queue-of-request.ts'
import type { ClientIdentification } from './client-identification.ts'
import type { RateCounter, RateStatus } from './rate-limit-counters.ts'

/**
 * Names of the rate limit headers. Their values differ for each request, so they are removed from responses that are
 * cached.
 */
export const RATE_LIMIT_HEADERS = [
  'ratelimit',
  'ratelimit-policy',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
] as const

export interface RateLimitOptions {
  writes: RateCounter
  /** Counts slow reads: searches, feeds of lists and lists with expensive filters. */
  searches: RateCounter
  clients: ClientIdentification
  /** Returns the current time in seconds since 1970-01-01 UTC. */
  now(): number
}

/** Factor for the rate limit of anonymous writes. It is low because anonymous users have no right to write. */
const ANONYMOUS_WRITE_SHARE = 0.1

/** Selects the counter for a request; undefined when the request is not rate limited. */
const counterFor = (loadClass: QueueOrAlways, { writes, searches }: RateLimitOptions): RateCounter | undefined => {
  const counter = loadClass === 'write' ? writes : loadClass === 'slow' ? searches : undefined
  return counter !== undefined && counter.policy.limit > 0 ? counter : undefined
}

const shareFor = ({ policy: { name } }: RateCounter, isAnonymous: boolean) =>
  isAnonymous && name === 'writes' ? ANONYMOUS_WRITE_SHARE : 1

/**
 * Limits writes and slow reads. Authenticated requests are counted by account, anonymous ones by client network. Call
 * after `registerAuthentication`.
 */
export function registerRateLimits(app: FastifyInstance, options: RateLimitOptions): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { caller, raw } = request
    const counter = counterFor(chooseQueueOfRequest(raw, raw.url ?? ''), options)
    if (counter === undefined) return done()
    const isAnonymous = caller === ANONYMOUS
    const client = options.clients.ofCaller(caller, raw)
    const status = counter.increment(client, options.now(), shareFor(counter, isAnonymous))
    setRateLimitHeaders(reply.raw, counter, status)
    done(status.isExceeded ? createRateLimitError(status) : undefined)
  })
}

export const createRateLimitError = ({ resetSeconds }: Pick<RateStatus, 'resetSeconds'>) =>
  new CalendarError('rest_too_many_requests', { data: { retry_after: resetSeconds } })

/**
 * Checks whether an anonymous client has reached its rate limit, before any other work for the request and without
 * counting the request.
 * @returns the headers of the 429 response; undefined when the request may continue
 */
export function findExceededRateLimit(
  raw: IncomingMessage,
  loadClass: QueueOrAlways,
  options: RateLimitOptions,
): { retrySeconds: number; headers: string[] } | undefined {
  if (raw.headers.authorization !== undefined) return undefined
  const counter = counterFor(loadClass, options)
  if (counter === undefined) return undefined
  const status = counter.preview(options.clients.ofRequest(raw), options.now(), shareFor(counter, true))
  if (!status.isExceeded) return undefined
  return { retrySeconds: status.resetSeconds, headers: headersFor(counter, status).flat() }
}

/**
 * Creates the two headers of draft-ietf-httpapi-ratelimit-headers, and the three headers of its older versions, which
 * more clients support.
 */
function headersFor({ policy: { name, windowSeconds } }: RateCounter, status: RateStatus): [string, string][] {
  const { limit, remaining, resetSeconds } = status
  return [
    ['ratelimit-policy', `"${name}";q=${limit};w=${windowSeconds}`],
    ['ratelimit', `"${name}";r=${remaining};t=${resetSeconds}`],
    ['ratelimit-limit', String(limit)],
    ['ratelimit-remaining', String(remaining)],
    ['ratelimit-reset', String(resetSeconds)],
  ]
}

/**
 * Sets the rate limit headers on the raw response, because the headers of the Fastify reply may be cached for other
 * clients.
 */
function setRateLimitHeaders(response: ServerResponse, counter: RateCounter, status: RateStatus): void {
  for (const [name, value] of headersFor(counter, status)) response.setHeader(name, value)
}
