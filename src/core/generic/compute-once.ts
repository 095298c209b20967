/**
 * Returns a function that computes a value when it is called first, and then always returns this value. A promise that
 * is rejected is not kept: the next call computes again, because the cause may have passed.
 */
export function computeOnce<T>(compute: () => T): () => T {
  let computed: { value: T } | undefined
  return () => {
    if (computed) return computed.value
    const value = compute()
    computed = { value }
    if (value instanceof Promise)
      value.catch(() => {
        computed = undefined
      })
    return value
  }
}
