import { LRUCache } from 'lru-cache'
import { DEFAULT_RATE_LIMITS, type RateLimitSettings } from '../../core/rate-limit-settings.ts'
import { LIMITS } from '../limits.ts'

/** How often a caller may do something. */
export interface RatePolicy {
  name: 'writes' | 'searches' | 'failedLogins'
  /** In each window; 0 is no limit. */
  limit: number
  windowSeconds: number
}

export const ratePolicies = ({ writes, searches, failedLogins }: RateLimitSettings = DEFAULT_RATE_LIMITS) =>
  ({
    writes: { name: 'writes', limit: writes, windowSeconds: 60 },
    searches: { name: 'searches', limit: searches, windowSeconds: 60 },
    failedLogins: { name: 'failedLogins', limit: failedLogins, windowSeconds: 600 },
  }) as const

export interface RateStatus {
  isExceeded: boolean
  limit: number
  /** How many are left in this window. */
  remaining: number
  /** Until the next one begins. */
  resetSeconds: number
}

export interface RateCounter {
  policy: RatePolicy
  /** Counts one. @param share of the limit this caller has @param now seconds since 1970-01-01 UTC */
  increment(caller: string, now: number, share?: number): RateStatus
  /** What `take` would find beforehand. */
  preview(caller: string, now: number, share?: number): RateStatus
}

/** Other processes of the same server. */
export interface PeerProcesses {
  send(news: RateCountMessage): void
  onReceive(listener: (news: RateCountMessage) => void): void
}

/** What a process counted since it told last: `writes`, the number of the window, caller by caller. */
export interface RateCountMessage {
  rates: [name: string, window: number, counts: [caller: string, count: number][]][]
}

interface Count {
  window: number
  count: number
}

const TELL_MS = 200

/**
 * Windows begin at the same moments for all and in every process. Each process counts for itself and tells the others what
 * it counted five times a second, so a limit is the server's, not a process's: it can be overstepped by what comes to all
 * processes within 0.2 s.
 */
export function createRateCounters<Name extends string>(
  policies: Record<Name, RatePolicy>,
  peers?: PeerProcesses,
): Record<Name, RateCounter> & { stop(): void } {
  const counters = new Map<string, LRUCache<string, Count>>()
  const news = new Map<string, { window: number; counts: Map<string, number> }>()

  function add(name: string, caller: string, window: number, count: number): number {
    const counts = counters.get(name)
    if (counts === undefined) return 0
    const known = counts.get(caller)
    if (known === undefined || known.window < window) {
      counts.set(caller, { window, count })
      return count
    }
    // What is told late is of a window that has passed.
    if (known.window === window) known.count += count
    return known.count
  }
  function remember(name: string, caller: string, window: number): void {
    const untold = news.get(name)
    if (untold?.window === window) untold.counts.set(caller, (untold.counts.get(caller) ?? 0) + 1)
    else news.set(name, { window, counts: new Map([[caller, 1]]) })
  }
  function limitOf(policy: RatePolicy): RateCounter {
    const { name, limit, windowSeconds } = policy
    counters.set(name, new LRUCache({ max: LIMITS.trackedClients.value }))
    const found = (count: number, now: number, share: number, asked: number): RateStatus => {
      const own = Math.max(1, Math.floor(limit * share))
      return {
        isExceeded: limit > 0 && count + asked > own,
        limit: own,
        remaining: Math.max(0, own - count),
        resetSeconds: windowSeconds - (now % windowSeconds),
      }
    }
    const windowAt = (now: number) => Math.floor(now / windowSeconds)
    return {
      policy,
      increment(caller, now, share = 1) {
        const count = add(name, caller, windowAt(now), 1)
        if (peers) remember(name, caller, windowAt(now))
        return found(count, now, share, 0)
      },
      preview(caller, now, share = 1) {
        const known = counters.get(name)?.peek(caller)
        return found(known?.window === windowAt(now) ? known.count : 0, now, share, 1)
      },
    }
  }
  peers?.onReceive(({ rates }) => {
    for (const [name, window, counts] of rates) for (const [caller, count] of counts) add(name, caller, window, count)
  })
  const timer = setInterval(() => {
    if (news.size === 0) return
    peers?.send({ rates: [...news].map(([name, { window, counts }]) => [name, window, [...counts]]) })
    news.clear()
  }, TELL_MS)
  timer.unref()
  const limits = Object.entries<RatePolicy>(policies).map(([name, policy]) => [name, limitOf(policy)])
  return { ...(Object.fromEntries(limits) as Record<Name, RateCounter>), stop: () => clearInterval(timer) }
}
