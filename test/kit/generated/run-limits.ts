import fc from 'fast-check'

/** Whether `LONG_TESTS=1` asks for runs that take hours. */
export const IS_LONG = process.env.LONG_TESTS === '1'

/** Time limit of one property in a long run. */
const LONG_MS = 120_000

/** The short run always uses this seed, so that a failure is caused by a change. `TEST_SEED=<number>` uses another. */
const SHORT_SEED = 2031
const SEED = Number(process.env.TEST_SEED ?? (IS_LONG ? Date.now() % 2 ** 31 : SHORT_SEED))

fc.configureGlobal({ seed: SEED })

/** Limits of one property test. fast-check prints seed and path of a failure. */
export interface Effort {
  numRuns: number
  /**
   * Whether the time limit of a long run has passed. fast-check's own limit would abandon the current run, which would still
   * send requests.
   */
  isOver(): boolean
}

/**
 * Limits of a property test. A short run has no time limit: on every machine the same seed tries the same cases.
 * @param runs number of generated cases in `npm test`
 * @param longRuns number of generated cases with `LONG_TESTS=1`, unless the time limit comes first
 */
export function effortOf({ runs, longRuns }: { runs: number; longRuns: number }): Effort {
  if (!IS_LONG) return { numRuns: runs, isOver: () => false }
  const until = performance.now() + LONG_MS
  return { numRuns: longRuns, isOver: () => performance.now() > until }
}
