import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Credentials } from '../../accounts/credentials.ts'
import { type Caller, GUEST } from '../../core/caller.ts'
import { CalendarError, type FailureCode } from '../../core/errors.ts'
import { LIMITS } from '../limits.ts'
import { clientAddress } from './client-address.ts'
import { isWrite } from './methods.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated user; `GUEST` for a request without credentials. */
    caller: Caller
    /** Whether the response is for this caller only, because the request has credentials. Shared caches must not store it. */
    hasPrivateResponse: boolean
  }
}

/**
 * Limits the different wrong credentials that one client address may try. Sending the same wrong credential again is not
 * counted, so that a client with an outdated password is not locked out. `load/failed-logins.ts` implements it.
 */
export interface FailedLoginLimit {
  /**
   * Runs a slow check of a credential, such as a password hash.
   * @throws {CalendarError} 429 after too many failed logins from the address, 503 when too many checks for it are running
   */
  limitCheck<T>(address: string, authorization: string, check: () => Promise<T>): Promise<T>
  /** Counts a wrong credential. @throws {CalendarError} 429 when the limit was already reached */
  recordFailure(address: string, authorization: string): void
}

export interface AuthenticationOptions {
  failedLogins: FailedLoginLimit
  /** Number of trusted proxies in front of the server. */
  proxyCount: number
  /** Seconds since 1970-01-01 UTC. */
  now(): number
}

const WRONG_CREDENTIAL: ReadonlySet<FailureCode> = new Set([
  'incorrect_password',
  'invalid_username',
  'rest_invalid_token',
])

/** Whether a request has no credentials, so that its response may be cached and shared. */
export const isAnonymous = ({ raw, hasPrivateResponse }: FastifyRequest) =>
  !hasPrivateResponse && raw.headers.authorization === undefined

/** Sets `request.caller` on every route. Wrong credentials are an error; the request does not continue anonymously. */
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
    request.caller = GUEST
    const { authorization } = request.headers
    // An unknown address is 404 for every caller, even with a wrong credential (contract: order of checks).
    if (request.is404) throw new CalendarError('rest_no_route')
    if (authorization === undefined || request.routeOptions.config.hasOwnCredential) return
    request.hasPrivateResponse = true
    // Reads are limited before the router (load/admission.ts); writes are admitted only after their body has been read.
    if (isWrite(request.raw) && runningChecks >= LIMITS.credentialChecks.value) throw new CalendarError('rest_too_busy')
    const address = clientAddress(request.raw, proxyCount)
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
    // Schemes that the server does not know are ignored and leave the caller anonymous.
    request.hasPrivateResponse = request.caller !== GUEST
  })
}
