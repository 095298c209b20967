import type { MonotonicClock } from '../../collections/events/bulk-load/bulk-load-events.ts'

/** A failed download that took at least this many milliseconds counts as slow. */
const SLOW_MS = 5000
/** After this many consecutive slow failures of a host, a run requests no more pictures from it. */
const SLOW_FAILURES_MAX = 3

/**
 * Creates a function that loads the pictures of one run. A host that does not respond delays the run by ten seconds for
 * each picture, so after several slow failures no more pictures are requested from it. They count as failed, and the
 * next run tries them again.
 */
export function createLoaderSkippingSlowPictureHosts(clock: MonotonicClock) {
  const slowFailures = new Map<string, number>()
  /**
   * @param host host from which `load` downloads the picture; `''` if it is unknown
   */
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

export type PictureLoader = ReturnType<typeof createLoaderSkippingSlowPictureHosts>
