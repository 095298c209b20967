import { describeParameter, type Endpoint, type Operation } from './endpoints.ts'
import type { DocumentScope } from './openapi.ts'
import { BODY_EXAMPLES } from './openapi-examples-sent.ts'
import { type Json, published } from './openapi-schemas.ts'

const FORM = 'application/x-www-form-urlencoded'
const PARTS = 'multipart/form-data'

/** The name of the schema of a body: `NewEvent`, `EventChanges`; undefined for what has none. */
export const bodyName = ({ in: place, verb, answer }: Operation): string | undefined =>
  place === 'query' ? undefined : verb === 'create' ? `New${answer}` : `${answer}Changes`

/** The bodies of the operations: their schemas, and how each is sent. */
export function bodiesOf(scope: DocumentScope): { schemas: Record<string, Json>; requestBodies: Record<string, Json> } {
  const schemas: Record<string, Json> = {}
  const requestBodies: Record<string, Json> = {}
  for (const operation of scope.endpoints.flatMap(({ operations }: Endpoint) => operations)) {
    const name = bodyName(operation)
    if (name === undefined || name in schemas) continue
    const schema = bodySchema(scope, operation)
    schemas[name] = schema
    requestBodies[name] = requestBody(name, schema, operation)
  }
  return { schemas, requestBodies }
}

function bodySchema({ language }: DocumentScope, { parameters, resource, verb, answer }: Operation): Json {
  const properties = Object.entries(parameters).map(([name, { schema, fallback }]) => [
    name,
    {
      description: describeParameter(language, resource, name),
      ...withInlineRecords(name, published(schema)),
      // Null stands for nothing said, and a change assumes nothing.
      ...(verb === 'create' && typeof fallback === 'boolean' && { default: fallback }),
    },
  ])
  const required = Object.keys(parameters).filter((name) => parameters[name]?.isRequired)
  const name = verb === 'create' ? `New${answer}` : `${answer}Changes`
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(properties),
    ...(name in BODY_EXAMPLES && { examples: [BODY_EXAMPLES[name]] }),
  }
}

const ANY_RECORD = '{"type":"object","properties":{},"additionalProperties":true}'
const INLINE: Record<string, string> = { venue: 'NewVenue', organizer: 'NewOrganizer' }

/** A venue or organizer inside an event: one there is, by its id, or the fields of a new one. */
function withInlineRecords(name: string, schema: Json): Json {
  const text = JSON.stringify(schema)
  if (!(name in INLINE) || !text.includes(ANY_RECORD)) return schema
  const known = { type: 'object', required: ['id'], properties: { id: { type: 'integer', minimum: 1 } } }
  const either = [known, { $ref: `#/components/schemas/${INLINE[name]}` }].map((one) => JSON.stringify(one))
  return JSON.parse(text.replaceAll(ANY_RECORD, either.join(',')))
}

function requestBody(name: string, schema: Json, { verb, parameters }: Operation): Json {
  const ref = { schema: { $ref: `#/components/schemas/${name}` } }
  if ('file' in parameters) {
    return { required: true, content: { [PARTS]: ref, 'image/*': {} } }
  }
  const lists = Object.entries(schema.properties as Record<string, Json>).filter(([, property]) => isList(property))
  // Of a name given twice the last counts, so lists are separated by commas.
  const encoding = Object.fromEntries(lists.map(([list]) => [list, { style: 'form', explode: false }]))
  const form = lists.length > 0 ? { ...ref, encoding } : ref
  return { required: verb === 'create', content: { 'application/json': ref, [FORM]: form, [PARTS]: form } }
}

const isList = ({ type, anyOf }: Json): boolean =>
  [type].flat().includes('array') || ((anyOf as Json[] | undefined)?.some(isList) ?? false)
