import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CalendarError, presentError } from '../../core/errors.ts'
import { RETRY_SECONDS } from '../all-limits.ts'
import { ADMIN_PREFIX, SITE_PREFIX } from '../request/parse-request-url.ts'
import { sendJson } from './send-json.ts'

/** A function that sends an error as an HTML page. */
export type SendErrorPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  error: CalendarError,
) => Promise<FastifyReply>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route serves HTML pages, so that its errors are pages too. */
    isPage?: boolean
  }
}

const PAGE_URL = new RegExp(`^(${SITE_PREFIX}|${ADMIN_PREFIX})`)

/** Whether to send an error as an HTML page: outside the API, if the route serves pages or the client accepts HTML. */
const wantsErrorPage = ({ raw, routeOptions, headers }: FastifyRequest) =>
  PAGE_URL.test(raw.url ?? '') && (routeOptions.config.isPage === true || /\btext\/html\b/.test(headers.accept ?? ''))

/**
 * Registers the error handler. Errors are sent as JSON in the format of the API contract, or to browsers as an HTML
 * page. Unexpected errors are logged; the client gets a 500 without details.
 */
export function registerErrorResponses(app: FastifyInstance, sendErrorPage: SendErrorPage): void {
  app.setErrorHandler(async (error, request, reply) => {
    const failure = error instanceof CalendarError ? error : toCalendarError(error)
    if (failure.status >= 500 && failure.code !== 'rest_too_busy')
      request.log.error({ err: failure.cause ?? failure }, 'request failed')
    const retrySeconds = failure.data.retry_after ?? (failure.status === 503 ? RETRY_SECONDS : undefined)
    if (retrySeconds !== undefined)
      reply.header('retry-after', String(retrySeconds)).header('cache-control', 'no-store')
    if (wantsErrorPage(request)) {
      try {
        return await sendErrorPage(request, reply, failure)
      } catch (err) {
        request.log.debug({ err }, 'the error page could not be created; sending the error as JSON')
      }
    }
    return sendJson(reply, presentError(failure, request.language), failure.status)
  })
}

/**
 * Converts any error to a `CalendarError`: an error of Fastify by its `code` and status, any other error to an internal
 * error.
 */
function toCalendarError(error: unknown): CalendarError {
  const { code = '', statusCode } = error as { code?: string; statusCode?: number }
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return new CalendarError('rest_body_too_large', { cause: error })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new CalendarError('rest_unsupported_media_type', { cause: error })
  }
  const isClientError = statusCode !== undefined && statusCode >= 400 && statusCode < 500
  return new CalendarError(isClientError ? 'rest_invalid_body' : 'rest_internal_error', {
    ...(isClientError && { status: statusCode }),
    cause: error,
  })
}
