import type { MonotonicClock } from '../../collections/events/bulk-load/bulk-load-events.ts'

/** A failed download that took at least this long counts as slow, in milliseconds. */
const SLOW_MS = 5000
/** Slow failures of a host in a row, after which a run requests no more pictures there. */
const SLOW_FAILURES_MAX = 3

/**
 * Creates a function that loads pictures for one run. A host that does not answer would delay the run by ten seconds for
 * each of its pictures, so after some it is no longer asked, and its pictures count as failed: the next run tries them again.
 */
export function createPictureLoader(clock: MonotonicClock) {
  const slowFailures = new Map<string, number>()
  /** @param host from which `load` loads the picture; `''` if it is not known */
  return async <Picture>(host: string, load: () => Promise<Picture | undefined>): Promise<Picture | undefined> => {
    const failures = slowFailures.get(host) ?? 0
    if (failures >= SLOW_FAILURES_MAX) return undefined
    const begun = clock()
    const picture = await load()
    const isSlowFailure = picture === undefined && clock() - begun >= SLOW_MS
    slowFailures.set(host, isSlowFailure ? (slowFailures.get(host) ?? 0) + 1 : 0)
    return picture
  }
}

export type PictureLoader = ReturnType<typeof createPictureLoader>
