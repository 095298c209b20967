/** Lets identical requests that arrive while one of them is being handled share its result. */
export interface Coalescer<Result> {
  /**
   * The result of the request that is being handled under this key; undefined if there is no such request. The promise
   * resolves to undefined if the result cannot be shared.
   */
  pending(key: string): Promise<Result | undefined> | undefined
  /**
   * Registers a request that is being handled.
   * @returns a function to end it with its result, or with none if that cannot be shared; further calls have no effect
   */
  start(key: string): (result?: Result) => void
}

export function createCoalescer<Result>(): Coalescer<Result> {
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
