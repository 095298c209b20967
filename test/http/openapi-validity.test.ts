import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { FACES, type Face, TEC_V1 } from '../../src/core/faces.ts'
import { LANGUAGES } from '../../src/core/language.ts'
import {
  type Checker,
  checkerOf,
  documentOf,
  type OpenApi,
  operationsOf,
  sampleValuesOf,
} from '../kit/openapi/document.ts'
import { withServer } from '../kit/server/with-server.ts'

const server = withServer('sqlite')

/** Names that every client generator can use as identifiers. */
const IDENTIFIER = /^[A-Za-z][A-Za-z0-9_]*$/

/** Compiled once for each face, because in other languages its schemas have other texts only. */
const checkers = new Map<Face, Checker>()

const duplicates = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index)

for (const [at, face] of [...FACES, TEC_V1].entries()) {
  // Languages differ in their texts only: each is tested on one of the faces.
  for (const root of [undefined, ...LANGUAGES.filter((_, index) => index % 3 === at)]) {
    describe(`the OpenAPI document of the ${face.name} face at /${root ?? ''}`, () => {
      let document: OpenApi
      before(async () => {
        document = await documentOf(server, face, root ? { root } : {})
      })

      test('is valid OpenAPI 3.1', async () => {
        const { valid, errors } = await new Validator().validate(structuredClone(document))
        assert.ok(valid, JSON.stringify(errors))
        assert.deepEqual(Object.keys(document).slice(0, 5), ['openapi', 'info', 'components', 'servers', 'paths'])
        assert.match(document.openapi, /^3\.1\./)
        assert.doesNotMatch(JSON.stringify(document), /undefined|\[object|"~/)
      })

      test('has only examples and defaults that are valid for their schemas', () => {
        const check = checkers.get(face) ?? checkerOf(document)
        checkers.set(face, check)
        const samples = sampleValuesOf(document)
        assert.ok(samples.length > 100, `${samples.length} examples and defaults`)
        for (const { pointer, value } of samples) check.fits(pointer, value)
      })

      test('names components with identifiers, each of which names one component', () => {
        const { securitySchemes: _, ...kinds } = document.components
        const names = Object.values<OpenApi>(kinds).flatMap((kind) => Object.keys(kind))
        assert.deepEqual(
          names.filter((name) => !IDENTIFIER.test(name)),
          [],
        )
        assert.deepEqual(duplicates(names), [])
      })

      test('refers to every component', () => {
        const { securitySchemes: _, ...kinds } = document.components
        const text = JSON.stringify(document)
        const references = Object.entries<OpenApi>(kinds).flatMap(([kind, named]) =>
          Object.keys(named).map((name) => `"#/components/${kind}/${name}"`),
        )
        assert.deepEqual(
          references.filter((reference) => !text.includes(reference)),
          [],
        )
      })

      test('names operations with unique identifiers', () => {
        const ids = operationsOf(document).map(({ operation }) => String(operation.operationId))
        assert.deepEqual(
          ids.filter((id) => !IDENTIFIER.test(id)),
          [],
        )
        assert.deepEqual(duplicates(ids), [])
      })
    })
  }

  test(`no property with a default is required in requests to the ${face.name} face`, async () => {
    const { components } = await documentOf(server, face)
    const withDefault = ({ properties }: OpenApi) =>
      Object.keys(properties).filter((name) => 'default' in properties[name])
    const bodies = Object.values<OpenApi>(components.requestBodies)
    const inBodies = bodies.flatMap(({ content }) => content['application/json']?.schema ?? [])
    assert.ok(inBodies.some((schema) => withDefault(schema).length > 0))
    for (const { required = [], ...schema } of inBodies) {
      assert.deepEqual(
        withDefault(schema).filter((name) => required.includes(name)),
        [],
      )
    }
    // Some client generators make a property of a named schema required if it has a default.
    for (const [name, schema] of Object.entries<OpenApi>(components.schemas)) {
      if (schema.properties) assert.deepEqual(withDefault(schema), [], name)
    }
  })
}
