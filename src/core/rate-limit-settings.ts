/** How many in a window; 0 is no limit. */
export interface RateLimitSettings {
  /** A minute, of one account. */
  writes: number
  /** A minute, of one account or address. */
  searches: number
  /** Different wrong credentials in ten minutes, of one address. */
  failedLogins: number
}

export const DEFAULT_RATE_LIMITS: RateLimitSettings = { writes: 120_000, searches: 60_000, failedLogins: 50 }
