import { PAGE_MAX } from '../list-page.ts'
import { fieldWithCheckAndConversion, Type } from './field-types.ts'

const NUMERIC_TEXT = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i

/** Converts a number or numeric text (` 3`, `2.0`, `1e1`) to a number; other text becomes NaN. */
const parseNumber = (value: number | string): number =>
  typeof value === 'number' ? value : NUMERIC_TEXT.test(value) ? Number(value) : Number.NaN

const numberOrText = () => Type.Union([Type.Number(), Type.String()])

/** Schema of a whole number, given as a number or as text. Both bounds are inclusive. */
export function wholeNumberField({ minimum = 1, maximum = PAGE_MAX } = {}) {
  return fieldWithCheckAndConversion(
    numberOrText(),
    (value) => Number.isInteger(parseNumber(value)) && isBetween(value, minimum, maximum),
    parseNumber,
    { reason: 'reason.positive', isTypeError: (value) => value === null },
  )
}

/** An additional condition for the number of a field, e.g. `Number.isInteger`. */
type NumberCondition = (number: number) => boolean

/** Schema of a number, given as a number or as text. Both bounds are inclusive, and the error message names them. */
export function numberInRangeField(minimum: number, maximum: number, isAllowed: NumberCondition = () => true) {
  return fieldWithCheckAndConversion(
    numberOrText(),
    (value) => isAllowed(parseNumber(value)) && isBetween(value, minimum, maximum),
    parseNumber,
    rangeError(minimum, maximum),
  )
}

/** Schema of a number in a range, given as a number or as text. Empty text and null are converted to null. */
export function nullableNumberField(minimum: number, maximum: number, isAllowed: NumberCondition = () => true) {
  return fieldWithCheckAndConversion(
    Type.Union([Type.Number(), Type.String(), Type.Null()]),
    (value) => value === null || value === '' || (isAllowed(parseNumber(value)) && isBetween(value, minimum, maximum)),
    (value) => (value === null || value === '' ? null : parseNumber(value)),
    rangeError(minimum, maximum),
  )
}

/** Whether the value is a number, or numeric text, from `minimum` to `maximum`. */
function isBetween(value: number | string, minimum: number, maximum: number): boolean {
  const number = parseNumber(value)
  return number >= minimum && number <= maximum
}

const rangeError = (min: number, max: number) => ({ reason: 'reason.number', placeholders: { min, max } }) as const
