/** How many in a window; 0 is no limit. */
export interface RateSettings {
  /** A minute, of one account. */
  writes: number
  /** A minute, of one account or address. */
  searches: number
  /** Different wrong credentials in ten minutes, of one address. */
  guesses: number
}

export const DEFAULT_RATES: RateSettings = { writes: 120_000, searches: 60_000, guesses: 50 }
