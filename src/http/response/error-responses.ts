import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CalendarError, presentError } from '../../core/errors.ts'
import { RETRY_SECONDS } from '../limits.ts'
import { SITE_PREFIX } from '../request/address.ts'
import { sendJson } from './json.ts'

/** Answers with a page that says what is wrong. */
export type SendErrorPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  error: CalendarError,
) => Promise<FastifyReply>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route answers is for people. */
    isPage?: boolean
  }
}

/** Whoever opens an address in a browser, outside the API. */
const isForPeople = ({ raw, routeOptions, headers }: FastifyRequest) =>
  (raw.url ?? '').startsWith(SITE_PREFIX) &&
  (routeOptions.config.isPage === true || /\btext\/html\b/.test(headers.accept ?? ''))

/** Turns everything that goes wrong into the contract's shape; what nobody foresaw is logged and says nothing. */
export function registerErrorResponses(app: FastifyInstance, problem: SendErrorPage): void {
  app.setErrorHandler(async (error, request, reply) => {
    const refusal = error instanceof CalendarError ? error : translate(error)
    if (refusal.status >= 500 && refusal.code !== 'rest_too_busy')
      request.log.error({ err: refusal.cause ?? refusal }, 'request failed')
    const retrySeconds = refusal.data.retry_after ?? (refusal.status === 503 ? RETRY_SECONDS : undefined)
    if (retrySeconds !== undefined)
      reply.header('retry-after', String(retrySeconds)).header('cache-control', 'no-store')
    if (isForPeople(request)) {
      try {
        return await problem(request, reply, refusal)
      } catch (err) {
        request.log.debug({ err }, 'the page of a problem could not be made')
      }
    }
    return sendJson(reply, presentError(refusal, request.language), refusal.status)
  })
}

/** Fastify's own refusals, by its codes. */
function translate(error: unknown): CalendarError {
  const { code = '', statusCode } = error as { code?: string; statusCode?: number }
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return new CalendarError('rest_body_too_large', { cause: error })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new CalendarError('rest_unsupported_media_type', { cause: error })
  }
  const isTheirs = statusCode !== undefined && statusCode >= 400 && statusCode < 500
  return new CalendarError(isTheirs ? 'rest_invalid_body' : 'rest_internal_error', {
    ...(isTheirs && { status: statusCode }),
    cause: error,
  })
}
