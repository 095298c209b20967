/**
 * Creates a function that returns a text with a number. Each of the five languages has one form for 1 and another for
 * all other numbers.
 * @param one text for 1
 * @param other text for other numbers, in which `#` is replaced by the number
 */
export const pluralText = (one: string, other: string) => (count: number) =>
  count === 1 ? one : other.replace('#', String(count))
