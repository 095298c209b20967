/**
 * Coalesces requests: only one of several identical simultaneous requests is handled; the others wait and get the same
 * response.
 */
export interface Coalescer<Result> {
  /**
   * Returns a promise of the response to the request that is being handled under a cache key, or undefined if there is
   * no such request. The promise resolves to undefined if that response must not be shared.
   */
  pending(key: string): Promise<Result | undefined> | undefined
  /**
   * Registers a request that is being handled, so that identical requests can wait for its response.
   * @returns a function to call with the response, or with nothing if the response must not be shared; only the first
   * call has an effect
   */
  start(key: string): (result?: Result) => void
}

export function createRequestCoalescer<Result>(): Coalescer<Result> {
  const running = new Map<string, Promise<Result | undefined>>()
  return {
    pending: (key) => running.get(key),
    start(key) {
      const { promise, resolve } = Promise.withResolvers<Result | undefined>()
      running.set(key, promise)
      return (result) => {
        if (running.get(key) === promise) running.delete(key)
        resolve(result)
      }
    },
  }
}
