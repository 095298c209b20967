import type { Static, StaticDecode, TObject, TSchema } from 'typebox'
import * as Type from 'typebox/type'
import type { MessageKey, Placeholders } from '../messages/index.ts'

export { type Static, type StaticDecode, type TObject, type TSchema, Type }

/** The largest id and page number: the largest integer that both database engines store in an INTEGER column. */
export const ID_MAX = 2 ** 31 - 1

/** The maximum number of entries of any list in a request. */
export const LIST_MAX = 1000

/** The error to report when a value does not fit a schema. */
export interface FieldError {
  reason: MessageKey
  /** Values for the placeholders of the message, besides `name`. */
  placeholders?: Placeholders
  /** Whether the contract reports this invalid value as `rest_invalid_type`. */
  isTypeError?: (value: unknown) => boolean
}

// A symbol, so that the published JSON Schema does not contain the error.
const ERROR = Symbol('error')

/** Attaches to a schema the error that `ParameterSet.read` reports for values that do not fit it. */
function withError<S extends TSchema>(schema: S, error: FieldError): S {
  Object.defineProperty(schema, ERROR, { value: error, enumerable: false })
  return schema
}

/** The error attached to a schema; by default `reason.type`. */
export const fieldErrorOf = (schema: TSchema): FieldError =>
  (schema as { [ERROR]?: FieldError })[ERROR] ?? { reason: 'reason.type' }

// A symbol as well, because these keywords are for documents only: validation sets no defaults.
const DOCUMENTATION = Symbol('documentation')

/** JSON Schema keywords that documents show for a schema besides, or instead of, those that it validates with. */
export type Documentation = Readonly<Record<string, unknown>>

/** Attaches keywords for documents to a schema, such as its `default` and `format`. */
export function documented<S extends TSchema>(schema: S, keywords: Documentation): S {
  Object.defineProperty(schema, DOCUMENTATION, {
    value: { ...documentationOf(schema), ...keywords },
    configurable: true,
  })
  return schema
}

/** The keywords attached to a schema; by default none. */
export const documentationOf = (schema: TSchema): Documentation =>
  (schema as { [DOCUMENTATION]?: Documentation })[DOCUMENTATION] ?? {}

const isNull = (value: unknown) => value === null

/** Whether both database engines can store the text: it has neither U+0000 nor lone surrogates. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** Text with at least one character that is not white space. */
export function requiredText(options: { maxLength?: number } = {}) {
  const { maxLength } = options
  const schema = Type.Refine(
    Type.String({ minLength: 1, ...(maxLength && { maxLength }) }),
    (text) => text.trim() !== '' && isStorable(text),
  )
  return withError(schema, {
    reason: maxLength ? 'reason.name' : 'reason.filled',
    placeholders: { max: maxLength ?? 0 },
    isTypeError: isNull,
  })
}

/** Text that may be empty; null is decoded as empty text. */
export function optionalText(options: { maxLength?: number } = {}) {
  const text = Type.Refine(Type.String(options), isStorable)
  return withError(
    Type.Decode(Type.Union([text, Type.Null()]), (value) => value ?? ''),
    { reason: 'reason.text' },
  )
}

/** One of a fixed set of words. */
export function enumField<const Values extends readonly string[]>(values: Values) {
  return withError(Type.Unsafe<Values[number]>(Type.Enum([...values])), {
    reason: 'reason.choice',
    placeholders: { choices: values.join(', ') },
    isTypeError: isNull,
  })
}

const TRUE = [true, 1, 'true', '1', 'TRUE', 'True']
const FALSE = [false, 0, 'false', '0', 'FALSE', 'False']

/** A boolean, also written as 1, 0, or text such as `true` and `0` (contract: all parameters declared boolean). */
export const lenientBoolean = () =>
  withError(
    Type.Decode(
      Type.Refine(Type.Union([Type.Boolean(), Type.Integer(), Type.String()]), (value) =>
        [...TRUE, ...FALSE].includes(value),
      ),
      (value) => TRUE.includes(value),
    ),
    { reason: 'reason.boolean', isTypeError: () => true },
  )

/** Any text; see `isTruthyWord` (contract: `has_events`). Not decoded, because page links repeat it as sent. */
export const truthyText = () =>
  withError(Type.Refine(Type.String({ maxLength: 100 }), isStorable), { reason: 'reason.text' })

/** Any text, decoded by `isTruthyWord`; null is decoded as undefined (contract: the flags of venues). */
export const truthyFlag = () =>
  withError(
    Type.Decode(Type.Union([Type.String(), Type.Null()]), (value) =>
      value === null ? undefined : isTruthyWord(value),
    ),
    { reason: 'reason.type', isTypeError: () => true },
  )

/** Whether the text means yes; the contract reads all other text as no. */
export const isTruthyWord = (text: string) => ['true', '1', 'yes', 'on'].includes(text.trim().toLowerCase())

/** A positive id, as a number or as digits. Whether a record with this id exists is checked later. */
export const idField = () =>
  withError(
    Type.Decode(
      Type.Refine(Type.Union([Type.Integer(), Type.String()]), (value) => parseId(value) !== undefined),
      (value) => parseId(value) as number,
    ),
    // The reference implementation reports only null as a wrong type.
    { reason: 'reason.id', isTypeError: isNull },
  )

/** The id that a number or text represents; undefined when it is not a valid id. */
export function parseId(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : value
  return Number.isInteger(number) && (number as number) >= 1 && (number as number) <= ID_MAX
    ? (number as number)
    : undefined
}

/** The entries of an array, of text separated by commas, or of a single value; undefined when there are more than `LIST_MAX`. */
export function listEntries(value: unknown): unknown[] | undefined {
  const entries = typeof value === 'string' ? value.split(',').map((part) => part.trim()) : [value].flat()
  return entries.length > LIST_MAX ? undefined : entries
}

const oneOrMore = <S extends TSchema>(entry: S) => Type.Union([entry, Type.Array(entry, { maxItems: LIST_MAX })])
const idOrText = () => Type.Union([Type.Integer(), Type.String()])

/** At least one id: an array, a repeated parameter or text separated by commas. Decoded without duplicates. */
export const idList = () =>
  withError(
    Type.Decode(
      Type.Refine(oneOrMore(idOrText()), (value) => {
        const entries = listEntries(value)
        return entries !== undefined && entries.length > 0 && entries.every((entry) => parseId(entry) !== undefined)
      }),
      (value) => [...new Set((listEntries(value) as unknown[]).map((entry) => parseId(entry) as number))],
    ),
    { reason: 'reason.ids' },
  )

/** At least one id, slug or name: an array, a repeated parameter or text separated by commas. Decoded as text without duplicates. */
export const idOrNameList = (reason: MessageKey = 'reason.terms') =>
  withError(
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

/** A schema with an additional check and its own conversion. */
export function customField<S extends TSchema, T>(
  schema: S,
  check: (value: Static<S>) => boolean,
  decode: (value: Static<S>) => T,
  error: FieldError,
) {
  return withError(Type.Decode(Type.Refine(schema, check as never), decode as never), error) as unknown as ReturnType<
    typeof Type.Decode<S, (value: StaticDecode<S>) => T>
  >
}
