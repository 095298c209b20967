import { compileValidator } from '../../core/schema/compile-validator.ts'
import {
  documentationOfSchema,
  idField,
  idListField,
  invalidValueError,
  lenientBooleanField,
  type TSchema,
  Type,
} from '../../core/schema/field-types.ts'
import { nullableNumberField, wholeNumberField } from '../../core/schema/number-fields.ts'
import { ANY_NAME } from '../../core/schema/schema-builders.ts'

/** A JSON Schema as plain data. */
export type JsonObject = { [key: string]: unknown }

const textOf = (schema: unknown) => JSON.stringify(schema)

const ONE = textOf(idField())
const NUMBER = textOf(wholeNumberField())
const BOOLEAN = textOf(lenientBooleanField())
const OPTIONAL_NUMBER = textOf(nullableNumberField(0, 1))
const LIST = textOf(idListField())

const PUBLISHED = new WeakMap<TSchema, JsonObject>()

/**
 * The JSON Schema of a parameter for the OpenAPI document. It describes only the recommended form; the server also
 * accepts other forms, such as `"1"` for true or one id for a list of ids. Every value that fits the schema is valid.
 */
export function convertToOpenApiSchema(schema: TSchema): JsonObject {
  const cached = PUBLISHED.get(schema)
  if (cached) return cached
  const made = simplified(schema)
  PUBLISHED.set(schema, made)
  return made
}

function simplified(schema: TSchema): JsonObject {
  const { published, default: _, ...keywords } = documentationOfSchema(schema)
  return { ...((published as JsonObject | undefined) ?? formOf(schema)), ...keywords }
}

function formOf(schema: TSchema): JsonObject {
  const text = textOf(schema)
  switch (text) {
    case ONE:
      return { type: 'integer', minimum: 1 }
    case NUMBER:
      return compileValidator(schema).Check(1.5)
        ? { type: 'number', ...boundsOf(schema) }
        : { type: 'integer', minimum: 1, ...boundsOf(schema) }
    case BOOLEAN:
      return { type: 'boolean' }
    case OPTIONAL_NUMBER:
      return { type: [compileValidator(schema).Check(0.5) ? 'number' : 'integer', 'null'], ...boundsOf(schema) }
    case LIST:
      return compileValidator(schema).Check(['a-slug']) ? WORDS : IDS
  }
  return readable(JSON.parse(text) as JsonObject)
}

/**
 * Whether a default value is valid for a published schema. The API contract also declares the default null for
 * parameters that cannot be null; the route index shows it, but a generated client could not compile or send it.
 */
export const isDefaultValidForSchema = (schema: JsonObject, value: unknown) => value !== null || acceptsNull(schema)

const acceptsNull = ({ type, anyOf }: JsonObject): boolean =>
  [type].flat().includes('null') || ((anyOf as JsonObject[] | undefined)?.some(acceptsNull) ?? false)

/**
 * Minimum and maximum of a number. They are taken from its error message, since validation code and not the schema
 * checks them.
 */
function boundsOf(schema: TSchema): JsonObject {
  const { min, max } = invalidValueError(schema).placeholders ?? {}
  return min === undefined || max === undefined ? {} : { minimum: min, maximum: max }
}

function readable(json: JsonObject): JsonObject {
  if (Array.isArray(json.anyOf)) return oneOf(json.anyOf as JsonObject[])
  if (Array.isArray(json.enum)) return { type: 'string', ...json }
  if (json.items) return { ...json, items: readable(json.items as JsonObject) }
  const { [ANY_NAME]: anyValue } = (json.patternProperties ?? {}) as Record<string, JsonObject>
  // An object with any keys is written with `additionalProperties`, because client generators ignore
  // `patternProperties`.
  if (anyValue) return { type: 'object', additionalProperties: readable(anyValue) }
  if (!json.properties) return json
  const properties = Object.entries(json.properties).map(([name, property]) => [name, readable(property)])
  return { ...json, properties: Object.fromEntries(properties) }
}

const IDS: JsonObject = { type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 1, maxItems: 1000 }
const WORDS: JsonObject = { ...IDS, items: { type: ['integer', 'string'] } }
const ENTRY = textOf(Type.Union([Type.Integer(), Type.String()]))

/**
 * Simplifies a union of schemas. Simple types are merged into one list of types. If the union accepts both a list of
 * ids or names and a single one, only the list remains, which is the recommended form.
 */
function oneOf(given: JsonObject[]): JsonObject {
  const members = given.flatMap((member) => (Array.isArray(member.anyOf) ? (member.anyOf as JsonObject[]) : [member]))
  const list = members.find(({ type, items }) => type === 'array' && textOf(items) === ENTRY)
  const hasNull = members.some(({ type }) => type === 'null')
  if (list) return { ...list, type: hasNull ? ['array', 'null'] : 'array', items: { type: ['integer', 'string'] } }
  const bare = members.filter((member) => Object.keys(member).join() === 'type')
  const others = members.filter((member) => !bare.includes(member)).map(readable)
  const types = bare.map(({ type }) => type)
  const simple = types.length === 0 ? [] : [{ type: types.length === 1 ? types[0] : types }]
  return others.length === 0 ? (simple[0] ?? {}) : { anyOf: [...simple, ...others] }
}
