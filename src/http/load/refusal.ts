import type { IncomingMessage, ServerResponse } from 'node:http'
import { CalendarError, FAILURES, type FailureCode, presentError } from '../../core/errors.ts'
import type { Language } from '../../core/language.ts'
import { formatMessage } from '../../core/messages/index.ts'
import { corsHeaders } from '../response/api-headers.ts'
import { JSON_TYPE } from '../response/json.ts'
import { SECURITY_HEADERS } from '../response/security-headers.ts'
import { createRequestId } from '../telemetry/request-log.ts'

/** What is refused in front of the router, which costs a hundredth of what an answer costs. */
export type RefusalCode = Extract<FailureCode, 'rest_too_busy' | 'rest_too_many_requests'>

const HTML_TYPE = 'text/html; charset=utf-8'

interface Prepared {
  /** Up to what each request adds. */
  headers: readonly string[]
  body: Buffer
}

const made = new Map<string, Prepared>()

/** Each is made once; there are two for a code and language. */
function preparedFor(code: RefusalCode, language: Language, isPage: boolean): Prepared {
  const name = `${code} ${language} ${isPage}`
  const known = made.get(name)
  if (known) return known
  const text = isPage ? pageOf(code, language) : JSON.stringify(presentError(new CalendarError(code), language))
  const body = Buffer.from(text)
  const headers = [
    ...['content-type', isPage ? HTML_TYPE : JSON_TYPE, 'content-length', String(body.length)],
    ...['cache-control', 'no-store', 'vary', isPage ? 'Accept' : 'Origin'],
    ...Object.entries(SECURITY_HEADERS).flat(),
  ]
  const prepared = { headers, body }
  made.set(name, prepared)
  return prepared
}

const pageOf = (code: RefusalCode, language: Language) =>
  `<!doctype html>\n<html lang="${language}"><meta charset="utf-8"><title>${FAILURES[code]}</title><p>${formatMessage(language, code)}</p></html>\n`

export interface RefusalOptions {
  language: Language
  /** Whether whoever opens it in a browser reads it. */
  isPage: boolean
  retrySeconds: number
  /** Name, value, name, value. */
  headers?: readonly string[]
}

/** Answers a request that will not be looked at. */
export function sendRefusal(
  { method, headers: { origin } }: IncomingMessage,
  response: ServerResponse,
  code: RefusalCode,
  { language, isPage, retrySeconds, headers: more = [] }: RefusalOptions,
): void {
  const { headers, body } = preparedFor(code, language, isPage)
  const own = ['x-request-id', createRequestId(), 'retry-after', String(retrySeconds), ...more]
  const cors = origin === undefined || isPage ? [] : Object.entries(corsHeaders(origin)).flat()
  response.writeHead(FAILURES[code], [...headers, ...own, ...cors])
  response.end(method === 'HEAD' ? undefined : body)
}
