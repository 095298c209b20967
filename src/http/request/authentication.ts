import type { FastifyInstance } from 'fastify'
import type { Credentials } from '../../accounts/credentials.ts'
import { type Caller, GUEST } from '../../core/caller.ts'
import { CalendarError, type FailureCode } from '../../core/errors.ts'
import { LIMITS } from '../limits.ts'
import { isWrite } from '../load/admission.ts'
import type { FailedLoginLimit } from '../load/failed-logins.ts'
import { clientAddress } from './client-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; a guest when nothing was presented. */
    caller: Caller
    /** The answer is for this caller alone: something was presented. */
    hasPrivateResponse: boolean
  }
}

export interface AuthenticationOptions {
  failedLogins: FailedLoginLimit
  /** How many proxies stand in front. */
  proxyCount: number
  /** Seconds since 1970-01-01 UTC. */
  now(): number
}

const WRONG: ReadonlySet<FailureCode> = new Set(['incorrect_password', 'invalid_username', 'rest_invalid_token'])

/** Finds out who asks, on every route there is. A wrong credential is an error, not a guest. */
export function registerAuthentication(
  app: FastifyInstance,
  credentials: Credentials,
  options: AuthenticationOptions,
): void {
  const { failedLogins, proxyCount, now } = options
  let signingIn = 0
  app.decorateRequest('caller', null as unknown as Caller)
  app.decorateRequest('hasPrivateResponse', false)
  app.addHook('onRequest', async (request) => {
    request.caller = GUEST
    const { authorization } = request.headers
    // Where nothing answers that is what is said, whoever asks and whatever was sent (contract: order of checks).
    if (request.is404) throw new CalendarError('rest_no_route')
    if (authorization === undefined || request.routeOptions.config.hasOwnCredential) return
    request.hasPrivateResponse = true
    // Reads have their turn already, see admission.ts.
    if (isWrite(request.raw) && signingIn >= LIMITS.credentialChecks.value) throw new CalendarError('rest_too_busy')
    const address = clientAddress(request.raw, proxyCount)
    signingIn += 1
    try {
      request.caller = await credentials.authenticate(authorization, now(), (check) =>
        failedLogins.limitCheck(address, authorization, check),
      )
    } catch (error) {
      if (error instanceof CalendarError && WRONG.has(error.code)) failedLogins.recordFailure(address, authorization)
      throw error
    } finally {
      signingIn -= 1
    }
    request.hasPrivateResponse = request.caller !== GUEST
  })
}
