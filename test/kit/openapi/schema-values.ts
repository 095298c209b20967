import fc from 'fast-check'
import { oddText, oddValue } from '../generated/values.ts'
import type { OpenApi } from './document.ts'

/** Generates values that match a schema of an OpenAPI document, and values that nearly match. */

const WORDS = [
  'Concert',
  'concert',
  'Straße',
  'a b',
  'x,y',
  '日本 🎷',
  'Known',
  '2031',
  "it's",
  '<b>bold</b>',
  '%20',
  'i\u0307',
]
/** Maximum depth of generated objects: one more than inline records need. */
const DEPTH_MAX = 3
/** Generated lists are short, except for some of the maximum length. */
const LIST_USUAL = 3

/** Generates values that match a schema. @param document target of `$ref` */
export function fitting(document: OpenApi, schema: OpenApi, depth = 0): fc.Arbitrary<unknown> {
  const known = MADE.get(schema) ?? []
  MADE.set(schema, known)
  known[depth] ??= made(document, schema, depth)
  return known[depth]
}

/** Generators by schema and depth, cached because creating one is slower than generating values. */
const MADE = new WeakMap<OpenApi, fc.Arbitrary<unknown>[]>()

function made(document: OpenApi, schema: OpenApi, depth: number): fc.Arbitrary<unknown> {
  const { $ref, anyOf, allOf, type } = schema
  if ($ref) return fitting(document, resolved(document, $ref), depth)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (anyOf) return fc.oneof(...anyOf.map((one: OpenApi) => fitting(document, one, depth)))
  if (allOf) return fitting(document, Object.assign({}, ...allOf), depth)
  const types: string[] = type === undefined ? ['string'] : [type].flat()
  return fc.oneof(...types.map((one) => ofType(document, one, schema, depth)))
}

export function resolved(document: OpenApi, ref: string): OpenApi {
  const keys = ref.slice(2).split('/')
  return keys.reduce((at, key) => at[key.replaceAll('~1', '/').replaceAll('~0', '~')], document)
}

function ofType(document: OpenApi, type: string, schema: OpenApi, depth: number): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.oneof(
        fc.constantFrom(...edgesOf(schema)),
        fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 2 ** 31 - 1 }),
      )
    case 'number':
      return fc.oneof(
        fc.constantFrom(...edgesOf(schema)),
        fc.double({ min: schema.minimum ?? -400, max: schema.maximum ?? 400, noNaN: true }),
      )
    case 'array':
      return listOf(document, schema, depth)
    case 'object':
      return recordOf(document, schema, depth)
    default:
      return textOf(schema)
  }
}

/** Shared, because creating it takes a second. */
const GRAPHEMES = fc.string({ unit: 'grapheme', maxLength: 20 })

const edgesOf = ({ minimum = 0, maximum = minimum + 1 }: OpenApi): number[] => [minimum, maximum]

function textOf({ minLength = 0, maxLength = 2000 }: OpenApi): fc.Arbitrary<string> {
  const isFit = (text: string) => [...text].length >= minLength && [...text].length <= maxLength
  return fc
    .oneof(
      { weight: 3, arbitrary: fc.constantFrom(...WORDS) },
      { weight: 2, arbitrary: GRAPHEMES },
      {
        weight: 1,
        arbitrary: fc.constantFrom(minLength, Math.min(maxLength, 300)).map((length) => 'x'.repeat(length)),
      },
    )
    .filter(isFit)
}

function listOf(document: OpenApi, { items = {}, minItems = 0, maxItems = 1000 }: OpenApi, depth: number) {
  if (depth >= DEPTH_MAX) return fc.constant([])
  const entry = fitting(document, items, depth + 1)
  const usual = fc.array(entry, { minLength: minItems, maxLength: Math.min(maxItems, LIST_USUAL) })
  const longest = entry.map((one) => Array(maxItems).fill(one))
  return fc.oneof({ weight: 20, arbitrary: usual }, { weight: 1, arbitrary: longest })
}

function recordOf(
  document: OpenApi,
  { properties = {}, required = [] }: OpenApi,
  depth: number,
): fc.Arbitrary<unknown> {
  if (depth >= DEPTH_MAX) return fc.constant({})
  const field = (name: string) => fc.tuple(fc.constant(name), fitting(document, properties[name], depth + 1))
  const others = Object.keys(properties).filter((name) => !required.includes(name))
  // Only a few of many fields: a body in which one of thirty fields is refused tests none of the others.
  const some = others.length === 0 ? fc.constant([]) : fc.array(fc.oneof(...others.map(field)), { maxLength: 3 })
  return fc
    .tuple(fc.tuple(...required.map(field)), some)
    .map((fields) => Object.fromEntries(fields.flat() as [string, unknown][]))
}

/** Generates values that match except for one thing: type, limit or nesting. */
export function nearly(document: OpenApi, schema: OpenApi): fc.Arbitrary<unknown> {
  const right = fitting(document, schema)
  const bent = fc.tuple(
    right,
    fc.constantFrom('text', 'list', 'record', 'none', 'first', 'longer', 'spaces', 'more') as fc.Arbitrary<Bend>,
  )
  return fc.oneof(
    { weight: 2, arbitrary: bent.map(([value, how]) => BENT[how](value)) },
    { weight: 1, arbitrary: oddValue() },
    { weight: 1, arbitrary: oddText() },
  )
}

type Bend = 'text' | 'list' | 'record' | 'none' | 'first' | 'longer' | 'spaces' | 'more'

const BENT: Record<Bend, (value: unknown) => unknown> = {
  text: (value) => (typeof value === 'string' ? Number(value) || 0 : JSON.stringify(value)),
  list: (value) => [value],
  record: (value) => ({ id: value, __proto__: null }),
  none: () => null,
  first: (value) => (Array.isArray(value) ? value[0] : Array.isArray(value) ? [] : [value, value]),
  longer: (value) => (typeof value === 'number' ? value * 2 ** 31 : `${value}${'x'.repeat(300)}`),
  spaces: (value) => (typeof value === 'string' ? ` ${value}\u00a0` : `${value} `),
  more: (value) => (typeof value === 'object' && value !== null ? { ...value, nobody: 'knows' } : [value, null]),
}
