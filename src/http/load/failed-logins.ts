import { createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { CalendarError } from '../../core/errors.ts'
import { LIMITS } from '../limits.ts'
import type { FailedLoginLimit } from '../request/authentication.ts'
import { clientNetwork, subscriberNetwork } from '../request/client-address.ts'
import type { RateCounter } from './rate-counters.ts'
import { rateLimitError } from './rate-limiting.ts'

/** Of one subscriber no more are told apart. */
const KNOWN_OF_ONE_MAX = 100
/** All networks of a subscriber together may guess as often as so many of them. */
const NETWORKS_OF_ONE = 4

/** Who counts a guess, and by which share of the limit. */
function countedBy(address: string): [name: string, share: number][] {
  const [network, subscriber] = [clientNetwork(address), subscriberNetwork(address)]
  return network === subscriber
    ? [[network, 1]]
    : [
        [network, 1],
        [subscriber, NETWORKS_OF_ONE],
      ]
}

/** @param now seconds since 1970-01-01 UTC */
export function createFailedLoginLimit(limit: RateCounter, now: () => number): FailedLoginLimit {
  // Never the credential itself, and nothing that could be tried elsewhere.
  const key = randomBytes(32)
  const nameOf = (authorization: string) =>
    createHmac('sha256', key).update(authorization).digest('base64').slice(0, 16)
  const known = new LRUCache<string, Set<string>>({ max: LIMITS.trackedClients.value / 10 })
  const checks = new Map<string, Set<string>>()
  const isLimited = limit.policy.limit > 0
  const refuseSpent = (address: string) => {
    const spent = countedBy(address).map(([name, share]) => limit.preview(name, now(), share))
    const over = isLimited && spent.find(({ isExceeded }) => isExceeded)
    if (over) throw rateLimitError(over)
  }

  return {
    async limitCheck(address, authorization, check) {
      refuseSpent(address)
      const subscriber = subscriberNetwork(address)
      const name = nameOf(authorization)
      const own = checks.get(subscriber) ?? new Set<string>()
      if (own.has(name)) return check()
      if (own.size >= LIMITS.passwordChecksPerClient.value) throw new CalendarError('rest_too_busy')
      checks.set(subscriber, own.add(name))
      try {
        return await check()
      } finally {
        own.delete(name)
        if (own.size === 0) checks.delete(subscriber)
      }
    },
    recordFailure(address, authorization) {
      refuseSpent(address)
      const subscriber = subscriberNetwork(address)
      const names = known.get(subscriber) ?? new Set<string>()
      const name = nameOf(authorization)
      if (names.has(name)) return
      if (names.size >= KNOWN_OF_ONE_MAX) names.clear()
      known.set(subscriber, names.add(name))
      for (const [counted, share] of countedBy(address)) limit.increment(counted, now(), share)
    },
  }
}
