import { CalendarError, FAILURES, type FailureCode, presentError } from '../../core/errors.ts'
import type { Face } from '../../core/faces.ts'
import { COLLECTION_NAMES } from '../../core/kinds.ts'
import { LANGUAGES } from '../../core/language.ts'
import { formatMessage, isMessageKey } from '../../core/messages/index.ts'
import { convertToOpenApiComponentName } from './component-name.ts'
import type { JsonObject } from './convert-to-openapi-schema.ts'
import { type Endpoint, isEndpointBelowNamespace, type Operation } from './endpoints-of-api.ts'
import { componentNameOfFeedExample, isJsonMediaType } from './feed-examples.ts'
import type { DocumentInputs } from './openapi-document-input-types.ts'

/**
 * The responses of an operation by HTTP status: the successful one, 304 for reads, and one for each status of its
 * errors.
 */
export function buildOperationResponses(
  { language }: DocumentInputs,
  endpoint: Endpoint,
  operation: Operation,
): JsonObject {
  const { verb, responseSchema, methods, successStatuses } = operation
  const words = responseSchema === 'page' ? 'answer.page' : `answer.${verb}`
  const headers = headersOf(endpoint, operation).map((name) => [
    name,
    { $ref: `#/components/headers/${convertToOpenApiComponentName(name)}` },
  ])
  const success = {
    description: isMessageKey(words) ? formatMessage(language, words) : '',
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    content: contentOf(operation),
  }
  const failures = failuresOf(endpoint, operation).map((failure) => [failure.status, refTo(nameOf(failure))])
  return {
    ...Object.fromEntries(successStatuses.map((status) => [status, success])),
    ...(methods.includes('GET') && { 304: refTo('Unchanged') }),
    ...Object.fromEntries(failures),
  }
}

function contentOf({ responseSchema, mediaType }: Operation): JsonObject {
  if (responseSchema === 'page') return { 'text/html': { schema: { type: 'string' } } }
  if (mediaType === undefined)
    return { 'application/json': { schema: { $ref: `#/components/schemas/${responseSchema}` } } }
  const name = componentNameOfFeedExample(mediaType)
  const schema = isJsonMediaType(mediaType) ? { type: 'object', additionalProperties: true } : { type: 'string' }
  return { [mediaType]: { schema, examples: { [name]: { $ref: `#/components/examples/${name}` } } } }
}

const refTo = (name: string) => ({ $ref: `#/components/responses/${name}` })

const HEADERS: Partial<Record<Operation['verb'], string[]>> = {
  list: ['X-TEC-Total', 'X-TEC-TotalPages', 'ETag'],
  read: ['ETag'],
  readTexts: ['ETag'],
  feed: ['ETag'],
  feedOne: ['ETag'],
  feedSeries: ['ETag'],
  create: ['ETag'],
  update: ['ETag'],
  replaceTexts: ['ETag'],
  delete: ['ETag'],
  removeTexts: ['ETag'],
  listRevisions: ['ETag'],
  readRevision: ['ETag'],
  restoreRevision: ['ETag'],
  merge: ['ETag'],
  replaceFile: ['ETag'],
}

const TEC_V1_HEADERS: typeof HEADERS = { list: ['X-WP-Total', 'X-WP-TotalPages', 'Link', 'ETag'] }

/** Names of the headers of the successful response of an operation. */
const headersOf = (endpoint: Endpoint, operation: Operation): string[] => [
  ...((endpoint.base === 'tec/v1' && TEC_V1_HEADERS[operation.verb]) || HEADERS[operation.verb] || []),
  ...(operation.successStatuses.includes(201) ? ['Location'] : []),
  ...(hasContentLanguage(endpoint, operation) ? ['Content-Language'] : []),
  ...(isEndpointBelowNamespace(endpoint) ? ['X-Ignored-Parameters', 'Preference-Applied'] : []),
  ...(operation.isRepeatable ? ['Idempotency-Replayed'] : []),
  ...(writesDescription(endpoint, operation) ? ['X-Linked-Picture-Hosts'] : []),
]

/**
 * Whether an operation writes the description of a record. Pages may show pictures of other hosts in it as links only,
 * and the header `X-Linked-Picture-Hosts` of the response lists these hosts.
 */
const writesDescription = ({ base, group }: Endpoint, { verb }: Operation) =>
  base !== 'tec/v1' && COLLECTION_NAMES.some((name) => name === group) && (verb === 'create' || verb === 'update')

/** Whether the response of an operation has texts in one language and so a `Content-Language` header. */
const hasContentLanguage = ({ group }: Endpoint, { responseSchema }: Operation) =>
  !['site', 'media', 'imports', 'submissions'].includes(group) &&
  responseSchema !== 'Translations' &&
  !responseSchema.includes('Revision')

/** An HTTP status with all error codes that one operation can return with it. */
interface Failure {
  status: number
  codes: FailureCode[]
}

/**
 * Error codes that every operation can return: about credentials, rate limits, overload and an unavailable database.
 */
const ALWAYS = [
  'incorrect_password',
  'invalid_username',
  'rest_invalid_token',
  'rest_too_many_requests',
  'rest_internal_error',
  'rest_too_busy',
  'database_unavailable',
] as const
const WITH_CHANGES = ['rest_invalid_json', 'rest_invalid_body', 'rest_body_too_large'] as const

function failuresOf(
  { base }: Endpoint,
  { methods, failures, access, isConditional, isRepeatable }: Operation,
): Failure[] {
  const codes = new Set<FailureCode>([
    // Every operation of the API can report an invalid parameter, since every one accepts the language parameter.
    ...(isEndpointBelowNamespace({ base }) ? (['rest_invalid_param'] as const) : []),
    ...(methods.includes('GET') ? [] : WITH_CHANGES),
    ...failures,
    ...(isRepeatable ? (['idempotency-key-in-use', 'idempotency-key-reused'] as const) : []),
    ...(isConditional ? (['rest_precondition_failed'] as const) : []),
    ...(access === 'account' ? (['rest_forbidden'] as const) : []),
    ...ALWAYS,
  ])
  const byStatus = new Map<number, FailureCode[]>()
  for (const code of codes) {
    // The error `rest_forbidden` has two statuses: 401 for anonymous and 403 for authenticated users (see
    // `forbiddenError`).
    for (const status of code === 'rest_forbidden' ? [401, 403] : [FAILURES[code]]) {
      byStatus.set(status, [...(byStatus.get(status) ?? []), code])
    }
  }
  return [...byStatus].map(([status, own]) => ({ status, codes: own }))
}

/**
 * Name of an error response in the `components` of the OpenAPI document: `Error404_EventNotFound_TranslationNotFound`.
 */
const nameOf = ({ status, codes }: Failure) =>
  [`Error${status}`, ...codes.map((code) => convertToOpenApiComponentName(code.replace(/^rest[_-]/, '')))].join('_')

/**
 * Error responses in the `components` of the OpenAPI document. Operations with the same status and error codes share
 * one.
 */
export function buildSharedErrorResponses(scope: DocumentInputs): JsonObject {
  const { endpoints, language } = scope
  const failures = endpoints.flatMap((endpoint) =>
    endpoint.operations.flatMap((operation) => failuresOf(endpoint, operation)),
  )
  const byName = new Map(failures.map((failure) => [nameOf(failure), failure]))
  return {
    Unchanged: { description: formatMessage(language, 'answer.unchanged') },
    ...Object.fromEntries([...byName].map(([name, failure]) => [name, describeErrorForTerminal(scope, failure)])),
  }
}

function describeErrorForTerminal({ face, language }: DocumentInputs, { status, codes }: Failure): JsonObject {
  const words = codes.map((code) => `- \`${code}\`: ${formatMessage(language, code, { params: '…' })}`)
  const [code = 'rest_internal_error'] = codes
  const data = code === 'rest_invalid_param' ? wrongLanguageData(face) : {}
  const example = presentError(new CalendarError(code, { status, data }), language)
  const schema = {
    allOf: [
      { $ref: '#/components/schemas/Error' },
      { type: 'object', properties: { code: { type: 'string', enum: codes } } },
    ],
  }
  return {
    description: words.join('\n'),
    ...((codes.includes('idempotency-key-in-use') || status === 429 || status === 503) && {
      headers: { 'Retry-After': { required: true, schema: { type: 'integer' } } },
    }),
    content: { 'application/json': { schema, example } },
  }
}

/**
 * Data of the example for the error `rest_invalid_param`: an unknown language, because every operation accepts the
 * language parameter.
 */
const wrongLanguageData = ({ languageParameter: name }: Face) => ({
  problems: [
    { name, reason: 'reason.language', placeholders: { choices: LANGUAGES.join(', ') }, kind: 'rest_not_in_enum' },
  ],
})

/** The headers of all responses, for the `components` of the OpenAPI document. */
export function buildSharedResponseHeaders({ endpoints, language }: DocumentInputs): JsonObject {
  const header = (words: string, type: string) => ({
    description: isMessageKey(words) ? formatMessage(language, words) : '',
    schema: { type },
  })
  const required = (words: string, type: string) => ({ ...header(words, type), required: true })
  const headers = {
    'X-TEC-Total': required('answer.total', 'integer'),
    'X-TEC-TotalPages': required('answer.total-pages', 'integer'),
    'X-WP-Total': required('answer.total', 'integer'),
    'X-WP-TotalPages': required('answer.total-pages', 'integer'),
    Link: header('answer.pages-link', 'string'),
    Location: required('answer.location', 'string'),
    ETag: header('answer.etag', 'string'),
    'Content-Language': required('answer.content-language', 'string'),
    'X-Ignored-Parameters': header('answer.ignored-parameters', 'string'),
    'Preference-Applied': header('answer.preference-applied', 'string'),
    'Idempotency-Replayed': header('answer.idempotency-replayed', 'string'),
    'X-Linked-Picture-Hosts': header('answer.linked-picture-hosts', 'string'),
  }
  const used = new Set(
    endpoints.flatMap((endpoint) => endpoint.operations.flatMap((operation) => headersOf(endpoint, operation))),
  )
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, described]) =>
      used.has(name) ? [[convertToOpenApiComponentName(name), described]] : [],
    ),
  )
}
