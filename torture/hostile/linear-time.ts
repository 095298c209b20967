import { processorMs } from './processor-time.ts'

/** Length in characters of the short texts; the long ones are four times as long. */
const LENGTH = 4000
/** Four times the length takes a linear function 4 times, a quadratic one 16 times the processor time. */
const GROWTH_MAX = 9
/** Processor time that is acceptable for a long text, however it grows. */
const NEGLIGIBLE_MS = 30
/** How often both lengths are measured until the growth counts as too large. */
const ROUNDS_MAX = 6

/**
 * Whether the processor time of `run` grows no faster than its text. Compares the fastest runs with each length, because a
 * single run may include a garbage collection or run before the code is optimized.
 * @param textOf creates a text; texts of the same length must differ, so that no cache answers
 * @returns a sentence if it grows faster
 */
export function findFastGrowth(
  name: string,
  textOf: (length: number, round: number) => string,
  run: (text: string) => void,
): string | undefined {
  let [short, long] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 1; round <= ROUNDS_MAX; round += 1) {
    long = Math.min(
      long,
      processorMs(() => run(textOf(4 * LENGTH, round))),
    )
    if (long < NEGLIGIBLE_MS) return
    short = Math.min(
      short,
      processorMs(() => run(textOf(LENGTH, round))),
    )
    if (round > 1 && long <= GROWTH_MAX * short) return
  }
  return `${name}: ${LENGTH} characters take ${short} ms, ${4 * LENGTH} characters ${long} ms`
}
