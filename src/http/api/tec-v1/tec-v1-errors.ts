import type { FastifyReply } from 'fastify'
import { CalendarError, type FailureCode, type Problem } from '../../../core/errors.ts'
import type { Language } from '../../../core/language.ts'
import { formatMessage } from '../../../core/messages/index.ts'
import { sendJson } from '../../response/send-json.ts'
import type { Route } from '../../routes/route.ts'
import type { Names } from './parameters/shared-fields.ts'

/** Response bodies of errors for which The Events Calendar sends an object without `data`, by error code. */
const SHAPES: Partial<Record<FailureCode, (code: FailureCode, message: string) => object>> = {
  tec_rest_organizers_page_not_found: (code, message) => ({ code, message }),
  ...withErrorOnly('event-is-in-trash', 'venue-is-in-trash', 'organizer-is-in-trash', 'series-is-in-trash'),
  ...withErrorOnly('event-not-found', 'venue-not-found', 'organizer-not-found', 'series-not-found'),
}

function withErrorOnly(...codes: FailureCode[]): typeof SHAPES {
  return Object.fromEntries(codes.map((code) => [code, (_: FailureCode, error: string) => ({ error })]))
}

/**
 * Wraps a route handler so that its errors have the format of the tec/v1 API and contain the field names of that API.
 * @param names maps field names in the tec/v1 API to names in the native API
 */
export function withTecV1ErrorFormat(handle: Route['handle'], names: Names = {}): Route['handle'] {
  const ownNames = Object.fromEntries(Object.entries(names).map(([own, inCollection]) => [inCollection, own]))
  return async (request, reply, everyMethod) => {
    try {
      return await handle(request, reply, everyMethod)
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error
      return sendPeerShape(reply, error, request.language) ?? Promise.reject(withOwnNames(error, ownNames))
    }
  }
}

function sendPeerShape(reply: FastifyReply, { code, status }: CalendarError, language: Language) {
  const shape = SHAPES[code]
  return shape && sendJson(reply, shape(code, formatMessage(language, code)), status)
}

function withOwnNames(error: CalendarError, names: Names): CalendarError {
  const { code, status, data } = error
  const { problems, params } = data as { problems?: Problem[]; params?: string[] }
  const nameOf = (name: string) => names[name] ?? name
  return new CalendarError(code, {
    status,
    cause: error,
    data: {
      ...data,
      ...(problems && { problems: problems.map((problem) => ({ ...problem, name: nameOf(problem.name) })) }),
      ...(params && { params: params.map(nameOf) }),
    },
  })
}
