import type { IncomingMessage, ServerResponse } from 'node:http'
import { CalendarError, FAILURES, type FailureCode, presentError } from '../../core/errors.ts'
import type { Language } from '../../core/language.ts'
import { formatMessage } from '../../core/messages/index.ts'
import { corsHeaders, EXPOSED_HEADERS } from '../response/api-headers.ts'
import { SECURITY_HEADERS } from '../response/security-headers.ts'
import { JSON_TYPE } from '../response/send-json.ts'
import { createRequestId } from '../telemetry/request-log.ts'

/**
 * Codes of the errors 429 and 503 that refuse a request without running the router, at about a hundredth of the usual
 * cost.
 */
export type RefusalCode = Extract<FailureCode, 'rest_too_busy' | 'rest_too_many_requests'>

const HTML_TYPE = 'text/html; charset=utf-8'

interface PreparedRefusal {
  /** All headers except those that depend on the request, as alternating names and values. */
  headers: readonly string[]
  /** A text, not bytes, because Node writes headers and text to the socket together. */
  body: string
}

const preparedRefusals = new Map<string, PreparedRefusal>()

/** Returns the response that refuses a request. It is created once for each error code, language and format. */
function prepareRefusal(code: RefusalCode, language: Language, isPage: boolean): PreparedRefusal {
  const key = `${code} ${language} ${isPage}`
  const existing = preparedRefusals.get(key)
  if (existing) return existing
  const body = isPage ? htmlPage(code, language) : JSON.stringify(presentError(new CalendarError(code), language))
  const headers = [
    ...['content-type', isPage ? HTML_TYPE : JSON_TYPE, 'content-length', String(Buffer.byteLength(body))],
    ...['cache-control', 'no-store', 'vary', isPage ? 'Accept' : 'Origin'],
    ...Object.entries(SECURITY_HEADERS).flat(),
    ...(isPage ? [] : ['access-control-expose-headers', EXPOSED_HEADERS]),
  ]
  const prepared = { headers, body }
  preparedRefusals.set(key, prepared)
  return prepared
}

const htmlPage = (code: RefusalCode, language: Language) =>
  `<!doctype html>\n<html lang="${language}"><meta charset="utf-8"><title>${FAILURES[code]}</title><p>${formatMessage(language, code)}</p></html>\n`

export interface RefusalOptions {
  language: Language
  /** Whether to send an HTML page instead of JSON. */
  isPage: boolean
  corsOrigins: readonly string[]
  /** Value of the `Retry-After` header in seconds. */
  retrySeconds: number
  /** Additional response headers, as alternating names and values. */
  headers?: readonly string[]
}

/** Refuses a request: responds with 429 or 503 without running the router. */
export function sendRefusalWithoutRouter(
  { method, headers: { origin } }: IncomingMessage,
  response: ServerResponse,
  code: RefusalCode,
  { language, isPage, corsOrigins, retrySeconds, headers: additional = [] }: RefusalOptions,
): void {
  const { headers, body } = prepareRefusal(code, language, isPage)
  const perRequest = ['x-request-id', createRequestId(), 'retry-after', String(retrySeconds), ...additional]
  const cors = origin === undefined || isPage ? [] : Object.entries(corsHeaders(origin, corsOrigins)).flat()
  response.writeHead(FAILURES[code], [...headers, ...perRequest, ...cors])
  response.end(method === 'HEAD' ? undefined : body)
}
