import { EXPERIMENTAL_API_ACKNOWLEDGEMENT } from '../../core/experimental-api-acknowledgement.ts'
import { formatMessage, isMessageKey } from '../../core/messages/index.ts'
import { buildOperationResponses } from './build-operation-responses.ts'
import { componentNameOfRequestBody, schemaNameOfRequestBody } from './build-request-body-components.ts'
import { convertToOpenApiSchema, isDefaultValidForSchema, type JsonObject } from './convert-to-openapi-schema.ts'
import {
  describeParameterOfApiRequest,
  type Endpoint,
  isEndpointBelowNamespace,
  type Operation,
  PATH_VARIABLES,
} from './endpoints-of-api.ts'
import type { DocumentInputs } from './openapi-document-input-types.ts'

const NO_CREDENTIALS = {}
const CREDENTIALS = [{ password: [] }, { token: [] }]

/**
 * The security requirements of operations in the OpenAPI document, by the access of the operation. Each has alternative
 * credentials.
 */
const SECURITY: Record<Operation['access'], object[]> = {
  anyone: [NO_CREDENTIALS, ...CREDENTIALS],
  'submission-key': [{ submissionKey: [] }],
  account: CREDENTIALS,
}

/** References to the parameters `Language` and `Prefer`, which all operations below the namespace of an API have. */
const EVERYWHERE = ['Language', 'Prefer'].map((name) => ({ $ref: `#/components/parameters/${name}` }))

export function buildOpenApiPaths(scope: DocumentInputs): JsonObject {
  return Object.fromEntries(scope.endpoints.map((endpoint) => [endpoint.path, pathItem(scope, endpoint)]))
}

function pathItem(scope: DocumentInputs, endpoint: Endpoint): JsonObject {
  const { language, urls } = scope
  const keys = Object.entries(endpoint.keys).map(([name, { schema }]) => ({
    name,
    in: 'path',
    required: true,
    description: describeParameterOfApiRequest(language, PATH_VARIABLES, name),
    schema: convertToOpenApiSchema(schema),
  }))
  const isInNamespace = isEndpointBelowNamespace(endpoint)
  const parameters = isInNamespace ? [...keys, ...EVERYWHERE, ...acknowledgementOf(endpoint)] : []
  const operations = endpoint.operations.flatMap((operation) =>
    operation.methods.map((method) => [method.toLowerCase(), describeOperation(scope, endpoint, operation, method)]),
  )
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(!isInNamespace && { servers: [{ url: urls.origin }] }),
    ...Object.fromEntries(operations),
  }
}

function describeOperation(
  scope: DocumentInputs,
  endpoint: Endpoint,
  operation: Operation,
  method: string,
): JsonObject {
  const { language } = scope
  const { id, verb, methods, access } = operation
  const messageIfAny = (key: string) => (isMessageKey(key) ? formatMessage(language, key) : undefined)
  const description = messageIfAny(`operation.${id}.more`) ?? messageIfAny(`operation.${verb}.more`)
  const parameters = [
    ...(operation.in === 'query' ? queryParameters(scope, operation) : []),
    ...(operation.isConditional ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
    ...(operation.isRepeatable ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ]
  const body = schemaNameOfRequestBody(operation)
  return {
    operationId: method === methods[0] ? id : `${id}With${method.charAt(0)}${method.slice(1).toLowerCase()}`,
    tags: [endpoint.group],
    summary: messageIfAny(`operation.${id}`) ?? messageIfAny(`operation.${verb}`) ?? id,
    ...(description && { description }),
    security: SECURITY[access],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { $ref: `#/components/requestBodies/${componentNameOfRequestBody(body)}` } }),
    responses: buildOperationResponses(scope, endpoint, operation),
  }
}

const queryParameters = ({ language, site, now, examples }: DocumentInputs, operation: Operation): JsonObject[] => {
  const { parameters, defaults } = operation
  const computed = defaults(site, now)
  return Object.entries(parameters).map(([name, parameter]) => {
    const schema = withoutNull(convertToOpenApiSchema(parameter.schema))
    const fallback = computed[name] ?? parameter.fallback
    return {
      name,
      in: 'query',
      description: describeParameterOfApiRequest(language, operation, name),
      ...(parameter.isRequired && { required: true }),
      ...(schema.type === 'array' && { explode: false }),
      schema: {
        ...schema,
        ...(fallback !== undefined && isDefaultValidForSchema(schema, fallback) && { default: fallback }),
        ...(isExampleOf(schema, examples.parameters[name]) && { examples: [examples.parameters[name]] }),
      },
    }
  })
}

/**
 * Whether there is an example value that the schema of a parameter allows. If the schema lists values, the example must
 * be one of them: `orderby` has other values for each resource.
 */
const isExampleOf = ({ enum: values }: JsonObject, example: unknown): boolean =>
  example !== undefined && (!Array.isArray(values) || values.includes(example))

/**
 * Removes `null` from the types of a query parameter: a query string cannot express null; an empty value stands for it.
 */
const withoutNull = (schema: JsonObject): JsonObject =>
  Array.isArray(schema.type) ? { ...schema, type: schema.type.find((type) => type !== 'null') } : schema

/** The header that the routes for records of the tec/v1 API require. */
const acknowledgementOf = ({ base, group }: Endpoint): JsonObject[] =>
  base === 'tec/v1' && group !== 'site'
    ? [
        {
          name: 'X-TEC-EEA',
          in: 'header',
          required: true,
          schema: { type: 'string', enum: [EXPERIMENTAL_API_ACKNOWLEDGEMENT] },
        },
      ]
    : []
