/**
 * The maximum length of a cache key. Results for longer keys are not cached, because clients choose the keys and could
 * fill the memory with long ones.
 */
const KEY_LENGTH_MAX = 500

/**
 * Caches the results of a pure function by its argument, for arguments that often repeat, such as host names. When the
 * cache is full it is emptied, because this is faster than tracking the least recently used entry (decision 0028).
 */
export function memoize<T extends NonNullable<unknown>, Key extends string | number = string>(
  compute: (key: Key) => T,
  entriesMax = 1000,
): (key: Key) => T {
  const results = new Map<Key, T>()
  return (key) => {
    const cached = results.get(key)
    if (cached !== undefined) return cached
    const result = compute(key)
    if (typeof key === 'string' && key.length > KEY_LENGTH_MAX) return result
    if (results.size >= entriesMax) results.clear()
    results.set(key, result)
    return result
  }
}
