import { createHash } from 'node:crypto'
import * as client from 'openid-client'
import type { Identity } from './account-of-provider-identity.ts'
import { ACCOUNT_ROLES, type AccountRole } from './account-store.ts'

/** The identity provider with which users sign in (OpenID Connect), from the settings `OIDC_…`. */
export interface IdentityProviderSettings {
  /** Address of the provider, whose metadata is at `/.well-known/openid-configuration` below it. */
  issuer: string
  clientId: string
  clientSecret: string
  /** Name of the provider that the sign-in page shows. */
  name: string
  /** Scopes to request, separated by spaces. */
  scopes: string
  /** Role of new accounts; undefined: users without an account are refused. */
  newRole: AccountRole | undefined
  /** Path of the claim that names roles: `realm_access.roles`; undefined: the provider assigns no roles. */
  roleClaim: string | undefined
}

/**
 * Thrown when signing in with the provider fails. `unavailable`: the provider does not respond; `refused`: its response
 * is an error or invalid.
 */
export class IdentityProviderError extends Error {
  override name = 'IdentityProviderError'
  readonly kind: 'unavailable' | 'refused'

  constructor(kind: IdentityProviderError['kind'], cause: unknown) {
    super(`the identity provider is ${kind}`, { cause })
    this.kind = kind
  }
}

const TIMEOUT_SECONDS = 10
/** How long metadata and keys of the provider are cached, in seconds. */
const METADATA_SECONDS = 3600
/**
 * How long a failed request to the provider is cached, in seconds, so that visitors of the sign-in page cannot flood
 * the provider with requests.
 */
const FAILURE_SECONDS = 5
/** Difference between the clocks of server and provider that is tolerated, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 30

interface CachedConfiguration {
  expiresAt: number
  configuration: Promise<client.Configuration>
}

const cache = new WeakMap<IdentityProviderSettings, CachedConfiguration>()

/** Reads the metadata of the provider. @param now UTC seconds @throws {IdentityProviderError} */
export async function readIdentityProviderMetadata(
  settings: IdentityProviderSettings,
  now: number,
): Promise<client.Configuration> {
  let cached = cache.get(settings)
  if (cached === undefined || cached.expiresAt <= now) {
    cached = { expiresAt: now + METADATA_SECONDS, configuration: discover(settings) }
    cache.set(settings, cached)
  }
  const used = cached
  try {
    return await used.configuration
  } catch (error) {
    used.expiresAt = Math.min(used.expiresAt, now + FAILURE_SECONDS)
    throw new IdentityProviderError('unavailable', error)
  }
}

async function discover(settings: IdentityProviderSettings): Promise<client.Configuration> {
  const { issuer, clientId, clientSecret } = settings
  const metadata = { client_secret: clientSecret, [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS }
  return client.discovery(new URL(issuer), clientId, metadata, authenticateClient(clientSecret), {
    timeout: TIMEOUT_SECONDS,
    execute: [
      // Without this call the library would not check the signature of an ID token, because the token comes from the
      // provider itself.
      client.enableNonRepudiationChecks,
      ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
    ],
  })
}

/**
 * Sends the client secret in the way that the metadata of the provider names: in the header `Authorization`, which is
 * the default, or in the form.
 */
const authenticateClient =
  (secret: string): client.ClientAuth =>
  (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost
    authenticate(secret)(server, ...request)
  }

/** State, nonce and PKCE verifier of one sign-in, derived from a random token, which only the browser has. */
function secretsOf(token: string) {
  const derive = (purpose: string) => createHash('sha256').update(`${purpose}\0${token}`).digest('base64url')
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') }
}

/**
 * The address of the provider to which a browser is redirected.
 * @param token random token of this sign-in
 * @param isRepeated whether the user is signed in already, so that the provider should ask for a password again
 * @throws {IdentityProviderError}
 */
export async function signInUrlOfIdentityProvider(
  settings: IdentityProviderSettings,
  { token, redirectUri, isRepeated }: { token: string; redirectUri: string; isRepeated: boolean },
  now: number,
): Promise<string> {
  const { state, nonce, verifier } = secretsOf(token)
  const url = client.buildAuthorizationUrl(await readIdentityProviderMetadata(settings, now), {
    redirect_uri: redirectUri,
    scope: settings.scopes,
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(isRepeated && { prompt: 'login' }),
  })
  return url.href
}

/**
 * Verifies the response with which the provider has sent the browser back, and exchanges its code for the ID token.
 * @param url address to which the browser was sent back
 * @throws {IdentityProviderError}
 */
export async function verifyIdentityProviderResponse(
  settings: IdentityProviderSettings,
  { token, url }: { token: string; url: URL },
  now: number,
): Promise<Identity> {
  const { state, nonce, verifier } = secretsOf(token)
  const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier }
  const configuration = await readIdentityProviderMetadata(settings, now)
  try {
    const tokens = await client.authorizationCodeGrant(configuration, url, checks)
    const claims = tokens.claims() as Claims
    const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined
    const more =
      claims.email === undefined && hasUserInfo
        ? await client.fetchUserInfo(configuration, tokens.access_token, String(claims.sub))
        : {}
    return identityFrom({ ...more, ...claims }, settings)
  } catch (error) {
    throw new IdentityProviderError(isUnavailable(error) ? 'unavailable' : 'refused', error)
  }
}

type Claims = Readonly<Record<string, unknown>>

/** Whether a request failed because the provider did not answer, or with a status from 500 on. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, cause } = error as Error & { code?: string }
  if (error.message === 'fetch failed' || code === 'OAUTH_TIMEOUT') return true
  if (cause instanceof Response) return cause.status >= 500
  return cause !== error && isUnavailable(cause)
}

const NAME_LENGTH_MAX = 200

function identityFrom(claims: Claims, { issuer, roleClaim }: IdentityProviderSettings): Identity {
  const text = (name: string) => (typeof claims[name] === 'string' ? (claims[name] as string).trim() : '')
  const email = claims.email_verified === true ? text('email').toLowerCase() : ''
  return {
    issuer,
    subject: text('sub'),
    email,
    name: text('name')
      .replace(/\p{Cc}/gu, ' ')
      .slice(0, NAME_LENGTH_MAX)
      .toWellFormed(),
    logins: [text('preferred_username'), email.replace(/@.*/, ''), email].filter((login) => login !== ''),
    role: roleIn(claims, roleClaim),
  }
}

/** The highest role that a claim of an ID token names. The claim is a text or a list of texts. */
function roleIn(claims: Claims, path: string | undefined): AccountRole | undefined {
  const value = path?.split('.').reduce<unknown>((object, name) => (object as Claims | undefined)?.[name], claims)
  const names = [value].flat()
  return ACCOUNT_ROLES.findLast((role) => names.includes(role))
}
