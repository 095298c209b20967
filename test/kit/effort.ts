import fc from 'fast-check'

/** `LONG_TESTS=1` for what a night has patience for. */
export const IS_LONG = process.env.LONG_TESTS === '1'

/** How hard tests with generated values try, for each parameter that they send: runs, and the time these may take. */
const EFFORT = IS_LONG ? { runs: 400, timeMs: 5000 } : { runs: 4, timeMs: 20 }

/** The short run tries the same values each time, so that it fails for what was changed; `TEST_SEED=<number>` tries others. */
const SHORT_SEED = 2031
const SEED = Number(process.env.TEST_SEED ?? (IS_LONG ? Date.now() % 2 ** 31 : SHORT_SEED))

fc.configureGlobal({ seed: SEED })

/**
 * Runs for fast-check, which prints seed and path of a failure.
 * @param parameters how many there are to try
 * @returns `isOver` says that time is up. fast-check's own limit would leave a run behind, still asking.
 */
export function effortFor(parameters: number): { numRuns: number; isOver(): boolean } {
  const until = performance.now() + EFFORT.timeMs * parameters
  return { numRuns: EFFORT.runs * parameters, isOver: () => performance.now() > until }
}
