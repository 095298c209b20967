import type { Static, StaticDecode, TObject, TSchema } from 'typebox'
import * as Type from 'typebox/type'
import type { MessageKey, Placeholders } from '../messages/index.ts'
import { PAGE_MAX } from '../page.ts'

export { type Static, type StaticDecode, type TObject, type TSchema, Type }

/** Ids and the numbers of pages end here on both engines. */
export const ID_MAX = 2 ** 31 - 1

/** The most entries of any list in a request. */
export const LIST_MAX = 1000

/**
 * What a schema says besides JSON Schema, under a key of its own so that the published document leaves it out.
 * `reason` is told when a value does not fit; `typed` picks the values the contract calls a wrong TYPE.
 */
export interface FieldError {
  reason: MessageKey
  placeholders?: Placeholders
  isTypeError?: (value: unknown) => boolean
}

const READING = Symbol('reading')

function reading<S extends TSchema>(schema: S, told: FieldError): S {
  Object.defineProperty(schema, READING, { value: told, enumerable: false })
  return schema
}

export const fieldErrorOf = (schema: TSchema): FieldError =>
  (schema as { [READING]?: FieldError })[READING] ?? { reason: 'reason.type' }

const isNull = (value: unknown) => value === null

/** Text that both engines can store: no U+0000, no half of a surrogate pair. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** Text that says something. */
export function requiredText(options: { maxLength?: number } = {}) {
  const { maxLength } = options
  const schema = Type.Refine(
    Type.String({ minLength: 1, ...(maxLength && { maxLength }) }),
    (text) => text.trim() !== '' && isStorable(text),
  )
  return reading(schema, {
    reason: maxLength ? 'reason.name' : 'reason.filled',
    placeholders: { max: maxLength ?? 0 },
    isTypeError: isNull,
  })
}

/** Text that may be empty; null means empty too. */
export function optionalText(options: { maxLength?: number } = {}) {
  const text = Type.Refine(Type.String(options), isStorable)
  return reading(
    Type.Decode(Type.Union([text, Type.Null()]), (value) => value ?? ''),
    { reason: 'reason.text' },
  )
}

/** Text out of a few words. */
export function enumField<const Words extends readonly string[]>(words: Words) {
  return reading(Type.Unsafe<Words[number]>(Type.Enum([...words])), {
    reason: 'reason.choice',
    placeholders: { choices: words.join(', ') },
    isTypeError: isNull,
  })
}

const TRUE = [true, 1, 'true', '1', 'TRUE', 'True']
const FALSE = [false, 0, 'false', '0', 'FALSE', 'False']

/** true/false, 1/0 and their spellings as text (contract: every parameter declared boolean). */
export const lenientBoolean = () =>
  reading(
    Type.Decode(
      Type.Refine(Type.Union([Type.Boolean(), Type.Integer(), Type.String()]), (value) =>
        [...TRUE, ...FALSE].includes(value),
      ),
      (value) => TRUE.includes(value),
    ),
    { reason: 'reason.boolean', isTypeError: () => true },
  )

/** Any text at all; truthy words mean yes, everything else no (contract: `has_events`). Kept as typed, for the links. */
export const truthyText = () =>
  reading(Type.Refine(Type.String({ maxLength: 100 }), isStorable), { reason: 'reason.text' })

/** Any text at all: truthy words mean yes, everything else no (contract: the flags of venues). */
export const truthyFlag = () =>
  reading(
    Type.Decode(Type.Union([Type.String(), Type.Null()]), (value) =>
      value === null ? undefined : isTruthyWord(value),
    ),
    { reason: 'reason.type', isTypeError: () => true },
  )

export const isTruthyWord = (text: string) => ['true', '1', 'yes', 'on'].includes(text.trim().toLowerCase())

/** A number or numeric text with a whole value from `minimum` (`2.0`, `1e1` and ` 3` pass). */
export function wholeNumber(options: { minimum?: number; maximum?: number } = {}) {
  const { minimum = 1, maximum = PAGE_MAX } = options
  const schema = Type.Refine(Type.Union([Type.Number(), Type.String()]), (value) => {
    const number = parseNumber(value)
    return Number.isInteger(number) && number >= minimum && number <= maximum
  })
  return reading(Type.Decode(schema, parseNumber), { reason: 'reason.positive', isTypeError: isNull })
}

/** A number or numeric text between two bounds; `''` and null mean none. */
export function boundedNumber(minimum: number, maximum: number) {
  const schema = Type.Refine(Type.Union([Type.Number(), Type.String(), Type.Null()]), (value) => {
    if (value === null || value === '') return true
    const number = parseNumber(value)
    return number >= minimum && number <= maximum
  })
  return reading(
    Type.Decode(schema, (value) => (value === null || value === '' ? null : parseNumber(value))),
    { reason: 'reason.number', placeholders: { min: minimum, max: maximum } },
  )
}

const parseNumber = (value: number | string) =>
  typeof value === 'number'
    ? value
    : /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(value)
      ? Number(value)
      : Number.NaN

/** A positive id, as number or digits. Whether something has it is asked later. */
export const idField = () =>
  reading(
    Type.Decode(
      Type.Refine(Type.Union([Type.Integer(), Type.String()]), (value) => parseId(value) !== undefined),
      (value) => parseId(value) as number,
    ),
    // The peer checks that an id given as text is a number with its type check, and everything else by hand.
    { reason: 'reason.id', isTypeError: isNull },
  )

/** The id a value spells, if it does. */
export function parseId(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : value
  return Number.isInteger(number) && (number as number) >= 1 && (number as number) <= ID_MAX
    ? (number as number)
    : undefined
}

/** Entries of a list given as a list, as text separated by commas or as one value; undefined when longer than allowed. */
export function listEntries(value: unknown): unknown[] | undefined {
  const entries = typeof value === 'string' ? value.split(',').map((part) => part.trim()) : [value].flat()
  return entries.length > LIST_MAX ? undefined : entries
}

const oneOrMore = <S extends TSchema>(entry: S) => Type.Union([entry, Type.Array(entry, { maxItems: LIST_MAX })])
const idOrText = () => Type.Union([Type.Integer(), Type.String()])

/** Ids as a list, repeated or separated by commas; at least one. */
export const idList = () =>
  reading(
    Type.Decode(
      Type.Refine(oneOrMore(idOrText()), (value) => {
        const entries = listEntries(value)
        return entries !== undefined && entries.length > 0 && entries.every((entry) => parseId(entry) !== undefined)
      }),
      (value) => [...new Set((listEntries(value) as unknown[]).map((entry) => parseId(entry) as number))],
    ),
    { reason: 'reason.ids' },
  )

/** Ids, slugs or names as a list, repeated or separated by commas; at least one. */
export const idOrNameList = (reason: MessageKey = 'reason.terms') =>
  reading(
    Type.Decode(
      Type.Refine(oneOrMore(idOrText()), (value) => {
        const entries = listEntries(value)
        return (
          entries !== undefined &&
          entries.length > 0 &&
          entries.every((entry) => (typeof entry === 'string' ? entry !== '' && isStorable(entry) : parseId(entry)))
        )
      }),
      (value) => [...new Set((listEntries(value) as (number | string)[]).map(String))],
    ),
    { reason },
  )

/** A schema with a check and a conversion of its own. */
export function customField<S extends TSchema, T>(
  schema: S,
  check: (value: Static<S>) => boolean,
  decode: (value: Static<S>) => T,
  told: FieldError,
) {
  return reading(Type.Decode(Type.Refine(schema, check as never), decode as never), told) as unknown as ReturnType<
    typeof Type.Decode<S, (value: StaticDecode<S>) => T>
  >
}
