import assert from 'node:assert/strict'
import { COLLECTION_BY_KIND } from '../../../src/collections/collection-by-kind.ts'
import { objectFromKeys } from '../../../src/core/generic/object-keys.ts'
import { KIND_PROPERTIES, KINDS, type Kind } from '../../../src/core/kinds.ts'
import type { Ask, TestServer } from '../server/server.ts'

/** The required fields of an event; it takes place after `TEST_NOW`. */
export const EVENT = { title: 'Concert', start_date: '2030-07-01 10:00:00', end_date: '2030-07-01 12:00:00' }

type Fields = Record<string, unknown>
// biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
type Make = (fields?: Fields, ask?: Ask) => Promise<any>

/** The required fields of a record of this kind. All but the fields of events come from the collection's example. */
export function requiredFieldsOf(kind: Kind): Fields {
  if (kind === 'event') return EVENT
  const { examples, parameters } = COLLECTION_BY_KIND[kind]
  const { required = [] } = parameters.native.create.schema as { required?: string[] }
  return Object.fromEntries(required.map((name) => [name, (examples.create as Fields)[name]]))
}

/**
 * Functions that create a record of each kind over the API, as an editor by default, and return the response body.
 * Names that are not given are unique, except those of events.
 */
export function makersOf(server: TestServer): Record<Kind, Make> {
  let made = 0
  const makerOf = (kind: Kind): Make => {
    const { collection, titleField } = KIND_PROPERTIES[kind]
    return async (fields = {}, ask = {}) => {
      const name = kind === 'event' ? {} : { [titleField]: `${kind} ${++made}` }
      const body = { ...requiredFieldsOf(kind), ...name, ...fields }
      const answer = await server.ask('POST', `/${collection}`, { as: 'editor', ...ask, body })
      // 200: an existing record with the same name and values.
      assert.ok(answer.status === 201 || answer.status === 200, JSON.stringify(answer.body))
      return answer.body
    }
  }
  return objectFromKeys(KINDS, makerOf)
}
