import fc from 'fast-check'
import { FACES, type Face } from '../../../src/core/faces.ts'
import { LANGUAGES, type Language } from '../../../src/core/language.ts'
import { oddKey, rightValue } from '../generated/values.ts'
import { TEST_CALLERS, type TestCaller } from '../server/accounts.ts'
import type { TestServer } from '../server/server.ts'
import { type Checker, checkerOf, documentOf, type OpenApi, operationsOf } from './document.ts'
import { fitting, nearly, resolved } from './schema-values.ts'

/** Requests that are generated from an OpenAPI document alone. */

/** An operation in the OpenAPI document of a face. */
export interface Documented {
  document: OpenApi
  checker: Checker
  face: Face
  path: string
  method: string
  /** Path parameters. */
  keys: Field[]
  /** Query parameters or body fields. */
  fields: Field[]
  /** Media types of the body; empty if there is none. */
  types: string[]
  isOnHost: boolean
}

export interface Field {
  name: string
  schema: OpenApi
  pointer: string
  isRequired: boolean
}

/** Every operation in the OpenAPI documents of a server. */
export async function everyOperation(server: TestServer): Promise<Documented[]> {
  const all = await Promise.all(
    FACES.map(async (face) => {
      const document = await documentOf(server, face)
      const checker = checkerOf(document)
      return operationsOf(document).map((found) => documented(document, checker, face, found))
    }),
  )
  return all.flat()
}

function documented(
  document: OpenApi,
  checker: Checker,
  face: Face,
  found: ReturnType<typeof operationsOf>[number],
): Documented {
  const { path, method, item, operation, pointer } = found
  const at = (owner: string, parameters: OpenApi[] = []) =>
    parameters.map((given, index) => {
      const parameter = given.$ref ? resolved(document, given.$ref) : given
      const place = given.$ref ? given.$ref.slice(1) : `${owner}/parameters/${index}`
      return {
        ...parameter,
        field: {
          name: parameter.name,
          schema: parameter.schema,
          pointer: `${place}/schema`,
          isRequired: parameter.required === true,
        } as Field,
      }
    })
  const parameters = [
    ...at(pointer.slice(0, pointer.lastIndexOf('/')), item.parameters),
    ...at(pointer, operation.parameters),
  ]
  const body = operation.requestBody && resolved(document, operation.requestBody.$ref)
  const content: OpenApi = body?.content ?? {}
  const place = (where: string) => parameters.filter((one) => one.in === where).map(({ field }) => field)
  return {
    ...{ document, checker, face, path, method, types: Object.keys(content) },
    keys: place('path'),
    fields: [...place('query'), ...bodyFields(document, content)],
    isOnHost: item.servers !== undefined,
  }
}

/** Reference to the named schema of a request body, which its forms refer to. */
export const namedSchemaOf = (content: OpenApi): string | undefined =>
  Object.values<OpenApi>(content).find(({ schema }) => schema.$ref)?.schema.$ref

function bodyFields(document: OpenApi, content: OpenApi): Field[] {
  const ref = namedSchemaOf(content)
  if (ref === undefined) return []
  const { properties, required = [] } = resolved(document, ref)
  return Object.entries<OpenApi>(properties).map(([name, schema]) => ({
    name,
    schema,
    pointer: `${ref.slice(1)}/properties/${name}`,
    isRequired: required.includes(name),
  }))
}

/** One generated request. Undefined path parameters are replaced with those of an existing record. */
export interface Sent {
  as: TestCaller
  root: Language | undefined
  keys: Record<string, string | undefined>
  fields: Record<string, unknown>
  type: string
  known: string | undefined
}

/** Generates requests of an operation. @param ids of existing records */
export function requestTo(operation: Documented, ids: readonly number[]): fc.Arbitrary<Sent> {
  const { document, keys, fields, types } = operation
  const value = ({ name, schema }: Field) => {
    const right = rightValue(name, ids)
    return fc.oneof(
      { weight: 4, arbitrary: fitting(document, schema) },
      ...(right ? [{ weight: 4, arbitrary: right }] : []),
      { weight: 1, arbitrary: nearly(document, schema) },
    )
  }
  const required = fields.filter(({ isRequired }) => isRequired)
  const others = fields.filter(({ isRequired }) => !isRequired)
  const pick = (field: Field) => fc.tuple(fc.constant(field.name), value(field))
  const unknown = fc.tuple(
    fc.constantFrom('__proto__', 'constructor', 'id', 'slug', '_fields', 'a[b][c]', ''),
    fitting(document, {}),
  )
  const sent = fc
    .tuple(
      fc.tuple(...required.map(pick)),
      fc.array(
        others.length > 0
          ? fc.oneof({ weight: 9, arbitrary: fc.oneof(...others.map(pick)) }, { weight: 1, arbitrary: unknown })
          : unknown,
        { maxLength: 4 },
      ),
    )
    .map((parts) => Object.fromEntries(parts.flat()) as Record<string, unknown>)
  const key = ({ schema }: Field) =>
    fc.oneof(
      { weight: 8, arbitrary: schema.enum ? fc.constantFrom(...schema.enum) : fc.constant(undefined) },
      { weight: 1, arbitrary: fc.oneof(oddKey(), fitting(document, schema).map(String)) },
    )
  return fc.record({
    as: fc.oneof(fc.constantFrom(...TEST_CALLERS), fc.constantFrom('editor' as const, 'administrator' as const)),
    root: fc.constantFrom(undefined, undefined, ...LANGUAGES),
    keys: fc.record(Object.fromEntries(keys.map((one) => [one.name, key(one)]))) as fc.Arbitrary<Sent['keys']>,
    fields: sent,
    type: fc.constantFrom(...(types.length > 0 ? types : [''])),
    known: fc.constantFrom(undefined, undefined, undefined, '*', '"x"', 'W/"x", y'),
  })
}
