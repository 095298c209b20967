import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import * as TypeBox from 'typebox/type'
import { compileValidator } from './compile-validator.ts'
import type { TSchema } from './field-types.ts'
import { Type } from './schema-builders.ts'

type Builders = typeof Type
const MARK = Symbol('mark')
const marked = <S extends object>(schema: S): S => Object.defineProperty(schema, MARK, { value: 1 })

/** Each function of the module, at least once, with values of which some fit. */
const SCHEMAS: Record<string, (build: Builders) => TSchema> = {
  'keywords beside each type': (type) =>
    type.Object(
      {
        literal: type.Literal('a', { title: 'A' }),
        never: type.Optional(type.Never({ title: 'B' })),
        partial: type.Partial(type.Object({ a: type.Null() }, { title: 'C' }), { title: 'D' }),
        record: type.Record(type.String(), type.Boolean(), { title: 'E' }),
        union: type.Union([type.Null({ title: 'F' }), type.Boolean({ title: 'G' })], { title: 'H' }),
      },
      { title: 'I' },
    ),
  array: (type) => type.Array(type.String({ minLength: 2 }), { maxItems: 2 }),
  boolean: (type) => type.Boolean(),
  enum: (type) => type.Enum(['a', 'b'], { description: 'One of two.' }),
  integer: (type) => type.Integer({ minimum: 2 }),
  literals: (type) => type.Union([type.Literal('a'), type.Literal(1), type.Literal(false)]),
  never: (type) => type.Never(),
  null: (type) => type.Null(),
  number: (type) => type.Number({ exclusiveMinimum: 1 }),
  object: (type) =>
    type.Object({ a: type.String(), b: type.Optional(type.Integer()) }, { additionalProperties: false }),
  'object without required members': (type) => type.Object({ a: type.Optional(type.String()) }),
  partial: (type) => type.Partial(type.Object({ a: type.Refine(type.String(), (text) => text !== '') })),
  record: (type) => type.Record(type.String(), type.Boolean()),
  reference: (type) => type.Ref('#/components/schemas/Image', { description: 'A picture.' }),
  'two checks': (type) =>
    type.Refine(
      type.Refine(type.String(), (text) => text.length > 1),
      (text) => text !== 'no',
    ),
  'conversion, check and mark': (type) =>
    type.Optional(
      marked(
        type.Decode(
          type.Refine(type.String(), (text) => text !== 'no'),
          (text) => text.length,
        ),
      ),
    ),
  'conversion of a conversion': (type) =>
    type.Decode(
      type.Decode(type.Unknown({ title: 'Any' }), (value) => [value]),
      (value) => ({ value }),
    ),
  unsafe: (type) => type.Unsafe<'a'>(type.Enum(['a'])),
}

const VALUES = ['', 'a', 'ab', 'no', 0, 1, 2.5, true, false, null, [], ['ab'], ['a'], {}, { a: '' }, { a: 'x', b: 1 }]

const hiddenOf = (schema: TSchema) => {
  const { '~codec': codec } = schema as { '~codec'?: { decode(value: unknown): unknown } }
  return {
    isOptional: '~optional' in schema,
    mark: (schema as { [MARK]?: number })[MARK],
    converted: codec ? VALUES.map((value) => codec.decode(value ?? '')) : undefined,
  }
}

for (const [name, build] of Object.entries(SCHEMAS)) {
  test(`${name}: the schema is the one that TypeBox creates, and accepts the same values`, () => {
    const [own, other] = [build(Type), build(TypeBox)]
    equal(JSON.stringify(own), JSON.stringify(other))
    deepEqual(hiddenOf(own), hiddenOf(other))
    if (name === 'reference') return
    const [check, otherCheck] = [compileValidator(own), compileValidator(other)]
    deepEqual(
      VALUES.map((value) => check.Check(value)),
      VALUES.map((value) => otherCheck.Check(value)),
    )
  })
}
