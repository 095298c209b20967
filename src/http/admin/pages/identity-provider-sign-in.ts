import { findOrCreateAccountOfIdentity, type IdentityRefusal } from '../../../accounts/account-of-provider-identity.ts'
import {
  IdentityProviderError,
  signInUrlOfIdentityProvider,
  verifyIdentityProviderResponse,
} from '../../../accounts/identity-provider-client.ts'
import { createRandomToken } from '../../../accounts/random-token.ts'
import type { AdminContext, AdminResponse } from '../../../admin/admin-context.ts'
import { needsTlsPage, signInPage } from '../../../admin/views/sign-in-pages.ts'
import { auditActorOfRequest } from '../../../collections/insert-audit-entries.ts'
import { CalendarError } from '../../../core/errors.ts'
import { canBrowserStoreSessionCookie, readAdminCookie } from '../admin-cookies.ts'
import type { AdminHandler, AdminVisit } from '../admin-handler.ts'
import { parseSafeReturnPath } from '../check-same-origin.ts'
import { startSessionAndRedirect } from './sign-in-pages.ts'

type Visit = AdminVisit<AdminContext>
type Refusal = IdentityRefusal | IdentityProviderError['kind']

/**
 * Sends the browser to the identity provider. A cookie contains the page to show afterwards, and a secret, so that only
 * this browser can complete the sign-in.
 */
export const identityProviderSignInHandler: AdminHandler<AdminContext> = {
  async show(visit) {
    const { context, request, sent } = visit
    const settings = settingsOf(visit)
    if (!canBrowserStoreSessionCookie(request)) return needsTlsPage(context)
    const token = createRandomToken()
    const to = parseSafeReturnPath(sent.to, request.origin) ?? ''
    try {
      const redirect = await signInUrlOfIdentityProvider(
        settings,
        { token, redirectUri: redirectUri(visit), isRepeated: context.session !== undefined },
        context.scope.now,
      )
      return { redirect, signInCookie: `${token}.${Buffer.from(to).toString('base64url')}` }
    } catch (error) {
      return failed(visit, error, to)
    }
  },
}

/** Handles the request with which the browser returns from the identity provider, and completes the sign-in. */
export const identityProviderReturnHandler: AdminHandler<AdminContext> = {
  async show(visit) {
    const { context, request } = visit
    const settings = settingsOf(visit)
    const [token = '', path = ''] = (readAdminCookie(request, 'oidc') ?? '').split('.')
    const to = parseSafeReturnPath(Buffer.from(path, 'base64url').toString(), request.origin) ?? ''
    if (token === '') return refused(visit, 'refused', to)
    const { scope } = context
    const url = new URL(redirectUri(visit))
    url.search = new URL(request.originalUrl, request.origin).search
    try {
      const identity = await verifyIdentityProviderResponse(settings, { token, url }, scope.now)
      const outcome = await scope.db.transaction((tx) =>
        findOrCreateAccountOfIdentity(tx, identity, settings.newRole, auditActorOfRequest(scope)),
      )
      if ('refusal' in outcome) return refused(visit, outcome.refusal, to)
      const started = await startSessionAndRedirect(visit, outcome.accountId, to === '' ? undefined : to, undefined)
      return { ...started, signInCookie: '' } as AdminResponse
    } catch (error) {
      return failed(visit, error, to)
    }
  },
}

/** The settings of the identity provider. @throws {CalendarError} 404 without one */
function settingsOf({ identityProvider }: Visit) {
  if (identityProvider === undefined) throw new CalendarError('rest_no_route')
  return identityProvider
}

/**
 * The address to which the provider sends browsers back. It is the same for all languages, because it is registered at
 * the provider.
 */
const redirectUri = ({ request }: Visit) => `${request.origin}/admin/sign-in/oidc/back`

function failed(visit: Visit, error: unknown, to: string): AdminResponse {
  if (!(error instanceof IdentityProviderError)) throw error
  visit.request.log.warn({ err: error.cause }, error.message)
  return error.kind === 'unavailable'
    ? { ...refused(visit, 'unavailable', to), status: 503 }
    : refused(visit, 'refused', to)
}

/**
 * The sign-in page with the reason why the identity provider could not sign the user in, so that users can sign in with
 * a password.
 */
const refused = ({ context }: Visit, reason: Refusal, to: string) => ({
  ...signInPage(
    context,
    { texts: {}, problems: [{ name: 'login', message: context.words.identityProvider[reason] }] },
    to,
  ),
  signInCookie: '',
})
