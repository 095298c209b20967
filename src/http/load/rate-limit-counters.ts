import { DEFAULT_RATE_LIMITS, type RateLimitSettings } from '../../core/rate-limit-settings.ts'
import { LIMITS } from '../all-limits.ts'
import { createLruMapOfClients } from './lru-map-of-clients.ts'

export interface RatePolicy {
  name: 'writes' | 'searches' | 'failedLogins'
  /** Number of requests allowed in each window; 0 means unlimited. */
  limit: number
  windowSeconds: number
}

export const createRateLimitPolicies = ({ writes, searches, failedLogins }: RateLimitSettings = DEFAULT_RATE_LIMITS) =>
  ({
    writes: { name: 'writes', limit: writes, windowSeconds: 60 },
    searches: { name: 'searches', limit: searches, windowSeconds: 60 },
    failedLogins: { name: 'failedLogins', limit: failedLogins, windowSeconds: 600 },
  }) as const

/** The use of a rate limit by one client in the current window. */
export interface RateStatus {
  isExceeded: boolean
  limit: number
  /** Number of requests that the client may still send in this window. */
  remaining: number
  /** Seconds until the next window begins. */
  resetSeconds: number
}

/** Counts the requests of each client in fixed windows of time. */
export interface RateCounter {
  policy: RatePolicy
  /**
   * Counts one request of a client.
   * @param now current time in seconds since 1970-01-01 UTC
   * @param share factor by which the limit is multiplied for this client, 1 by default
   */
  increment(client: string, now: number, share?: number): RateStatus
  /** Returns the status that `increment` would return for one more request, without counting it. */
  preview(client: string, now: number, share?: number): RateStatus
}

/** Connection to the other worker processes of the server. */
export interface PeerProcesses {
  send(message: RateCountMessage): void
  onReceive(listener: (message: RateCountMessage) => void): void
}

/**
 * A message from one process to the others: its request counts since its last message, as policy name, window number
 * and the count of each client.
 */
export interface RateCountMessage {
  rates: [name: string, window: number, counts: [client: string, count: number][]][]
}

interface WindowCount {
  window: number
  count: number
}

const SEND_INTERVAL_MS = 200

/**
 * Creates a counter for each rate limit policy. Windows begin at the same times in all processes. Each process sends
 * its counts to the others five times a second, so that a limit applies to the whole server; only requests that reach
 * several processes within 0.2 s may exceed the limit.
 */
export function createRateLimitCounters<Name extends string>(
  policies: Record<Name, RatePolicy>,
  peers?: PeerProcesses,
): Record<Name, RateCounter> & { stop(): void } {
  const countsByName = new Map<string, ReturnType<typeof createLruMapOfClients<WindowCount>>>()
  const unsent = new Map<string, { window: number; counts: Map<string, number> }>()

  /**
   * Adds to the request count of a client in a window.
   * @returns the new count of the client in the current window
   */
  function add(name: string, client: string, window: number, count: number): number {
    const counts = countsByName.get(name)
    if (counts === undefined) return 0
    const existing = counts.get(client)
    if (existing === undefined || existing.window < window) {
      counts.set(client, { window, count })
      return count
    }
    // A count from another process that arrives late may belong to the previous window; it is ignored.
    if (existing.window === window) existing.count += count
    return existing.count
  }
  function addUnsent(name: string, client: string, window: number): void {
    const pending = unsent.get(name)
    if (pending?.window === window) pending.counts.set(client, (pending.counts.get(client) ?? 0) + 1)
    else unsent.set(name, { window, counts: new Map([[client, 1]]) })
  }
  function createCounter(policy: RatePolicy): RateCounter {
    const { name, limit, windowSeconds } = policy
    countsByName.set(name, createLruMapOfClients(LIMITS.trackedClients.value))
    const statusOf = (count: number, now: number, share: number, additional: number): RateStatus => {
      const clientLimit = Math.max(1, Math.floor(limit * share))
      return {
        isExceeded: limit > 0 && count + additional > clientLimit,
        limit: clientLimit,
        remaining: Math.max(0, clientLimit - count),
        resetSeconds: windowSeconds - (now % windowSeconds),
      }
    }
    const windowAt = (now: number) => Math.floor(now / windowSeconds)
    return {
      policy,
      increment(client, now, share = 1) {
        const count = add(name, client, windowAt(now), 1)
        if (peers) addUnsent(name, client, windowAt(now))
        return statusOf(count, now, share, 0)
      },
      preview(client, now, share = 1) {
        const existing = countsByName.get(name)?.peek(client)
        return statusOf(existing?.window === windowAt(now) ? existing.count : 0, now, share, 1)
      },
    }
  }
  peers?.onReceive(({ rates }) => {
    for (const [name, window, counts] of rates) for (const [client, count] of counts) add(name, client, window, count)
  })
  const timer = setInterval(() => {
    if (unsent.size === 0) return
    peers?.send({ rates: [...unsent].map(([name, { window, counts }]) => [name, window, [...counts]]) })
    unsent.clear()
  }, SEND_INTERVAL_MS)
  timer.unref()
  const counters = Object.entries<RatePolicy>(policies).map(([name, policy]) => [name, createCounter(policy)])
  return { ...(Object.fromEntries(counters) as Record<Name, RateCounter>), stop: () => clearInterval(timer) }
}
