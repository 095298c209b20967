import type * as TypeBox from 'typebox/type'

/** The functions of TypeBox that this program uses, with their types. */
type SchemaBuilders = Pick<
  typeof TypeBox,
  | 'Array'
  | 'Boolean'
  | 'Decode'
  | 'Enum'
  | 'Integer'
  | 'Literal'
  | 'Never'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Ref'
  | 'Refine'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'
> & {
  /** Makes all members of an object optional. Its other keywords are dropped. */
  Partial<S extends TypeBox.TObject>(schema: S, keywords?: TypeBox.TObjectOptions): TypeBox.TPartial<S>
  /** An object whose members may have any name. */
  Record<S extends TypeBox.TSchema>(
    name: TypeBox.TString,
    member: S,
    keywords?: TypeBox.TObjectOptions,
  ): TypeBox.TRecordAction<TypeBox.TString, S>
}

type Schema = Readonly<Record<string, unknown>>
type Properties = Record<string, Schema>
/** A conversion as TypeBox attaches it to a schema. */
interface Codec {
  decode(value: unknown): unknown
}

/** A copy of a schema with a property that its JSON does not contain. */
function withHiddenProperty(schema: Schema, name: string, value: unknown): Schema {
  const copy = { ...schema }
  for (const key of Reflect.ownKeys(schema)) {
    if (!Object.hasOwn(copy, key)) Object.defineProperty(copy, key, Reflect.getOwnPropertyDescriptor(schema, key) ?? {})
  }
  return Object.defineProperty(copy, name, { value, configurable: true, writable: true, enumerable: false })
}

const ofType = (type: string) => (keywords?: Schema) => ({ type, ...keywords })
const optional = (schema: Schema) => withHiddenProperty(schema, '~optional', true)

function objectOf(properties: Properties, keywords?: Schema): Schema {
  const required = Object.keys(properties).filter((name) => !Object.hasOwn(properties[name] as Schema, '~optional'))
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...keywords }
}

function decode(schema: Schema, convert: Codec['decode']): Schema {
  const earlier = schema['~codec'] as Codec | undefined
  const all = earlier ? (value: unknown) => convert(earlier.decode(value)) : convert
  return withHiddenProperty(schema, '~codec', { decode: all })
}

function refine(schema: Schema, check: (value: unknown) => boolean): Schema {
  const earlier = (schema['~refine'] as object[] | undefined) ?? []
  return withHiddenProperty(schema, '~refine', [...earlier, { check, error: () => '' }])
}

/** The pattern of the names of members in a schema of `Type.Record`. */
export const ANY_NAME = '^.*$'

/**
 * Functions that create JSON schemas with the types of TypeBox, as those of the module `typebox/type` do. That module
 * consists of 370 files, a quarter of those that a start of the server would load, and most of them are for types that
 * are not used here.
 */
export const Type = {
  Array: (items: Schema, keywords?: Schema) => ({ type: 'array', items, ...keywords }),
  Boolean: ofType('boolean'),
  Decode: decode,
  Enum: (values: readonly unknown[], keywords?: Schema) => ({ enum: values, ...keywords }),
  Integer: ofType('integer'),
  Literal: (value: unknown, keywords?: Schema) => ({ type: typeof value, const: value, ...keywords }),
  Never: (keywords?: Schema) => ({ not: {}, ...keywords }),
  Null: ofType('null'),
  Number: ofType('number'),
  Object: objectOf,
  Optional: optional,
  Partial: ({ properties }: { properties: Properties }, keywords?: Schema) =>
    objectOf(
      Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, optional(schema)])),
      keywords,
    ),
  Record: (_name: Schema, member: Schema, keywords?: Schema) => ({
    type: 'object',
    patternProperties: { [ANY_NAME]: member },
    ...keywords,
  }),
  Ref: (name: string, keywords?: Schema) => ({ $ref: name, ...keywords }),
  Refine: refine,
  String: ofType('string'),
  Union: (anyOf: readonly Schema[], keywords?: Schema) => ({ anyOf, ...keywords }),
  Unknown: (keywords?: Schema) => ({ ...keywords }),
  Unsafe: (schema: Schema) => schema,
} as unknown as SchemaBuilders
