/**
 * The text for a number of things. All five languages have one form for 1 and another for all other numbers.
 * @param one   text for 1
 * @param other text for other numbers, with `#` for the number
 */
export const plural = (one: string, other: string) => (count: number) =>
  count === 1 ? one : other.replace('#', String(count))
