import { FAILURES, type FailureCode } from '../core/errors.ts'
import { isMessageKey, message } from '../core/messages/index.ts'
import type { Endpoint, Operation } from './endpoints.ts'
import type { DocumentScope } from './openapi.ts'
import type { Json } from './openapi-schemas.ts'

const CREDENTIALS: FailureCode[] = ['incorrect_password', 'invalid_username', 'rest_invalid_token']

/** The answers of an operation: what it was asked for, and every code it can fail with. */
export function responsesOf(scope: DocumentScope, endpoint: Endpoint, operation: Operation): Json {
  const { face } = scope
  const { verb, methods } = operation
  const codes = new Set<FailureCode>([
    // The language parameter can always be wrong.
    ...(endpoint.at === 'namespace' ? (['rest_invalid_param'] as const) : []),
    ...(methods.includes('GET') ? [] : (['rest_invalid_json', 'rest_invalid_body'] as const)),
    ...operation.failures(face),
  ])
  const failures = [...byStatus(codes)].map(([status, own]) => [status, failure(scope, own)])
  const needsBody = operation.in === 'body'
  return {
    [verb === 'create' ? 201 : 200]: success(scope, operation),
    ...(methods.includes('GET') && endpoint.at === 'namespace' && { 304: ref('Unchanged') }),
    401: ref('Unauthorized'),
    ...(needsBody && { 413: ref('TooLarge') }),
    ...Object.fromEntries(failures),
    500: ref('Failed'),
    503: ref('Unavailable'),
  }
}

const ref = (name: string) => ({ $ref: `#/components/responses/${name}` })

/** Answers that many operations share. */
export function sharedResponses(scope: DocumentScope): Json {
  return {
    Unchanged: { description: message(scope.language, 'answer.unchanged') },
    Unauthorized: failure(scope, CREDENTIALS),
    TooLarge: failure(scope, ['rest_body_too_large']),
    Failed: failure(scope, ['rest_internal_error']),
    Unavailable: {
      ...failure(scope, ['database_unavailable']),
      headers: { 'Retry-After': { schema: { type: 'integer' } } },
    },
  }
}

function byStatus(codes: Iterable<FailureCode>): Map<number, FailureCode[]> {
  const groups = new Map<number, FailureCode[]>()
  const add = (status: number, code: FailureCode) => groups.set(status, [...(groups.get(status) ?? []), code])
  for (const code of codes) {
    add(FAILURES[code], code)
    // Someone unknown is told to sign in, someone known that it is not theirs to do (see `forbidden`).
    if (code === 'rest_forbidden') add(403, code)
  }
  const signIn = groups.get(401)
  if (signIn) groups.set(401, [...signIn, ...CREDENTIALS])
  return groups
}

/** One answer for all codes of a status; the enumeration narrows the schema of errors. */
function failure({ language }: DocumentScope, codes: readonly FailureCode[]): Json {
  const words = codes.map((code) => `- \`${code}\`: ${message(language, code, { params: '…' })}`)
  return {
    description: words.join('\n'),
    content: json({ $ref: '#/components/schemas/Error', properties: { code: { enum: codes } } }),
  }
}

function success({ language }: DocumentScope, { verb, answer }: Operation): Json {
  const words = answer === 'page' ? 'answer.page' : `answer.${verb}`
  const headers = HEADERS[verb]
  return {
    description: isMessageKey(words) ? message(language, words) : '',
    ...(headers && {
      headers: Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    }),
    content:
      answer === 'page'
        ? { 'text/html': { schema: { type: 'string' } } }
        : json({ $ref: `#/components/schemas/${answer}` }),
  }
}

const json = (schema: Json) => ({ 'application/json': { schema } })

const HEADERS: Partial<Record<Operation['verb'], string[]>> = {
  list: ['X-TEC-Total', 'X-TEC-TotalPages', 'ETag'],
  read: ['ETag'],
  create: ['Location'],
}

export function sharedHeaders({ language }: DocumentScope): Json {
  const header = (words: string, type: string) => ({
    description: isMessageKey(words) ? message(language, words) : '',
    schema: { type },
  })
  return {
    'X-TEC-Total': header('answer.total', 'integer'),
    'X-TEC-TotalPages': header('answer.total-pages', 'integer'),
    Location: header('answer.location', 'string'),
    ETag: header('answer.etag', 'string'),
  }
}
