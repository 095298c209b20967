import { type Config, NEW_ACCOUNT_ROLES, type NewAccountRole } from './config-types.ts'
import type { EnvReader } from './env-reader.ts'
import { ENVIRONMENT_VARIABLES } from './environment-variables.ts'
import type { Env } from './read-env.ts'

/** Reads the settings `OIDC_…`. Messages never contain the secret. */
export function readIdentityProviderConfig({ value, errors, reject }: EnvReader, env: Env): Config['oidc'] {
  const issuer = value('oidcIssuer')
  if (issuer === '') return undefined
  if (!isIssuer(issuer)) reject('oidcIssuer', 'must be an address that begins with https://, without query')
  const clientSecret = env.oidcClientSecret?.trim() ?? ''
  for (const [name, text] of [
    ['oidcClientId', value('oidcClientId')],
    ['oidcClientSecret', clientSecret],
  ] as const) {
    if (text === '') errors.push(`${ENVIRONMENT_VARIABLES[name].name}: must be set when OIDC_ISSUER is set`)
  }
  const scopes = value('oidcScopes')
  if (!scopes.split(/\s+/).includes('openid')) reject('oidcScopes', 'must contain openid')
  const role = value('oidcNewRole')
  const newRole = NEW_ACCOUNT_ROLES.find((one) => one === role)
  if (role !== '' && newRole === undefined) reject('oidcNewRole', `must be one of ${NEW_ACCOUNT_ROLES.join(', ')}`)
  return {
    issuer,
    clientId: value('oidcClientId'),
    clientSecret,
    name: value('oidcName') || hostOf(issuer),
    scopes,
    newRole: newRole satisfies NewAccountRole | undefined,
    roleClaim: value('oidcRoleClaim') || undefined,
  }
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)

/**
 * Whether a text can be the address of an identity provider: it must use HTTPS, except for a provider on this computer.
 */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname))
}
