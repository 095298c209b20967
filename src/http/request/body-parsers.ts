import { createRequire } from 'node:module'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HTML_TEXT_MAX } from '../../collections/shared-fields.ts'
import { hasRight } from '../../core/caller.ts'
import { CalendarError } from '../../core/errors.ts'
import { computeOnce } from '../../core/generic/compute-once.ts'
import { isObject } from '../../core/generic/is-object.ts'
import { isStorableText, LIST_MAX } from '../../core/schema/field-types.ts'
import { REPEATED, type SentParameters } from '../../core/schema/sent-parameters.ts'
import { LIMITS } from '../all-limits.ts'

// The parser is loaded when the first request has a query or a form, because it consists of 50 modules.
const loadQs = computeOnce(() => createRequire(import.meta.url)('qs') as typeof import('qs'))

const FORM_OPTIONS = {
  depth: LIMITS.fieldNameDepth.value,
  arrayLimit: LIST_MAX + 1,
  parameterLimit: LIMITS.formFields.value,
  plainObjects: true,
  allowPrototypes: true,
} as const

/**
 * Parses a URL-encoded form or query string. Brackets in names create nested values, as in PHP. If a name without
 * brackets is repeated, the last value applies, as in PHP; all values are under the key `REPEATED`, for parameters that
 * take a list.
 */
export function parseUrlEncodedForm(text: string): SentParameters {
  if (text === '') return Object.create(null)
  const qs = loadQs()
  const parsed: SentParameters = qs.parse(text, { ...FORM_OPTIONS, duplicates: 'last' })
  const names = text.split('&').map((pair) => pair.split('=', 1)[0] as string)
  if (new Set(names).size === names.length) return parsed
  const combined = qs.parse(text, { ...FORM_OPTIONS, duplicates: 'combine' })
  const repeated = Object.entries(combined).filter(
    ([name, value]) => typeof value === 'object' && value !== null && typeof parsed[name] === 'string',
  )
  if (repeated.length > 0) parsed[REPEATED] = Object.fromEntries(repeated)
  return parsed
}

/**
 * Returns the fields of a write request: those of the body, and query parameters whose names are not in the body (API
 * contract).
 */
export function fieldsInBodyAndQueryOfWriteRequest(request: FastifyRequest): SentParameters {
  const query = request.query as SentParameters
  const body = request.body as SentParameters | undefined
  const mayWrite = hasRight(request.caller, 'posts:create') || request.submissionKey !== undefined
  const fields = mayWrite ? body : (shortenTexts(body) as typeof body)
  const repeated = Object.entries(query[REPEATED] ?? {}).filter(
    ([name]) => body === undefined || !Object.hasOwn(body, name),
  )
  return { ...query, ...fields, [REPEATED]: { ...Object.fromEntries(repeated), ...body?.[REPEATED] } }
}

/** Length in characters to which long texts are cut; enough for validation to find all errors. */
const SHORTENED_LENGTH = 1000

/**
 * Cuts long texts in the body of a user without the right to write. Such a user gets validation errors before the
 * permission error (API contract), but sanitizing long HTML would be wasted work.
 */
function shortenTexts(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') {
    const isLong = value.length > SHORTENED_LENGTH && value.length <= HTML_TEXT_MAX && isStorableText(value)
    return isLong ? value.slice(0, SHORTENED_LENGTH).toWellFormed() : value
  }
  // Values at deeper levels are not cut, since the parameters of no route are nested so deep.
  if (typeof value !== 'object' || value === null || depth > LIMITS.fieldNameDepth.value) return value
  if (Array.isArray(value)) return value.map((entry) => shortenTexts(entry, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, shortenTexts(entry, depth + 1)]))
}

/** Registers the parsers for JSON and form bodies. Bodies of other types count as empty, as in WordPress. */
export function registerBodyParsers(app: FastifyInstance): void {
  // The body of a GET request is parsed although it is ignored, because invalid JSON is an error (API contract:
  // requests in general).
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true })
  app.removeAllContentTypeParsers()
  const asText = { parseAs: 'string', bodyLimit: LIMITS.bodyBytes.value } as const
  app.addContentTypeParser(/^application\/([\w.+-]+\+)?json/, asText, async (_request: FastifyRequest, text: string) =>
    fieldsOf(parseJson(text)),
  )
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    asText,
    async (_request: FastifyRequest, text: string) => parseUrlEncodedForm(text),
  )
  // A calendar sent as `text/calendar` is the value of the field `content`, which a JSON request would name itself.
  app.addContentTypeParser(/^text\/calendar/, asText, async (_request: FastifyRequest, content: string) => ({
    content,
  }))
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

/**
 * The PHP error numbers JSON_ERROR_SYNTAX and JSON_ERROR_DEPTH, which responses to invalid JSON contain (API contract).
 */
const SYNTAX_ERROR = 4
const DEPTH_ERROR = 1

const [QUOTE, BACKSLASH, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Whether arrays and objects in a JSON text are nested more than `max` levels deep. The text need not be valid JSON.
 */
function isDeeperThan(max: number, text: string): boolean {
  // Each level of nesting needs an opening and a closing character, so a text of at most `2 * max` characters is not
  // too deep.
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

/** Returns the fields of a JSON body. A body that is not a JSON object has no fields (API contract). */
const fieldsOf = (json: unknown): Record<string, unknown> => (isObject(json) ? json : {})
