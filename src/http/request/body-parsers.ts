import type { FastifyInstance, FastifyRequest } from 'fastify'
import qs from 'qs'
import { HTML_TEXT_MAX } from '../../collections/fields.ts'
import { can } from '../../core/caller.ts'
import { CalendarError } from '../../core/errors.ts'
import { isStorable, LIST_MAX } from '../../core/schema/schema.ts'
import { LIMITS } from '../limits.ts'

/** Names with brackets nest as in PHP; of a name given twice the last counts. */
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

/** What a write was sent: the body, and the query for what the body does not name (contract). */
export function writeFields(request: FastifyRequest): Record<string, unknown> {
  const query = request.query as Record<string, unknown>
  const body = request.body as Record<string, unknown> | undefined
  return { ...query, ...(can(request.caller, 'posts:create') ? body : (abridged(body) as typeof body)) }
}

/** Enough of a text to tell whether it is one. */
const ABRIDGED_LENGTH = 1000

/**
 * What somebody sent who may write nothing. They are told what is wrong with it before they are told that (contract), but
 * cleaning long texts is work that is not done for them.
 */
function abridged(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') {
    const isLong = value.length > ABRIDGED_LENGTH && value.length <= HTML_TEXT_MAX && isStorable(value)
    return isLong ? value.slice(0, ABRIDGED_LENGTH).toWellFormed() : value
  }
  // What is nested deeper is no field of ours.
  if (typeof value !== 'object' || value === null || depth > LIMITS.fieldNameDepth.value) return value
  if (Array.isArray(value)) return value.map((entry) => abridged(entry, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, abridged(entry, depth + 1)]))
}

/** Reads bodies as the peer does: JSON and forms, everything else as if nothing had been sent. */
export function registerBodyParsers(app: FastifyInstance): void {
  // A body on a GET says nothing here, but one that is no JSON is refused there too (contract: requests in general).
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

/** JSON_ERROR_SYNTAX and JSON_ERROR_DEPTH of PHP, which clients of the contract know. */
const SYNTAX_ERROR = 4
const DEPTH_ERROR = 1

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

/** Whether JSON has lists and objects in each other more than `max` deep; what is no JSON is refused by who reads it. */
function isDeeperThan(max: number, text: string): boolean {
  // Each needs an opening and a closing character.
  if (text.length <= 2 * max) return false
  let depth = 0
  let isText = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isText) {
      if (code === BACKSLASH) at += 1
      else if (code === QUOTE) isText = false
    } else if (code === QUOTE) isText = true
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1
      if (depth > max) return true
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1
  }
  return false
}

/** A body that is no object has no fields (contract). */
const fieldsOf = (json: unknown): Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Record<string, unknown>) : {}
