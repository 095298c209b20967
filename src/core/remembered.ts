const TEXT_LENGTH_MAX = 500

/**
 * `compute`, with what it found for each text kept: for texts of which few return all the time, as hosts do.
 * Anyone may send any text, so all are forgotten when there are too many, and long ones are not kept.
 */
export function remembered<T extends NonNullable<unknown>>(
  compute: (text: string) => T,
  textsMax = 1000,
): (text: string) => T {
  const kept = new Map<string, T>()
  return (text) => {
    const known = kept.get(text)
    if (known !== undefined) return known
    const found = compute(text)
    if (text.length > TEXT_LENGTH_MAX) return found
    if (kept.size >= textsMax) kept.clear()
    kept.set(text, found)
    return found
  }
}
