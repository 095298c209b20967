/** Words for a number of things; `#` is the number. All five languages have one form for 1 and another for the rest. */
export const plural = (one: string, other: string) => (count: number) =>
  count === 1 ? one : other.replace('#', String(count))
