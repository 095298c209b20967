import { createHmac, randomBytes } from 'node:crypto'
import { CalendarError } from '../../core/errors.ts'
import { LIMITS } from '../all-limits.ts'
import type { FailedLoginLimit } from '../request/authentication.ts'
import { networkOfClientAddress, subscriberNetworkOfAddress } from '../request/client-address.ts'
import { createLruMapOfClients } from './lru-map-of-clients.ts'
import type { RateCounter } from './rate-limit-counters.ts'
import { createRateLimitError } from './rate-limiting.ts'

/** Number of wrong credentials stored for each subscriber, so that a repeated one is not counted again. */
const STORED_CREDENTIALS_MAX = 100
/** Factor for the limit of a whole IPv6 subscriber (/48 network), compared with the limit of one /64 network. */
const SUBSCRIBER_SHARE = 4

/**
 * The counter keys of a client address, each with the factor for its limit: one key for the network and, with IPv6, one
 * for the whole subscriber.
 */
function countersFor(address: string): [counterKey: string, share: number][] {
  const [network, subscriber] = [networkOfClientAddress(address), subscriberNetworkOfAddress(address)]
  if (network === subscriber) return [[network, 1]]
  return [
    [network, 1],
    [subscriber, SUBSCRIBER_SHARE],
  ]
}

/** Limits failed logins of each client network. @param now returns the current time in seconds since 1970-01-01 UTC */
export function createFailedLoginLimit(counter: RateCounter, now: () => number): FailedLoginLimit {
  // Credentials are only stored as HMACs with a random key, so that a leak of the memory reveals no passwords.
  const key = randomBytes(32)
  const fingerprintOf = (authorization: string) =>
    createHmac('sha256', key).update(authorization).digest('base64').slice(0, 16)
  const failedFingerprints = createLruMapOfClients<Set<string>>(LIMITS.trackedClients.value / 10)
  const runningChecks = new Map<string, Set<string>>()
  const isLimited = counter.policy.limit > 0
  const throwIfExceeded = (address: string) => {
    const statuses = countersFor(address).map(([counterKey, share]) => counter.preview(counterKey, now(), share))
    const exceeded = isLimited && statuses.find(({ isExceeded }) => isExceeded)
    if (exceeded) throw createRateLimitError(exceeded)
  }

  return {
    async limitCheck(address, authorization, check) {
      throwIfExceeded(address)
      const subscriber = subscriberNetworkOfAddress(address)
      const fingerprint = fingerprintOf(authorization)
      const running = runningChecks.get(subscriber) ?? new Set<string>()
      if (running.has(fingerprint)) return check()
      if (running.size >= LIMITS.passwordChecksPerClient.value) throw new CalendarError('rest_too_busy')
      runningChecks.set(subscriber, running.add(fingerprint))
      try {
        return await check()
      } finally {
        running.delete(fingerprint)
        if (running.size === 0) runningChecks.delete(subscriber)
      }
    },
    recordFailure(address, authorization) {
      throwIfExceeded(address)
      const subscriber = subscriberNetworkOfAddress(address)
      const fingerprints = failedFingerprints.get(subscriber) ?? new Set<string>()
      const fingerprint = fingerprintOf(authorization)
      if (fingerprints.has(fingerprint)) return
      if (fingerprints.size >= STORED_CREDENTIALS_MAX) fingerprints.clear()
      failedFingerprints.set(subscriber, fingerprints.add(fingerprint))
      for (const [counterKey, share] of countersFor(address)) counter.increment(counterKey, now(), share)
    },
  }
}
