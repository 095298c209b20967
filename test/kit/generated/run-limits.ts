import fc from 'fast-check'

/** Whether `LONG_TESTS=1` asks for runs that take hours. */
export const IS_LONG = process.env.LONG_TESTS === '1'

/** Limits of tests with generated values, for each generated parameter: number of runs and total time. */
const EFFORT = IS_LONG ? { runs: 400, timeMs: 5000 } : { runs: 4, timeMs: 20 }

/** Time limit of all request sequences of one test. */
const SEQUENCES_MS = IS_LONG ? 120_000 : 4000

/** The short run always uses this seed, so that a failure is caused by a change. `TEST_SEED=<number>` uses another. */
const SHORT_SEED = 2031
const SEED = Number(process.env.TEST_SEED ?? (IS_LONG ? Date.now() % 2 ** 31 : SHORT_SEED))

fc.configureGlobal({ seed: SEED })

/** Limits of one property test. fast-check prints seed and path of a failure. */
export interface Effort {
  numRuns: number
  /**
   * Whether the time limit has passed. fast-check's own limit would abandon the current run, which would still send
   * requests.
   */
  isOver(): boolean
}

/** Limits of a test. @param parameters how many parameters are generated */
export const effortFor = (parameters: number): Effort => within(EFFORT.runs * parameters, EFFORT.timeMs * parameters)

/** Limits of a test in which each run is a sequence of requests. */
export const effortOf = ({ runs, longRuns }: { runs: number; longRuns: number }): Effort =>
  within(IS_LONG ? longRuns : runs, SEQUENCES_MS)

function within(numRuns: number, timeMs: number): Effort {
  const until = performance.now() + timeMs
  return { numRuns, isOver: () => performance.now() > until }
}
