import { formatMessage, isMessageKey } from '../../core/messages/index.ts'
import type { DocumentScope } from './document-scope.ts'
import { describeParameter, type Endpoint, type Operation, type Parameter } from './endpoints.ts'
import { type JsonObject, publishedSchema } from './published-schema.ts'
import { requestBodyName } from './request-bodies.ts'
import { PARAMETER_EXAMPLES } from './request-examples.ts'
import { operationResponses } from './responses.ts'

const EVERYBODY = {}
const CREDENTIALS = [{ password: [] }, { token: [] }]

export function documentPaths(scope: DocumentScope): JsonObject {
  return Object.fromEntries(scope.endpoints.map((endpoint) => [endpoint.path, pathItem(scope, endpoint)]))
}

function pathItem(scope: DocumentScope, endpoint: Endpoint): JsonObject {
  const { language, urls } = scope
  const keys = Object.entries(endpoint.keys).map(([name, { schema }]) => ({
    name,
    in: 'path',
    required: true,
    description: describeParameter(language, 'key', name),
    schema: publishedSchema(schema),
  }))
  const isBelow = endpoint.base === 'namespace'
  const parameters = isBelow ? [...keys, { $ref: '#/components/parameters/Language' }] : []
  const operations = endpoint.operations.flatMap((operation) =>
    operation.methods.map((method) => [method.toLowerCase(), describeOperation(scope, endpoint, operation, method)]),
  )
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(!isBelow && { servers: [{ url: urls.origin }] }),
    ...Object.fromEntries(operations),
  }
}

function describeOperation(scope: DocumentScope, endpoint: Endpoint, operation: Operation, method: string): JsonObject {
  const { language } = scope
  const { id, verb, methods, isOpen } = operation
  const words = (key: string) => (isMessageKey(key) ? formatMessage(language, key) : undefined)
  const more = words(`operation.${id}.more`) ?? words(`operation.${verb}.more`)
  const parameters = operation.in === 'query' ? queryParameters(scope, operation) : []
  const body = requestBodyName(operation)
  return {
    operationId: method === methods[0] ? id : `${id}With${method.charAt(0)}${method.slice(1).toLowerCase()}`,
    tags: [endpoint.group],
    summary: words(`operation.${id}`) ?? words(`operation.${verb}`) ?? id,
    ...(more && { description: more }),
    security: isOpen ? [EVERYBODY, ...CREDENTIALS] : CREDENTIALS,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { $ref: `#/components/requestBodies/${body}` } }),
    responses: operationResponses(scope, endpoint, operation),
  }
}

const queryParameters = ({ language, site }: DocumentScope, { parameters, resource }: Operation): JsonObject[] =>
  Object.entries(parameters).map(([name, parameter]) => {
    const schema = withoutNull(publishedSchema(parameter.schema))
    const assumed = name === 'per_page' ? site.per_page : defaultOf(parameter, schema)
    return {
      name,
      in: 'query',
      description: describeParameter(language, resource, name),
      ...(parameter.isRequired && { required: true }),
      ...(schema.type === 'array' && { explode: false }),
      schema: {
        ...schema,
        ...(assumed !== undefined && { default: assumed }),
        ...(name in PARAMETER_EXAMPLES && { examples: [PARAMETER_EXAMPLES[name]] }),
      },
    }
  })

/** A query has no null; an empty value stands for it. */
const withoutNull = (schema: JsonObject): JsonObject =>
  Array.isArray(schema.type) ? { ...schema, type: schema.type.find((type) => type !== 'null') } : schema

/** The index spells some defaults as the peer does; here they have the type of the parameter. */
function defaultOf({ fallback }: Parameter, { type }: JsonObject): unknown {
  if (type === 'boolean') return fallback === undefined ? undefined : fallback === true || fallback === '1'
  return type === 'integer' ? fallback : undefined
}
