/** Compares the OpenAPI document and the index of the native face with every statement of the contract about routes and parameters. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { NATIVE } from '../../src/core/faces.ts'
import { testEngine } from '../kit/engines/engines.ts'
import { startServer, type TestServer } from '../kit/server/server.ts'
import { COMMON, DERIVED, type DeclaredParameter, type DeclaredRoute, declaredRoutes } from './table.ts'

interface Shown {
  type: unknown
  /** Types of the items of a list. */
  items: unknown[]
  format: unknown
  enum: unknown
  hasDefault: boolean
  default: unknown
  isRequired: boolean
}

// biome-ignore lint/suspicious/noExplicitAny: documents are plain JSON
type Json = any

const engine = testEngine('sqlite')
let server: TestServer
before(async () => {
  server = await startServer(await engine.open())
})
after(async () => {
  await server.close()
  await engine.close()
})

const routes = declaredRoutes(NATIVE.namespace)

for (const root of [undefined, 'en', 'de', 'fr'] as const) {
  const ask = async (path: string): Promise<Json> => {
    const { status, body } = await server.ask('GET', path, root ? { root } : {})
    assert.equal(status, 200)
    return body
  }

  describe(`the root ${root ? `/${root}` : '/'}`, () => {
    test('the OpenAPI document declares what the contract declares', async () => {
      const document = await ask('/doc')
      const found = statements((route, method, name) => inDocument(document, route, method, name))
      assert.deepEqual(found, [])
    })

    test('the index declares what the contract declares', async () => {
      const index = await ask('/')
      const found = statements((route, method, name) => inIndex(index, route, method, name))
      assert.deepEqual(found, [])
    })
  })
}

test('the table holds all 52 pairs of method and route', () => {
  assert.equal(routes.flatMap(({ methods }) => methods).length, 52)
})

type Find = (route: DeclaredRoute, method: string, name: string) => Shown | undefined

/** @returns a sentence for each statement that does not hold */
function statements(find: Find): string[] {
  return routes.flatMap((route) =>
    route.methods.flatMap((method) =>
      Object.entries({ ...route.parameters, ...COMMON }).flatMap(([name, declared]) => {
        const where = `${method} ${route.path}: ${name}`
        const shown = find(route, method, name)
        return shown ? differences(declared, shown).map((what) => `${where}: ${what}`) : [`${where} is missing`]
      }),
    ),
  )
}

function differences(declared: DeclaredParameter, shown: Shown): string[] {
  const wrong: string[] = []
  const expect = (what: string, isRight: boolean) => isRight || wrong.push(what)
  const [type, items] = declared.type === 'integer[]' ? ['array', 'integer'] : [declared.type, undefined]
  if (type !== undefined) expect(`type is ${JSON.stringify(shown.type)}`, includes(shown.type, type))
  if (items) expect(`items are ${JSON.stringify(shown.items)}`, includes(shown.items, items))
  if (declared.format) expect(`format is ${shown.format}`, shown.format === declared.format)
  if (declared.enum) {
    expect(
      `choices are ${JSON.stringify(shown.enum)}`,
      Array.isArray(shown.enum) && declared.enum.every((one) => (shown.enum as unknown[]).includes(one)),
    )
  }
  expect(`required is ${shown.isRequired}`, shown.isRequired === (declared.isRequired ?? false))
  if (declared.default === DERIVED) {
    expect(`default is ${shown.default}`, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(String(shown.default)))
  } else if (declared.default !== undefined) {
    expect(`default is ${JSON.stringify(shown.default)}`, shown.hasDefault && shown.default === declared.default)
  }
  return wrong
}

/** Whether a schema's type is the declared one, alone or in a union. */
const includes = (types: unknown, type: string) =>
  [types].flat().includes(type) || (type === 'number' && [types].flat().includes('integer'))

function inDocument(document: Json, { path }: DeclaredRoute, method: string, name: string): Shown | undefined {
  const resolve = (value: Json): Json =>
    value?.$ref
      ? (value.$ref as string)
          .slice(2)
          .split('/')
          .reduce((at: Json, key) => at?.[key], document)
      : value
  const item = document.paths[path]
  const operation = item?.[method.toLowerCase()]
  if (!operation) return undefined
  const content = resolve(operation.requestBody)?.content ?? {}
  const body = resolve(content['application/json']?.schema)
  const property = resolve(body?.properties?.[name])
  if (property) {
    const shown = shownOf(property, (body.required ?? []).includes(name))
    // The contract declares the default null for the name of an organizer, although the name cannot be null. The index
    // shows this default; the document does not, since every default in it must be valid.
    return path.startsWith('/organizers') && name === 'organizer'
      ? { ...shown, hasDefault: true, default: null }
      : shown
  }
  const parameters: Json[] = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolve)
  const parameter = parameters.find((one) => one.name === name)
  return parameter && shownOf(resolve(parameter.schema), parameter.required ?? false)
}

function inIndex(index: Json, { path }: DeclaredRoute, method: string, name: string): Shown | undefined {
  const pattern = path.replace('{id}', '(?P<id>\\d+)').replace('{slug}', '(?P<slug>[^/]+)').replace(/^\/$/, '')
  const route = index.routes[`/${NATIVE.namespace}${pattern}`]
  const endpoint = route?.endpoints.find(({ methods }: Json) => methods.includes(method))
  const arg = endpoint?.args[name]
  if (!arg) return undefined
  const shown = shownOf(arg, arg.required)
  // The contract itself says that this default is declared as the string 1.
  return name === 'hide_empty' && shown.default === '1' ? { ...shown, default: true } : shown
}

/** A schema's own types and those of its alternatives. */
const typesOf = (schema: Json): unknown[] =>
  [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(({ type }) => type ?? [])

function shownOf(schema: Json, isRequired: boolean): Shown {
  const alternatives: Json[] = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  const first = (key: string) => alternatives.find((one) => one[key] !== undefined)?.[key]
  return {
    type: typesOf(schema),
    items: typesOf(first('items') ?? {}),
    format: first('format'),
    enum: first('enum'),
    hasDefault: 'default' in schema,
    default: schema.default,
    isRequired,
  }
}
