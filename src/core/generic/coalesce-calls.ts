/**
 * Creates a function that runs simultaneous calls with the same key only once: the later ones get the promise of the
 * first. A call that begins after the first has ended runs again.
 */
export function createCoalescerOfSimultaneousCalls<Result>() {
  const running = new Map<string, Promise<Result>>()
  return (key: string, call: () => Promise<Result>): Promise<Result> => {
    const result = running.get(key) ?? call().finally(() => running.delete(key))
    running.set(key, result)
    return result
  }
}
