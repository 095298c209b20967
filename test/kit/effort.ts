/** How hard tests with generated values try, for each parameter that they send: runs, and the time these may take. */
const FAST = { runs: 4, timeMs: 20 }
const LONG = { runs: 400, timeMs: 5000 }

/** What every run has patience for; `LONG_TESTS=1` for what a night has. */
const EFFORT = process.env.LONG_TESTS === '1' ? LONG : FAST

/**
 * Runs for fast-check, which prints seed and path of a failure.
 * @param parameters how many there are to try
 * @returns `isOver` says that time is up. fast-check's own limit would leave a run behind, still asking.
 */
export function effortFor(parameters: number): { numRuns: number; isOver(): boolean } {
  const until = performance.now() + EFFORT.timeMs * parameters
  return { numRuns: EFFORT.runs * parameters, isOver: () => performance.now() > until }
}
