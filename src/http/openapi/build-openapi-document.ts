import packageJson from '../../../package.json' with { type: 'json' }
import type { Language } from '../../core/language.ts'
import { formatMessage, isMessageKey } from '../../core/messages/index.ts'
import { STRICT_HANDLING } from '../request/prefer-header.ts'
import { buildOpenApiPaths } from './build-openapi-paths.ts'
import { buildSharedErrorResponses, buildSharedResponseHeaders } from './build-operation-responses.ts'
import { buildRequestBodyComponents } from './build-request-body-components.ts'
import { buildResponseSchemas } from './build-response-schemas.ts'
import { convertToOpenApiSchema, type JsonObject } from './convert-to-openapi-schema.ts'
import { type Endpoint, languageParameterOfApi } from './endpoints-of-api.ts'
import { buildFeedExamples } from './feed-examples.ts'
import type { DocumentInputs } from './openapi-document-input-types.ts'

/**
 * Creates the OpenAPI 3.1 document of the API, from the schemas that validate requests and from the translated
 * descriptions of a language.
 */
export function buildOpenApiDocument(scope: DocumentInputs): JsonObject {
  const { endpoints, language, site, urls } = scope
  const groups = new Set(endpoints.map(({ group }) => group))
  return {
    openapi: '3.1.1',
    info: {
      title: `${site.title} API`,
      description: formatMessage(language, 'operation.about'),
      version: packageJson.version,
    },
    components: componentsOf(scope),
    servers: [{ url: urls.namespaceRoot }],
    paths: buildOpenApiPaths(scope),
    tags: [...groups]
      .sort(siteGroupLast)
      .map((name) => ({ name, description: messageIfAny(language, `operation.group.${name}`) ?? '' })),
  }
}

/**
 * Compares two groups of operations for sorting: the group `site`, with the operations about the API itself, comes
 * last.
 */
const siteGroupLast = (one: string, other: string) => Number(one === 'site') - Number(other === 'site')

const messageIfAny = (language: Language, key: string) => (isMessageKey(key) ? formatMessage(language, key) : undefined)

function componentsOf(scope: DocumentInputs): JsonObject {
  const { face, language, urls } = scope
  const examples = scope.examples.records(urls, face)
  const views = Object.entries(buildResponseSchemas(face)).map(([name, view]) => [
    name,
    {
      ...withDescriptions(language, name, convertToOpenApiSchema(view)),
      ...(name in examples && { examples: [examples[name]] }),
    },
  ])
  const { schemas, requestBodies } = buildRequestBodyComponents(scope)
  return {
    schemas: { ...Object.fromEntries(views), ...schemas },
    responses: buildSharedErrorResponses(scope),
    parameters: {
      Language: parameterOfLanguage(scope),
      Prefer: preferenceHeader(scope),
      IfMatch: versionHeader(scope),
      IdempotencyKey: keyHeader(scope),
    },
    requestBodies,
    examples: buildFeedExamples(scope),
    headers: buildSharedResponseHeaders(scope),
    securitySchemes: {
      password: { type: 'http', scheme: 'basic', description: formatMessage(language, 'answer.password') },
      token: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'alm_…',
        description: formatMessage(language, 'answer.token'),
      },
      ...(scope.endpoints.some(takesSubmissionKey) && {
        submissionKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'als_…',
          description: formatMessage(language, 'answer.submission-key'),
        },
      }),
    },
  }
}

const takesSubmissionKey = ({ operations }: Endpoint) => operations.some(({ access }) => access === 'submission-key')

function parameterOfLanguage({ face, language }: DocumentInputs): JsonObject {
  const [[name, { schema }] = ['', { schema: {} }]] = Object.entries(languageParameterOfApi(face))
  return {
    name,
    in: 'query',
    description: formatMessage(language, 'parameter.language'),
    schema: convertToOpenApiSchema(schema),
  }
}

const preferenceHeader = ({ language }: DocumentInputs): JsonObject => ({
  name: 'Prefer',
  in: 'header',
  description: formatMessage(language, 'answer.prefer'),
  schema: { type: 'string', examples: [STRICT_HANDLING] },
})

const versionHeader = ({ language }: DocumentInputs): JsonObject => ({
  name: 'If-Match',
  in: 'header',
  description: formatMessage(language, 'answer.if-match'),
  schema: { type: 'string', examples: ['"7"'] },
})

const keyHeader = ({ language }: DocumentInputs): JsonObject => ({
  name: 'Idempotency-Key',
  in: 'header',
  description: formatMessage(language, 'answer.idempotency-key'),
  schema: { type: 'string', minLength: 1, maxLength: 255, examples: ['8e03978e-40d5-43dd-bc93-6894a57f9324'] },
})

/**
 * Adds descriptions from the messages to the fields of response schemas: the message `answer.Event.cost` describes
 * `cost` of `Event`, `answer.url` describes `url` in every schema.
 */
function withDescriptions(language: Language, name: string, view: JsonObject): JsonObject {
  if (view.type !== 'object') return view
  const fields = Object.entries(view.properties as Record<string, JsonObject>).map(([field, schema]) => {
    const description = messageIfAny(language, `answer.${name}.${field}`) ?? messageIfAny(language, `answer.${field}`)
    return [field, description ? { ...schema, description } : schema]
  })
  return { ...view, properties: Object.fromEntries(fields) }
}
