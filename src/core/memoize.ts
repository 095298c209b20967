const TEXT_LENGTH_MAX = 500

/**
 * `compute`, with what it found for each text or number kept: for those of which few return all the time, as hosts do.
 * Anyone may send any text, so all are forgotten when there are too many, and long ones are not kept.
 */
export function memoize<T extends NonNullable<unknown>, Asked extends string | number = string>(
  compute: (asked: Asked) => T,
  keptMax = 1000,
): (asked: Asked) => T {
  const kept = new Map<Asked, T>()
  return (asked) => {
    const known = kept.get(asked)
    if (known !== undefined) return known
    const found = compute(asked)
    if (typeof asked === 'string' && asked.length > TEXT_LENGTH_MAX) return found
    if (kept.size >= keptMax) kept.clear()
    kept.set(asked, found)
    return found
  }
}
