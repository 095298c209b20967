import type { IncomingMessage, ServerResponse } from 'node:http'
import { FAILURES } from '../../core/errors.ts'
import type { Language } from '../../core/language.ts'
import { RETRY_SECONDS } from '../all-limits.ts'
import { chooseQueueOfRequest, type QueueOrAlways } from '../load/choose-queue-of-request.ts'
import { type RefusalCode, type RefusalOptions, sendRefusalWithoutRouter } from '../load/send-refusal-without-router.ts'
import { parseRequestUrl, SITE_PREFIX } from '../request/parse-request-url.ts'
import { REFUSED_ROUTE } from '../telemetry/request-metrics.ts'
import type { CacheContext } from './anonymous-cache-types.ts'

/** A request with its parsed URL and the name of its admission queue. */
export type ClassifiedRequest = ReturnType<typeof parseRequestUrl> & { loadClass: QueueOrAlways }

export function findQueueOfRequestBeforeRouter(
  { services: { languages }, domainLanguageOf }: CacheContext,
  raw: IncomingMessage,
): ClassifiedRequest {
  const parsed = parseRequestUrl(raw.url ?? '', languages, domainLanguageOf(raw))
  return { ...parsed, loadClass: chooseQueueOfRequest(raw, parsed.route) }
}

/**
 * Refuses a request: responds with 429 or 503 in the language of the request, without the router. Browsers get an HTML
 * page.
 */
export function refuseRequestBeforeRouter(
  { services: { languages }, requestMetrics, corsOrigins }: CacheContext,
  raw: IncomingMessage,
  response: ServerResponse,
  { address, route }: ClassifiedRequest,
  code: RefusalCode,
  options: Pick<RefusalOptions, 'retrySeconds' | 'headers'> = { retrySeconds: RETRY_SECONDS },
): void {
  requestMetrics.count(raw.method ?? '', REFUSED_ROUTE, FAILURES[code])
  const language = address.language ?? (languages[0] as Language)
  const isPage = route.startsWith(SITE_PREFIX) && /\btext\/html\b/.test(raw.headers.accept ?? '')
  sendRefusalWithoutRouter(raw, response, code, { language, isPage, corsOrigins, ...options })
}
