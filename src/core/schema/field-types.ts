import type { Static, StaticDecode, TObject, TSchema } from 'typebox'
import type { MessageKey, Placeholders } from '../messages/index.ts'
import { Type } from './schema-builders.ts'

export { type Static, type StaticDecode, type TObject, type TSchema, Type }

/** The largest id: the largest integer that both SQLite and PostgreSQL store in a column of type INTEGER. */
export const ID_MAX = 2 ** 31 - 1

/** The maximum number of entries of a list in a request. */
export const LIST_MAX = 1000

/** The error to report when a value does not fit a schema. */
export interface FieldError {
  reason: MessageKey
  /** Values for the placeholders of the message, besides `name`, the name of the parameter. */
  placeholders?: Placeholders
  /** Computes the values for the placeholders from the invalid value, instead of `placeholders`. */
  placeholdersOf?: (value: unknown) => Placeholders
  /** Whether the API reports an invalid value with the code `rest_invalid_type`. */
  isTypeError?: (value: unknown) => boolean
}

// The key under which a schema holds its error. A symbol, so that the JSON of the schema in the API documentation does
// not contain the error.
const ERROR = Symbol('error')

/** Attaches to a schema the error that is reported for values that do not fit it. */
function withError<S extends TSchema>(schema: S, error: FieldError): S {
  Object.defineProperty(schema, ERROR, { value: error, enumerable: false })
  return schema
}

/**
 * The error to report for a value that does not fit a schema. A schema without an error of its own reports that the
 * value has the wrong type.
 */
export const invalidValueError = (schema: TSchema): FieldError =>
  (schema as { [ERROR]?: FieldError })[ERROR] ?? { reason: 'reason.type' }

// The key under which a schema holds its documentation keywords. A symbol, so that TypeBox ignores the keywords and,
// for example, does not insert defaults.
const DOCUMENTATION = Symbol('documentation')

/**
 * JSON Schema keywords for the API documentation only. They are added to, or replace, the keywords used for validation.
 */
export type Documentation = Readonly<Record<string, unknown>>

/** Attaches to a schema keywords for the API documentation only, such as `default` and `format`. */
export function attachDocumentationToSchema<S extends TSchema>(schema: S, keywords: Documentation): S {
  Object.defineProperty(schema, DOCUMENTATION, {
    value: { ...documentationOfSchema(schema), ...keywords },
    configurable: true,
  })
  return schema
}

/** The keywords for the API documentation that are attached to a schema; an empty object if there are none. */
export const documentationOfSchema = (schema: TSchema): Documentation =>
  (schema as { [DOCUMENTATION]?: Documentation })[DOCUMENTATION] ?? {}

// The key under which a schema holds the names of the members of the objects that it accepts.
const MEMBER_NAMES = Symbol('memberNames')

/**
 * Attaches to a schema, which accepts an object or a list of objects, the names of their members. Other members are
 * ignored.
 * @param names contains `id` if an object with an `id` refers to an existing record; the other members of such an
 *   object are ignored
 */
export function attachMemberNamesToSchema<S extends TSchema>(schema: S, names: readonly string[]): S {
  Object.defineProperty(schema, MEMBER_NAMES, { value: new Set(names), enumerable: false })
  return schema
}

/** The names attached to a schema by `attachMemberNamesToSchema`. */
export const memberNamesOfSchema = (schema: TSchema): ReadonlySet<string> | undefined =>
  (schema as { [MEMBER_NAMES]?: ReadonlySet<string> })[MEMBER_NAMES]

const isNull = (value: unknown) => value === null

/** Whether both SQLite and PostgreSQL can store the text: it contains neither U+0000 nor lone surrogates. */
export const isStorableText = (text: string) => !text.includes('\0') && text.isWellFormed()

/** The text without U+0000 and lone surrogates. */
export const removeUnstorableCharacters = (text: string): string =>
  isStorableText(text) ? text : text.replaceAll('\0', '').toWellFormed()

/** Schema of text with at least one character that is not white space. */
export function requiredTextField(options: { maxLength?: number } = {}) {
  const { maxLength } = options
  const schema = Type.Refine(
    Type.String({ minLength: 1, ...(maxLength && { maxLength }) }),
    (text) => text.trim() !== '' && isStorableText(text),
  )
  return withError(schema, {
    reason: maxLength ? 'reason.name' : 'reason.filled',
    placeholders: { max: maxLength ?? 0 },
    isTypeError: isNull,
  })
}

/** Schema of text that may be empty; null is converted to empty text. */
export function optionalTextField(options: { maxLength?: number } = {}) {
  const text = Type.Refine(Type.String(options), isStorableText)
  return withError(
    Type.Decode(Type.Union([text, Type.Null()]), (value) => value ?? ''),
    { reason: 'reason.text' },
  )
}

/** Schema of text that must be one of a fixed set of words. */
export function enumField<const Values extends readonly string[]>(values: Values) {
  return withError(Type.Unsafe<Values[number]>(Type.Enum([...values])), {
    reason: 'reason.choice',
    placeholders: { choices: values.join(', ') },
    isTypeError: isNull,
  })
}

const TRUE = [true, 1, 'true', '1', 'TRUE', 'True']
const FALSE = [false, 0, 'false', '0', 'FALSE', 'False']

/**
 * Schema of a boolean, which clients may also write as 1, 0, or text such as `true` and `0`. The API contract allows
 * these forms for all boolean parameters.
 */
export const lenientBooleanField = () =>
  withError(
    Type.Decode(
      Type.Refine(Type.Union([Type.Boolean(), Type.Integer(), Type.String()]), (value) =>
        [...TRUE, ...FALSE].includes(value),
      ),
      (value) => TRUE.includes(value),
    ),
    { reason: 'reason.boolean', isTypeError: () => true },
  )

/** Schema of a boolean as in `lenientBooleanField`, or null. */
export const nullableBooleanField = () =>
  attachDocumentationToSchema(
    withError(
      Type.Decode(
        Type.Refine(Type.Union([Type.Boolean(), Type.Integer(), Type.String(), Type.Null()]), (value) =>
          [...TRUE, ...FALSE, null].includes(value),
        ),
        (value) => (value === null ? null : TRUE.includes(value)),
      ),
      { reason: 'reason.boolean', isTypeError: () => true },
    ),
    { published: { type: ['boolean', 'null'] } },
  )

/**
 * Schema of a yes/no query parameter such as `has_events`, which accepts any text; `textMeansYes` decides whether the
 * text means yes. The text is not converted, because links to other pages of the list repeat the text as sent. The
 * OpenAPI document shows a boolean.
 */
export const yesNoTextField = () =>
  attachDocumentationToSchema(
    withError(Type.Refine(Type.String({ maxLength: 100 }), isStorableText), { reason: 'reason.text' }),
    {
      published: { type: 'boolean' },
    },
  )

/**
 * Schema of a yes/no field of venues: any text, converted to a boolean by `textMeansYes`; null is converted to
 * undefined.
 */
export const yesNoField = () =>
  withError(
    Type.Decode(Type.Union([Type.String(), Type.Null()]), (value) =>
      value === null ? undefined : textMeansYes(value),
    ),
    { reason: 'reason.type', isTypeError: () => true },
  )

/** Whether the text means yes (`true`, `1`, `yes`, `on`); the API reads all other text as no. */
export const textMeansYes = (text: string) => ['true', '1', 'yes', 'on'].includes(text.trim().toLowerCase())

/** Schema of a positive id, as a number or as digits. Whether a record with this id exists is not checked here. */
export const idField = () =>
  withError(
    Type.Decode(
      Type.Refine(Type.Union([Type.Integer(), Type.String()]), (value) => parseId(value) !== undefined),
      (value) => parseId(value) as number,
    ),
    // For an id, only null is reported with the code `rest_invalid_type`, as in The Events Calendar.
    { reason: 'reason.id', isTypeError: isNull },
  )

/** The id that a number or text represents; undefined when it is not a valid id. */
export function parseId(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : value
  return Number.isInteger(number) && (number as number) >= 1 && (number as number) <= ID_MAX
    ? (number as number)
    : undefined
}

/**
 * Splits a list parameter into entries: an array, text separated by commas, or a single value.
 * @returns undefined when there are more than `LIST_MAX` entries
 */
export function splitListParameter(value: unknown): unknown[] | undefined {
  const entries = typeof value === 'string' ? value.split(',').map((part) => part.trim()) : [value].flat()
  return entries.length > LIST_MAX ? undefined : entries
}

const oneOrMore = <S extends TSchema>(entry: S) => Type.Union([entry, Type.Array(entry, { maxItems: LIST_MAX })])
const idOrText = () => Type.Union([Type.Integer(), Type.String()])

/**
 * Schema of a list of at least one id: an array, a repeated query parameter, or text separated by commas. Converted to
 * numbers without duplicates.
 */
export const idListField = () =>
  withError(
    Type.Decode(
      Type.Refine(oneOrMore(idOrText()), (value) => {
        const entries = splitListParameter(value)
        return entries !== undefined && entries.length > 0 && entries.every((entry) => parseId(entry) !== undefined)
      }),
      (value) => [...new Set((splitListParameter(value) as unknown[]).map((entry) => parseId(entry) as number))],
    ),
    { reason: 'reason.ids' },
  )

/**
 * Schema of a list of at least one id, slug or name: an array, a repeated query parameter, or text separated by commas.
 * Converted to texts without duplicates.
 */
export const idOrNameListField = (reason: MessageKey = 'reason.terms') =>
  withError(
    Type.Decode(
      Type.Refine(oneOrMore(idOrText()), (value) => {
        const entries = splitListParameter(value)
        return (
          entries !== undefined &&
          entries.length > 0 &&
          entries.every((entry) => (typeof entry === 'string' ? entry !== '' && isStorableText(entry) : parseId(entry)))
        )
      }),
      (value) => [...new Set((splitListParameter(value) as (number | string)[]).map(String))],
    ),
    { reason },
  )

/** Creates a schema from a base schema, with an additional check and a conversion of the value. */
export function fieldWithCheckAndConversion<S extends TSchema, T>(
  schema: S,
  check: (value: Static<S>) => boolean,
  decode: (value: Static<S>) => T,
  error: FieldError,
) {
  return withError(Type.Decode(Type.Refine(schema, check as never), decode as never), error) as unknown as ReturnType<
    typeof Type.Decode<S, (value: StaticDecode<S>) => T>
  >
}
