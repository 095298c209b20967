import { createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { CalendarError } from '../core/errors.ts'
import { LIMITS } from './limits.ts'
import { tooMany } from './rate-limiting.ts'
import type { RateLimit } from './rate-limits.ts'

/** Wrong credentials from one address. The same one again is no new guess: a client that was not told of a change may go on. */
export interface Guesses {
  /**
   * Runs a slow check of a credential.
   * @throws {CalendarError} 429 when its address has guessed too often, 503 when it guesses too much at a time
   */
  slowly<T>(network: string, authorization: string, check: () => Promise<T>): Promise<T>
  /** Counts a credential that was refused. @throws {CalendarError} 429 instead when there were too many before */
  wrong(network: string, authorization: string): void
}

/** Of one address no more are told apart. */
const KNOWN_OF_ONE_MAX = 100

/** @param now seconds since 1970-01-01 UTC */
export function guesses(limit: RateLimit, now: () => number): Guesses {
  // Never the credential itself, and nothing that could be tried elsewhere.
  const key = randomBytes(32)
  const nameOf = (authorization: string) =>
    createHmac('sha256', key).update(authorization).digest('base64').slice(0, 16)
  const known = new LRUCache<string, Set<string>>({ max: LIMITS.countedAddresses.value / 10 })
  const checks = new Map<string, Set<string>>()
  const isLimited = limit.policy.limit > 0

  return {
    async slowly(network, authorization, check) {
      const spent = limit.look(network, now())
      if (isLimited && spent.isOver) throw tooMany(spent)
      const name = nameOf(authorization)
      const own = checks.get(network) ?? new Set<string>()
      if (own.has(name)) return check()
      if (own.size >= LIMITS.hashesOfOne.value) throw new CalendarError('rest_too_busy')
      checks.set(network, own.add(name))
      try {
        return await check()
      } finally {
        own.delete(name)
        if (own.size === 0) checks.delete(network)
      }
    },
    wrong(network, authorization) {
      const spent = limit.look(network, now())
      if (isLimited && spent.isOver) throw tooMany(spent)
      const names = known.get(network) ?? new Set<string>()
      const name = nameOf(authorization)
      if (names.has(name)) return
      if (names.size >= KNOWN_OF_ONE_MAX) names.clear()
      known.set(network, names.add(name))
      limit.take(network, now())
    },
  }
}
