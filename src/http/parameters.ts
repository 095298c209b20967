import type { FastifyInstance, FastifyRequest } from 'fastify'
import qs from 'qs'
import { CalendarError } from '../core/errors.ts'
import { LIST_MAX } from '../core/schema.ts'

/** JSON and form bodies, in bytes. */
export const BODY_BYTES_MAX = 1024 * 1024

/** Deep enough for `organizer[0][organizer]`; what is nested deeper is no field of ours. */
const DEPTH_MAX = 5

/** Names with brackets nest as in PHP; of a name given twice the last counts. */
export function parseForm(text: string): Record<string, unknown> {
  return qs.parse(text, {
    depth: DEPTH_MAX,
    arrayLimit: LIST_MAX + 1,
    parameterLimit: 10_000,
    duplicates: 'last',
    plainObjects: true,
    allowPrototypes: true,
  })
}

/** What a write was sent: the body, and the query for what the body does not name (contract). */
export function sentWith(request: FastifyRequest): Record<string, unknown> {
  const query = request.query as Record<string, unknown>
  return { ...query, ...(request.body as Record<string, unknown> | undefined) }
}

/** Reads bodies as the peer does: JSON and forms, everything else as if nothing had been sent. */
export function bodyParsers(app: FastifyInstance): void {
  // A body on a GET says nothing here, but one that is no JSON is refused there too (contract: requests in general).
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true })
  app.removeAllContentTypeParsers()
  const asText = { parseAs: 'string', bodyLimit: BODY_BYTES_MAX } as const
  app.addContentTypeParser(/^application\/([\w.+-]+\+)?json/, asText, async (_request: FastifyRequest, text: string) =>
    fieldsOf(parseJson(text)),
  )
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    asText,
    async (_request: FastifyRequest, text: string) => parseForm(text),
  )
  app.addContentTypeParser('*', asText, async () => ({}))
}

function parseJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    const data = { json_error_code: SYNTAX_ERROR, json_error_message: 'Syntax error' }
    throw new CalendarError('rest_invalid_json', { data, cause: error })
  }
}

/** JSON_ERROR_SYNTAX of PHP, which clients of the contract know. */
const SYNTAX_ERROR = 4

/** A body that is no object has no fields (contract). */
const fieldsOf = (json: unknown): Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Record<string, unknown>) : {}
