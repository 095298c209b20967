/** Returns a function that computes a value when it is called first, and then always returns this value. */
export function computeOnce<T>(compute: () => T): () => T {
  let computed: { value: T } | undefined
  return () => {
    computed ??= { value: compute() }
    return computed.value
  }
}
