import type { Problems } from '../errors.ts'
import { compileValidator } from './compile-validator.ts'
import { fieldErrorOf, type StaticDecode, type TObject, type TSchema, Type } from './schema.ts'

/** The parameters of a request: a TypeBox object whose properties are read one by one. */
export interface ParameterSet<Values> {
  schema: TObject
  /**
   * Picks the known parameters out of `raw` and converts them. What is wrong goes to `problems`; unknown names are
   * ignored. Absent optional parameters stay absent: an update touches only what was sent.
   */
  read(raw: Record<string, unknown>, problems: Problems): Values
}

export function parameterSet<S extends TObject>(schema: S): ParameterSet<StaticDecode<S>> {
  const required = new Set<string>((schema as { required?: string[] }).required ?? [])
  // Each is compiled when it is first sent: compiling all of them would be a good part of the start.
  const fields = Object.entries(schema.properties as Record<string, TSchema>).map(([name, property]) => {
    let compiled: ReturnType<typeof compileValidator> | undefined
    return {
      name,
      validator: () => (compiled ??= compileValidator(property)),
      // Its own conversion, called directly: TypeBox walks the whole schema again to find it.
      decode: (property as { '~codec'?: { decode(value: unknown): unknown } })['~codec']?.decode,
      told: fieldErrorOf(property),
    }
  })
  return {
    schema,
    read(raw, problems) {
      const values: Record<string, unknown> = {}
      for (const { name, validator, decode, told } of fields) {
        const value = Object.hasOwn(raw, name) ? raw[name] : undefined
        if (required.has(name) && (value === undefined || value === null)) problems.missing.push(name)
        else if (value === undefined) continue
        else if (validator().Check(value)) values[name] = decode ? decode(value) : value
        else
          problems.add(
            name,
            told.reason,
            told.placeholders,
            told.isTypeError?.(value) ? 'rest_invalid_type' : undefined,
          )
      }
      return values as StaticDecode<S>
    },
  }
}

/** The same parameters, none required: the body of an update. */
export const optionalParameterSet = <S extends TObject>(schema: S) =>
  parameterSet(Type.Partial(schema) as unknown as TObject) as ParameterSet<Partial<StaticDecode<S>>>
