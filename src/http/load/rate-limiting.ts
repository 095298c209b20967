import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { GUEST } from '../../core/caller.ts'
import { CalendarError } from '../../core/errors.ts'
import { clientAddress, clientNetwork } from '../request/client-address.ts'
import { isWrite } from '../request/methods.ts'
import { hasSearch } from '../request/normalized-url.ts'
import type { RateCounter, RateStatus } from './rate-counters.ts'

/** Names of the headers, which belong to the request at hand: what is kept for others has none of them. */
export const RATE_LIMIT_HEADERS = [
  'ratelimit',
  'ratelimit-policy',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
] as const

export interface RateLimitOptions {
  writes: RateCounter
  searches: RateCounter
  /** How many proxies stand in front. */
  proxyCount: number
  /** Seconds since 1970-01-01 UTC. */
  now(): number
}

/** Guests write nothing; what they try is refused, and need not be tried as often. */
const GUEST_WRITES = 0.1

const limitFor = (raw: IncomingMessage, { writes, searches }: RateLimitOptions): RateCounter | undefined => {
  const limit = isWrite(raw) ? writes : hasSearch(raw.url ?? '') ? searches : undefined
  return limit !== undefined && limit.policy.limit > 0 ? limit : undefined
}

const shareOf = ({ policy: { name } }: RateCounter, isGuest: boolean) =>
  isGuest && name === 'writes' ? GUEST_WRITES : 1

/** Counts writes and searches: of accounts, wherever they ask from, and of guests by their address. Call after `authentication`. */
export function registerRateLimits(app: FastifyInstance, options: RateLimitOptions): void {
  app.addHook('onRequest', (request, reply, done) => {
    const limit = limitFor(request.raw, options)
    if (limit === undefined) return done()
    const isGuest = request.caller === GUEST
    const caller = isGuest
      ? clientNetwork(clientAddress(request.raw, options.proxyCount))
      : `account ${request.caller.id}`
    const taken = limit.increment(caller, options.now(), shareOf(limit, isGuest))
    sayRate(reply.raw, limit, taken)
    done(taken.isExceeded ? rateLimitError(taken) : undefined)
  })
}

export const rateLimitError = ({ resetSeconds }: Pick<RateStatus, 'resetSeconds'>) =>
  new CalendarError('rest_too_many_requests', { data: { retry_after: resetSeconds } })

/** What a guest has used up, seen before anything is done for the request. @returns headers that say so */
export function exceededRateLimit(
  raw: IncomingMessage,
  options: RateLimitOptions,
): { retrySeconds: number; headers: string[] } | undefined {
  if (raw.headers.authorization !== undefined) return undefined
  const limit = limitFor(raw, options)
  const caller = limit && clientNetwork(clientAddress(raw, options.proxyCount))
  const taken = caller === undefined ? undefined : limit?.preview(caller, options.now(), shareOf(limit, true))
  if (limit === undefined || !taken?.isExceeded) return undefined
  return { retrySeconds: taken.resetSeconds, headers: headersOf(limit, taken).flat() }
}

/** As draft-ietf-httpapi-ratelimit-headers has it, and in the form of its older versions, which more clients read. */
function headersOf({ policy: { name, windowSeconds } }: RateCounter, taken: RateStatus): [string, string][] {
  const { limit, remaining, resetSeconds } = taken
  return [
    ['ratelimit-policy', `"${name}";q=${limit};w=${windowSeconds}`],
    ['ratelimit', `"${name}";r=${remaining};t=${resetSeconds}`],
    ['ratelimit-limit', String(limit)],
    ['ratelimit-remaining', String(remaining)],
    ['ratelimit-reset', String(resetSeconds)],
  ]
}

/** Set on the response itself: the headers of the reply may be kept for others. */
function sayRate(response: ServerResponse, limit: RateCounter, taken: RateStatus): void {
  for (const [name, value] of headersOf(limit, taken)) response.setHeader(name, value)
}
