/** Lets identical requests that arrive while one of them is being handled share its result. */
export interface Coalescer<Result> {
  /** The result of the request being handled under this key: undefined if it cannot be shared. Undefined if there is none. */
  pending(key: string): Promise<Result | undefined> | undefined
  /** Registers a request that is being handled. @returns resolves the promise that `pending` has returned; call it once */
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
