/** Allowed numbers in a time window; 0 means unlimited. */
export interface RateLimitSettings {
  /** Writes per minute and account. */
  writes: number
  /** Searches per minute and account, or per client address for anonymous requests. */
  searches: number
  /** Different wrong credentials per ten minutes and client address. */
  failedLogins: number
}

export const DEFAULT_RATE_LIMITS: RateLimitSettings = { writes: 120_000, searches: 60_000, failedLogins: 50 }
