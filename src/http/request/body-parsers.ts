import type { FastifyInstance, FastifyRequest } from 'fastify'
import qs from 'qs'
import { HTML_TEXT_MAX } from '../../collections/fields.ts'
import { can } from '../../core/caller.ts'
import { CalendarError } from '../../core/errors.ts'
import { isStorable, LIST_MAX } from '../../core/schema/schema.ts'
import { LIMITS } from '../limits.ts'

/** Parses a form or query. Brackets in names nest as in PHP; of repeated names the last value counts. */
export function parseForm(text: string): Record<string, unknown> {
  return qs.parse(text, {
    depth: LIMITS.fieldNameDepth.value,
    arrayLimit: LIST_MAX + 1,
    parameterLimit: LIMITS.formFields.value,
    duplicates: 'last',
    plainObjects: true,
    allowPrototypes: true,
  })
}

/** The fields of a write: those of the body, and query parameters that the body does not contain (contract). */
export function writeFields(request: FastifyRequest): Record<string, unknown> {
  const query = request.query as Record<string, unknown>
  const body = request.body as Record<string, unknown> | undefined
  return { ...query, ...(can(request.caller, 'posts:create') ? body : (shortenTexts(body) as typeof body)) }
}

/** Enough to validate a text. */
const SHORTENED_LENGTH = 1000

/**
 * Shortens long texts in the body of a caller without the right to write. Such a caller gets validation errors before the
 * permission error (contract), but sanitizing long HTML for it would be wasted work.
 */
function shortenTexts(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') {
    const isLong = value.length > SHORTENED_LENGTH && value.length <= HTML_TEXT_MAX && isStorable(value)
    return isLong ? value.slice(0, SHORTENED_LENGTH).toWellFormed() : value
  }
  // No schema has fields nested more deeply.
  if (typeof value !== 'object' || value === null || depth > LIMITS.fieldNameDepth.value) return value
  if (Array.isArray(value)) return value.map((entry) => shortenTexts(entry, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, shortenTexts(entry, depth + 1)]))
}

/** Parses JSON and form bodies. Like WordPress, treats bodies of other types as empty. */
export function registerBodyParsers(app: FastifyInstance): void {
  // A GET body is ignored, but invalid JSON in it is an error (contract: requests in general).
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true })
  app.removeAllContentTypeParsers()
  const asText = { parseAs: 'string', bodyLimit: LIMITS.bodyBytes.value } as const
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
  if (isDeeperThan(LIMITS.jsonDepth.value, text)) {
    const data = { json_error_code: DEPTH_ERROR, json_error_message: 'Maximum stack depth exceeded' }
    throw new CalendarError('rest_invalid_json', { data })
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    const data = { json_error_code: SYNTAX_ERROR, json_error_message: 'Syntax error' }
    throw new CalendarError('rest_invalid_json', { data, cause: error })
  }
}

/** Values of PHP's JSON_ERROR_SYNTAX and JSON_ERROR_DEPTH, which are part of the contract. */
const SYNTAX_ERROR = 4
const DEPTH_ERROR = 1

const [QUOTE, BACKSLASH, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

/** Whether arrays and objects in a JSON text nest more than `max` deep. The text need not be valid JSON. */
function isDeeperThan(max: number, text: string): boolean {
  // Each level needs an opening and a closing character.
  if (text.length <= 2 * max) return false
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isInString) {
      if (code === BACKSLASH) at += 1
      else if (code === QUOTE) isInString = false
    } else if (code === QUOTE) isInString = true
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      depth += 1
      if (depth > max) return true
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth -= 1
  }
  return false
}

/** A JSON body that is not an object counts as having no fields (contract). */
const fieldsOf = (json: unknown): Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Record<string, unknown>) : {}
