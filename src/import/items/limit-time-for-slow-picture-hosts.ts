import type { MonotonicClock } from '../../collections/events/bulk-load/bulk-load-events.ts'
import { PICTURE_TIMEOUT_MS } from '../../media/fetch-picture.ts'

/** After this many slow failures of a host, its pictures get less time. */
const SLOW_FAILURES_MAX = 3
/** The least time that a picture gets, in milliseconds. */
const SHORT_TIMEOUT_MS = 2000
/** Pictures get this many times as long as the slowest one of their host that arrived. */
const TIMES_AS_LONG = 5
/** After this many slow failures in a row, a run requests no more pictures from the host. */
const FAILURES_IN_A_ROW_MAX = 20

interface Host {
  slowFailures: number
  inARow: number
  /** How long the slowest picture took that arrived, in milliseconds. */
  slowestMs: number
}

/**
 * Creates a function that loads the pictures of one run. A picture that never arrives delays the run by ten seconds. So
 * after several of them, the pictures of their host get little more time than those that arrived, and after many in a
 * row, none is requested any more. Pictures that do not arrive count as failed, and the next run tries them again.
 */
export function createPictureLoaderForSlowHosts(clock: MonotonicClock) {
  const hosts = new Map<string, Host>()
  /**
   * @param host host from which `load` downloads the picture; `''` if it is unknown
   * @param load gets the time limit in milliseconds
   */
  return async <Picture>(
    host: string,
    load: (timeoutMs: number) => Promise<Picture | undefined>,
  ): Promise<Picture | undefined> => {
    const known = hosts.get(host) ?? { slowFailures: 0, inARow: 0, slowestMs: 0 }
    hosts.set(host, known)
    if (known.inARow >= FAILURES_IN_A_ROW_MAX) return undefined
    const timeoutMs =
      known.slowFailures < SLOW_FAILURES_MAX
        ? PICTURE_TIMEOUT_MS
        : Math.min(PICTURE_TIMEOUT_MS, Math.max(SHORT_TIMEOUT_MS, Math.ceil(TIMES_AS_LONG * known.slowestMs)))
    const begun = clock()
    const picture = await load(timeoutMs)
    const tookMs = clock() - begun
    const isSlowFailure = picture === undefined && tookMs >= timeoutMs / 2
    if (picture !== undefined) known.slowestMs = Math.max(known.slowestMs, tookMs)
    if (isSlowFailure) known.slowFailures += 1
    known.inARow = isSlowFailure ? known.inARow + 1 : 0
    return picture
  }
}

export type PictureLoader = ReturnType<typeof createPictureLoaderForSlowHosts>
