import { PAGE_MAX } from '../page.ts'
import { customField, Type } from './schema.ts'

const NUMERIC_TEXT = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i

/** The value of a number, or of numeric text such as ` 3`, `2.0` and `1e1`; NaN for other text. */
export const parseNumber = (value: number | string): number =>
  typeof value === 'number' ? value : NUMERIC_TEXT.test(value) ? Number(value) : Number.NaN

const numberOrText = () => Type.Union([Type.Number(), Type.String()])

/** A whole number, also as text. Both bounds are inclusive. */
export function wholeNumber({ minimum = 1, maximum = PAGE_MAX } = {}) {
  return customField(
    numberOrText(),
    (value) => Number.isInteger(parseNumber(value)) && isBetween(value, minimum, maximum),
    parseNumber,
    { reason: 'reason.positive', isTypeError: (value) => value === null },
  )
}

/**
 * A number, also as text. Both bounds are inclusive, and the error message names them.
 * @param isAllowed an additional condition
 */
export function numberInRange(minimum: number, maximum: number, isAllowed: (number: number) => boolean = () => true) {
  return customField(
    numberOrText(),
    (value) => isAllowed(parseNumber(value)) && isBetween(value, minimum, maximum),
    parseNumber,
    rangeError(minimum, maximum),
  )
}

/** Like `numberInRange`, but empty text and null are allowed and decoded as null. */
export function nullableNumber(minimum: number, maximum: number) {
  return customField(
    Type.Union([Type.Number(), Type.String(), Type.Null()]),
    (value) => value === null || value === '' || isBetween(value, minimum, maximum),
    (value) => (value === null || value === '' ? null : parseNumber(value)),
    rangeError(minimum, maximum),
  )
}

/** Whether the value is a number from `minimum` to `maximum`, also as text. */
function isBetween(value: number | string, minimum: number, maximum: number): boolean {
  const number = parseNumber(value)
  return number >= minimum && number <= maximum
}

const rangeError = (min: number, max: number) => ({ reason: 'reason.number', placeholders: { min, max } }) as const
