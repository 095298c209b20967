import type { Problems } from '../errors.ts'
import { compileValidator } from './compile-validator.ts'
import { invalidValueError, type StaticDecode, type TObject, type TSchema, Type } from './field-types.ts'
import { parameterValueAsSent, type SentParameters } from './sent-parameters.ts'

/** The parameters of a request: a TypeBox object schema, and a function that validates and converts them. */
export interface ParameterSet<Values> {
  schema: TObject
  /**
   * Validates and converts the parameters in `raw`. Errors are added to `problems`; names that are not in the schema
   * are ignored. Optional parameters that the request does not contain are absent from the result, so that an update
   * changes only the fields that were sent.
   */
  read(raw: SentParameters, problems: Problems): Values
}

/**
 * Returned by a decoder for an invalid value. Not undefined, because decoders return undefined for some valid values.
 */
const INVALID = Symbol('invalid')

export function createParameterSet<S extends TObject>(schema: S): ParameterSet<StaticDecode<S>> {
  const required = new Set<string>((schema as { required?: string[] }).required ?? [])
  const fields = Object.entries(schema.properties as Record<string, TSchema>).map(([name, property]) => ({
    name,
    property,
    error: invalidValueError(property),
    decode: createDecoder(property),
  }))
  return {
    schema,
    read(raw, problems) {
      const values: Record<string, unknown> = {}
      for (const { name, property, decode, error } of fields) {
        const value = parameterValueAsSent(property, raw, name)
        if (required.has(name) && (value === undefined || value === null)) problems.missing.push(name)
        else if (value !== undefined) {
          const decoded = decode(value)
          if (decoded !== INVALID) values[name] = decoded
          else
            problems.add(
              name,
              error.reason,
              error.placeholdersOf?.(value) ?? error.placeholders,
              error.isTypeError?.(value) ? 'rest_invalid_type' : undefined,
            )
        }
      }
      return values as StaticDecode<S>
    },
  }
}

/**
 * Creates a function that validates and converts one value; it returns `INVALID` when the value does not fit the
 * schema.
 */
function createDecoder(schema: TSchema): (value: unknown) => unknown {
  // Calls the conversion of this schema directly, because TypeBox's
  // `Decode` would first search the whole schema for conversions.
  const convert = (schema as { '~codec'?: { decode(value: unknown): unknown } })['~codec']?.decode
  let validator: ReturnType<typeof compileValidator> | undefined
  return (value) => {
    // The validator is compiled on first use, because compiling all validators would slow down the start of the server.
    validator ??= compileValidator(schema)
    if (!validator.Check(value)) return INVALID
    return convert ? convert(value) : value
  }
}

/** The parameters of `schema`, all of them optional, as in the body of an update. */
export const createOptionalParameterSet = <S extends TObject>(schema: S) =>
  createParameterSet(Type.Partial(schema) as unknown as TObject) as ParameterSet<Partial<StaticDecode<S>>>
