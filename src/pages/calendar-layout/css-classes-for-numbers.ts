/**
 * For each kind of number that the style sheets of calendars compute with, the largest value. The content security
 * policy of pages forbids inline styles, so there is a CSS class for each number: `at-78` sets the property `--at` to
 * 78.
 */
const NUMBERS = {
  /** Number of days over which the title of a bar extends. */
  days: 7,
  /** First hour of an axis of hours; `hours` is its number of hours. */
  first: 24,
  hours: 24,
  /** Start of an event in quarters of an hour after midnight, and its duration in quarters of an hour. */
  at: 96,
  for: 96,
  /** Column of an event on the axis of hours, and the number of columns beside each other. */
  column: 3,
  columns: 3,
} as const

/**
 * The CSS class that sets a number of the calendar layout, e.g. `at-78`.
 * @param value integer from 0 to the largest value in `NUMBERS`
 */
export const cssClassForLayoutNumber = (name: keyof typeof NUMBERS, value: number): string => `${name}-${value}`

/** The CSS rules of all classes that set numbers of the calendar layout. */
export const cssRulesForLayoutNumbers = (): string =>
  Object.entries(NUMBERS)
    .flatMap(([name, max]) => Array.from({ length: max + 1 }, (_, value) => `.${name}-${value}{--${name}:${value}}`))
    .join('\n')
