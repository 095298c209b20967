/** A quantile of sorted values; NaN without values. @param share 0.99 for the 99th percentile */
export const quantile = (sorted: readonly number[] | Float64Array, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** The median of sorted values. */
export const median = (sorted: readonly number[]) => quantile(sorted, 0.5)
