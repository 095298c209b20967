import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Credentials } from '../../accounts/verify-credentials.ts'
import { ANONYMOUS, type Caller } from '../../core/caller.ts'
import { CalendarError, type FailureCode } from '../../core/errors.ts'
import { LIMITS } from '../all-limits.ts'
import { readClientAddress } from './client-address.ts'
import { isWriteRequest } from './read-and-write-methods.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The user who sent the request; `ANONYMOUS` if the request has no credentials. */
    caller: Caller
    /**
     * Whether the request has credentials, so that the response is for this user only and shared caches must not store
     * it.
     */
    hasPrivateResponse: boolean
  }
}

/**
 * Limits how many different wrong credentials one client address may try. A repeated wrong credential is not counted,
 * so that a client with an outdated password is not locked out. Implemented in `load/failed-login-limit.ts`.
 */
export interface FailedLoginLimit {
  /**
   * Runs a slow check of a credential, such as hashing a password, unless the client address has reached a limit.
   * @throws {CalendarError} 429 after too many failed logins from the address, 503 when too many checks for the address
   * are running
   */
  limitCheck<T>(address: string, authorization: string, check: () => Promise<T>): Promise<T>
  /**
   * Counts a wrong credential of a client address.
   * @throws {CalendarError} 429 when the address has reached the limit of failed logins already
   */
  recordFailure(address: string, authorization: string): void
}

export interface AuthenticationOptions {
  failedLogins: FailedLoginLimit
  /** Number of trusted proxies in front of the server. */
  proxyCount: number
  /** Returns the current time in seconds since 1970-01-01 UTC. */
  now(): number
}

const WRONG_CREDENTIAL: ReadonlySet<FailureCode> = new Set([
  'incorrect_password',
  'invalid_username',
  'rest_invalid_token',
])

/** Whether a request has no credentials, so that its response may be stored by shared caches. */
export const isAnonymousRequest = ({ raw, hasPrivateResponse }: FastifyRequest) =>
  !hasPrivateResponse && raw.headers.authorization === undefined

/** Sets `request.caller` on every request. A request with wrong credentials is rejected, not treated as anonymous. */
export function registerAuthentication(
  app: FastifyInstance,
  credentials: Credentials,
  options: AuthenticationOptions,
): void {
  const { failedLogins, proxyCount, now } = options
  let runningChecks = 0
  app.decorateRequest('caller', null as unknown as Caller)
  app.decorateRequest('hasPrivateResponse', false)
  app.addHook('onRequest', async (request) => {
    request.caller = ANONYMOUS
    const { authorization } = request.headers
    // A request to an unknown URL gets 404 before its credentials are checked (API contract: order of checks).
    if (request.is404) throw new CalendarError('rest_no_route')
    if (authorization === undefined || request.routeOptions.config.hasOwnCredential) return
    request.hasPrivateResponse = true
    // Limits how many passwords are checked at once, for writes only: admission control has limited reads before this
    // point, but admits writes only after authentication.
    if (isWriteRequest(request.raw) && runningChecks >= LIMITS.credentialChecks.value)
      throw new CalendarError('rest_too_busy')
    const address = readClientAddress(request.raw, proxyCount)
    runningChecks += 1
    try {
      request.caller = await credentials.authenticate(authorization, now(), (check) =>
        failedLogins.limitCheck(address, authorization, check),
      )
    } catch (error) {
      if (error instanceof CalendarError && WRONG_CREDENTIAL.has(error.code))
        failedLogins.recordFailure(address, authorization)
      throw error
    } finally {
      runningChecks -= 1
    }
    // An `Authorization` header with an unknown scheme is ignored, so the user stays anonymous.
    request.hasPrivateResponse = request.caller !== ANONYMOUS
  })
}
