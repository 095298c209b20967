/**
 * The numbers of the calendar layout that style sheets compute with, each with its largest value. The content
 * security policy of pages forbids inline styles, so markup has a class for each number: `at-78` sets the CSS property
 * `--at` to 78.
 */
const NUMBERS = {
  /** Days that the title of a bar reaches over. */
  days: 7,
  /** First hour of an axis, and its number of hours. */
  first: 24,
  hours: 24,
  /** Start and duration of an event in quarters of an hour. */
  at: 96,
  for: 96,
  /** Place of an event among those beside each other, and their number. */
  column: 3,
  columns: 3,
} as const

/** The CSS class for a number of the layout: `at-78`. @param value whole, from 0 to the largest value of the number */
export const numberClass = (name: keyof typeof NUMBERS, value: number): string => `${name}-${value}`

/** The CSS rules of all classes for numbers. */
export const numberStyles = (): string =>
  Object.entries(NUMBERS)
    .flatMap(([name, max]) => Array.from({ length: max + 1 }, (_, value) => `.${name}-${value}{--${name}:${value}}`))
    .join('\n')
