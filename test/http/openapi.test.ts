import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COLLECTIONS } from '../../src/collections/collection-by-kind.ts'
import { FAILURES, Problems } from '../../src/core/errors.ts'
import { FACES, NATIVE, TEC, TEC_V1 } from '../../src/core/faces.ts'
import { en } from '../../src/core/messages/en.ts'
import { Type } from '../../src/core/schema/field-types.ts'
import { createParameterSet, type ParameterSet } from '../../src/core/schema/parameter-set.ts'
import { FEED_FORMAT_NAMES, mediaTypeOfFeedFormat } from '../../src/feeds/feed-formats.ts'
import { messageKeyOfParameterDescription, PATH_VARIABLES } from '../../src/http/openapi/endpoints-of-api.ts'
import { BODY_EXAMPLES, PARAMETER_EXAMPLES } from '../../src/http/openapi/request-examples.ts'
import { READERS } from '../kit/formats/feeds.ts'
import { documentOf, type OpenApi, operationsOf } from '../kit/openapi/document.ts'
import { testEndpoints } from '../kit/openapi/endpoints.ts'
import { withServer } from '../kit/server/with-server.ts'

const server = withServer('sqlite')

const endpoints = testEndpoints()
const operations = endpoints.flatMap((endpoint) => endpoint.operations)

for (const face of FACES) {
  test(`the document of the ${face.name} face has the names of the face`, async () => {
    const document = await documentOf(server, face, { root: 'de' })
    assert.deepEqual(document.servers, [{ url: `http://localhost/de${face.prefix}/${face.namespace}` }])
    assert.equal(document.components.parameters.Language.name, face.languageParameter)
    const { Term, Category } = document.components.schemas
    assert.deepEqual(Term.properties.taxonomy.enum, [face.taxonomy.category, face.taxonomy.tag])
    assert.equal(Category.properties.taxonomy.const, face.taxonomy.category)
  })
}

test('title and page size are settings of the site', async () => {
  await server.ask('POST', '/settings', { as: 'administrator', body: { title: 'Harbour', per_page: 7 } })
  const { info, paths } = await documentOf(server, NATIVE)
  assert.equal(info.title, 'Harbour API')
  const perPage = paths['/events'].get.parameters.find(({ name }: { name: string }) => name === 'per_page')
  assert.equal(perPage.schema.default, 7)
  await server.ask('POST', '/settings', { as: 'administrator', body: { title: 'Almanac', per_page: 4 } })
})

test('the schemas of the peer come first, in its order', async () => {
  const { components } = await documentOf(server, TEC)
  const peers = ['ImageSize', 'CostDetails', 'Term', 'Image', 'DateDetails', 'Event', 'Venue', 'Organizer']
  assert.deepEqual(Object.keys(components.schemas).slice(0, peers.length), peers)
})

test('every operation has a group and a summary', async () => {
  const document = await documentOf(server, NATIVE)
  const all = operationsOf(document)
  const groups = document.tags.map(({ name }: { name: string }) => name)
  for (const { operation } of all) {
    assert.ok(groups.includes(operation.tags[0]), operation.operationId)
    assert.notEqual(operation.summary, operation.operationId)
  }
  for (const { description } of document.tags) assert.ok(description)
})

test('every feed has an example that independent parsers read', async () => {
  const { components, paths } = await documentOf(server, NATIVE)
  for (const format of FEED_FORMAT_NAMES) {
    const type = mediaTypeOfFeedFormat(format)
    for (const path of [`/events.${format}`, `/events/{id}.${format}`]) {
      const [{ $ref }] = Object.values<{ $ref: string }>(paths[path].get.responses[200].content[type].examples) as [
        { $ref: string },
      ]
      const { value } = components.examples[$ref.replace('#/components/examples/', '')]
      const { titles } = READERS[format](typeof value === 'string' ? value : JSON.stringify(value))
      assert.deepEqual(titles, ['Jazz on the Quay'])
    }
  }
})

test('every parameter has a description', async () => {
  const document = await documentOf(server, NATIVE)
  const silent = (named: Record<string, { description?: string }>) =>
    Object.entries(named).flatMap(([name, { description }]) => (description ? [] : [name]))
  for (const { operation, item } of operationsOf(document)) {
    for (const one of [...(item.parameters ?? []), ...(operation.parameters ?? [])]) {
      assert.ok(one.$ref || one.description, `${operation.operationId}: ${one.name}`)
    }
  }
  for (const [name, schema] of Object.entries<{ properties: Record<string, object> }>(document.components.schemas)) {
    if (/^New|Changes$/.test(name)) assert.deepEqual(silent(schema.properties), [], name)
  }
  const { routes } = (await server.ask('GET', '/')).body
  for (const route of Object.values<{ endpoints: { args: Record<string, object> }[] }>(routes)) {
    for (const { args } of route.endpoints) assert.deepEqual(silent(args), [])
  }
})

const keysWith = (beginning: string) => Object.keys(en).filter((key) => key.startsWith(beginning))

test('every parameter message belongs to a parameter', () => {
  const used = [
    'parameter.language',
    ...endpoints.flatMap(({ keys }) =>
      Object.keys(keys).map((name) => messageKeyOfParameterDescription(PATH_VARIABLES, name)),
    ),
    ...[...operations, ...testEndpoints(TEC_V1).flatMap((endpoint) => endpoint.operations)].flatMap((operation) =>
      Object.keys(operation.parameters).map((name) => messageKeyOfParameterDescription(operation, name)),
    ),
  ]
  assert.deepEqual(
    keysWith('parameter.').filter((key) => !used.includes(key)),
    [],
  )
})

test('every operation or field message is in a document', async () => {
  const documents = JSON.stringify([await documentOf(server, NATIVE), await documentOf(server, TEC_V1)])
  const unused = [...keysWith('operation.'), ...keysWith('answer.')].filter(
    (key) => !documents.includes(JSON.stringify(en[key as keyof typeof en])),
  )
  assert.deepEqual(unused, [])
})

test('the server accepts the examples of the document', () => {
  const refused = (set: ParameterSet<unknown>, sent: Record<string, unknown>) => {
    const problems = new Problems()
    set.read(sent, problems)
    return [...problems.missing, ...problems.found.map(({ name }) => name)]
  }
  for (const { kind, parameters } of COLLECTIONS) {
    const name = kind.charAt(0).toUpperCase() + kind.slice(1)
    const bodies = BODY_EXAMPLES as Record<string, Record<string, unknown>>
    assert.deepEqual(refused(parameters.native.create, bodies[`New${name}`] ?? {}), [], `New${name}`)
    assert.deepEqual(refused(parameters.native.update, bodies[`${name}Changes`] ?? {}), [], `${name}Changes`)
    const known = Object.keys(parameters.native.list.schema.properties).filter((one) => one in PARAMETER_EXAMPLES)
    // As they stand in a query: text, lists with commas.
    const query = Object.fromEntries(known.map((one) => [one, String(PARAMETER_EXAMPLES[one])]))
    assert.deepEqual(refused(parameters.native.list, query), [], `list of ${kind}`)
  }
})

test('every documented error code has its status', async () => {
  const { components } = await documentOf(server, TEC)
  for (const [name, { content }] of Object.entries<OpenApi>(components.responses)) {
    const codes: (keyof typeof FAILURES)[] = content?.['application/json'].schema.allOf[1].properties.code.enum ?? []
    for (const code of codes) {
      const statuses: number[] = code === 'rest_forbidden' ? [401, 403] : [FAILURES[code]]
      assert.ok(statuses.includes(Number(/^Error(\d+)_/.exec(name)?.[1])), `${name}: ${code}`)
    }
  }
})

test('the schema of every query parameter has one type', async () => {
  for (const { operation } of operationsOf(await documentOf(server, NATIVE))) {
    for (const { $ref, name, schema } of operation.parameters ?? []) {
      if ($ref) continue
      assert.equal(typeof schema.type, 'string', `${operation.operationId}: ${name} is ${JSON.stringify(schema)}`)
    }
  }
})

test('a property that accepts any value is not documented', () => {
  const set = createParameterSet(Type.Object({ refused: Type.Optional(Type.Unknown()) }))
  assert.deepEqual(Object.keys(set.schema.properties), ['refused'])
  const createTag = operations.find(({ id }) => id === 'createTag')
  assert.deepEqual(Object.keys(createTag?.parameters ?? {}), ['name', 'description', 'slug'])
})
