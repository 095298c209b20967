import fc from 'fast-check'

/** `LONG_TESTS=1` for what a night has patience for. */
export const IS_LONG = process.env.LONG_TESTS === '1'

/** How hard tests with generated values try, for each parameter that they send: runs, and the time these may take. */
const EFFORT = IS_LONG ? { runs: 400, timeMs: 5000 } : { runs: 4, timeMs: 20 }

/** The time that sequences of requests may take in one test. */
const SEQUENCES_MS = IS_LONG ? 120_000 : 4000

/** The short run tries the same values each time, so that it fails for what was changed; `TEST_SEED=<number>` tries others. */
const SHORT_SEED = 2031
const SEED = Number(process.env.TEST_SEED ?? (IS_LONG ? Date.now() % 2 ** 31 : SHORT_SEED))

fc.configureGlobal({ seed: SEED })

/** Runs for fast-check, which prints seed and path of a failure. */
export interface Effort {
  numRuns: number
  /** Time is up. fast-check's own limit would leave a run behind, still asking. */
  isOver(): boolean
}

/** @param parameters how many there are to try */
export const effortFor = (parameters: number): Effort => within(EFFORT.runs * parameters, EFFORT.timeMs * parameters)

/** Of runs that are a sequence of requests each. */
export const effortOf = ({ runs, longRuns }: { runs: number; longRuns: number }): Effort =>
  within(IS_LONG ? longRuns : runs, SEQUENCES_MS)

function within(numRuns: number, timeMs: number): Effort {
  const until = performance.now() + timeMs
  return { numRuns, isOver: () => performance.now() > until }
}
