import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CalendarError } from '../../core/errors.ts'
import { findSubmissionKeyInHeader, type SubmissionKey } from '../../submissions/submission-keys.ts'
import type { Services } from './create-request-scope.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The key of a form on another site, if the route requires one. */
    submissionKey: SubmissionKey | undefined
  }
}

export const declareSubmissionKeyOfRequests = (app: FastifyInstance) => app.decorateRequest('submissionKey', undefined)

/**
 * Creates an `onRequest` hook that sets `request.submissionKey`.
 * @throws {CalendarError} 401 without a valid key; 403 for a page that may not use the key, or while submissions are
 * off
 */
export const submissionKeyHook =
  ({ db, settings }: Services) =>
  async (request: FastifyRequest): Promise<void> => {
    request.hasPrivateResponse = true
    const { authorization, origin } = request.headers
    const key = await findSubmissionKeyInHeader(db, authorization)
    if (key === undefined) throw new CalendarError('submission-key-invalid')
    // The key of a form lists the origins of its pages. The key of a program on a server lists none, and the program
    // sends no header `Origin`; so the key of a program is refused when it is sent by a page, where anybody could read
    // it.
    if (origin === undefined ? key.origins.length > 0 : !key.origins.includes(origin)) {
      throw new CalendarError('submission-origin')
    }
    if ((await settings()).submissions === 'off') throw new CalendarError('submissions-off')
    request.submissionKey = key
  }
