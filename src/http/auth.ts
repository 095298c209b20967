import type { FastifyInstance } from 'fastify'
import type { Credentials } from '../accounts/credentials.ts'
import { type Caller, GUEST } from '../core/caller.ts'
import { CalendarError } from '../core/errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; a guest when nothing was presented. */
    caller: Caller
    /** The answer is for this caller alone: something was presented. */
    isPersonal: boolean
  }
}

/** Finds out who asks, on every route there is. A wrong credential is an error, not a guest. */
export function authentication(app: FastifyInstance, credentials: Credentials, now: () => number): void {
  app.decorateRequest('caller', null as unknown as Caller)
  app.decorateRequest('isPersonal', false)
  app.addHook('onRequest', async (request) => {
    request.caller = GUEST
    const { authorization } = request.headers
    // Where nothing answers that is what is said, whoever asks and whatever was sent (contract: order of checks).
    if (request.is404) throw new CalendarError('rest_no_route')
    if (authorization === undefined) return
    request.isPersonal = true
    request.caller = await credentials.callerOf(authorization, now())
    request.isPersonal = request.caller !== GUEST
  })
}
