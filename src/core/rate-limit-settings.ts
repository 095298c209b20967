/** Rate limits: the number of requests of each type that are allowed in a period of time; 0 means unlimited. */
export interface RateLimitSettings {
  /** Write requests per minute and user account. */
  writes: number
  /** Search requests per minute and user account, or per IP address for anonymous visitors. */
  searches: number
  /** Login attempts with different wrong credentials per ten minutes and IP address. */
  failedLogins: number
}

export const DEFAULT_RATE_LIMITS: RateLimitSettings = { writes: 120_000, searches: 60_000, failedLogins: 50 }
