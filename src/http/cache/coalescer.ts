/** Reads under way, by what they ask. */
export interface Coalescer<Answer> {
  /** What the one under way will find, undefined if that is nothing to share; undefined when none is. */
  pending(name: string): Promise<Answer | undefined> | undefined
  /** Sets out; the returned function ends it. */
  start(name: string): (answer?: Answer) => void
}

/** Many who ask the same at once wait for the first of them, instead of each reading the same. */
export function createCoalescer<Answer>(): Coalescer<Answer> {
  const underWay = new Map<string, Promise<Answer | undefined>>()
  return {
    pending: (name) => underWay.get(name),
    start(name) {
      const { promise, resolve } = Promise.withResolvers<Answer | undefined>()
      underWay.set(name, promise)
      return (answer) => {
        if (underWay.get(name) === promise) underWay.delete(name)
        resolve(answer)
      }
    },
  }
}
