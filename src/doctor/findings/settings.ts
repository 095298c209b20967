import type { DoctorFinding } from './finding.ts'

/** Settings of the process that are looked at together. */
export interface SettingsFacts {
  host: string
  publicUrl: string | undefined
  /** Whether ALLOWED_HOSTS was given. */
  hasAllowedHosts: boolean
  /** How many proxies in front are believed. */
  trustProxy: number
  allowPrivateFetch: boolean
  /** Whether ALMANAC_ADMIN_PASSWORD is set, and still signs in. */
  adminPassword: 'unset' | 'unused' | 'valid' | 'valid and short'
  /** NODE_TLS_REJECT_UNAUTHORIZED, of the environment. */
  isTlsUnverified: boolean
}

const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

export function settingsFindings(facts: SettingsFacts): DoctorFinding[] {
  return [...reachFindings(facts), ...secretFindings(facts)]
}

function reachFindings({ host, publicUrl, hasAllowedHosts, trustProxy }: SettingsFacts): DoctorFinding[] {
  const found: DoctorFinding[] = []
  const isOpen = !LOOPBACK.includes(host)
  const isSecure = publicUrl?.startsWith('https:') ?? false
  if (isOpen && !isSecure) {
    found.push({
      code: 'no_tls',
      severity: 'warning',
      what: `HOST is ${host}: other machines reach the server, and no address with https is known.`,
      why: 'Passwords and tokens cross the network where others can read them.',
      fix: 'Put a proxy with a certificate in front (docs/operations.md), set PUBLIC_URL to its https address, and HOST to 127.0.0.1.',
    })
  } else if (publicUrl?.startsWith('http:') && !LOOPBACK.includes(new URL(publicUrl).hostname)) {
    found.push({
      code: 'public_url_http',
      severity: 'warning',
      what: `PUBLIC_URL is ${publicUrl}, without https.`,
      why: 'Links lead everyone to where passwords and tokens can be read on their way.',
      fix: 'Give the proxy a certificate and write https in PUBLIC_URL.',
    })
  }
  if (trustProxy && isOpen) {
    found.push({
      code: 'trust_proxy_open',
      severity: 'warning',
      what: `TRUST_PROXY is ${trustProxy}, and HOST is ${host}.`,
      why: 'Whoever reaches the port without the proxy can pretend to be any address, and so escape limits for each address.',
      fix: 'Set HOST to the address that only the proxy reaches, such as 127.0.0.1, or let a firewall do that.',
    })
  }
  if (!trustProxy && isSecure && !isOpen) {
    found.push({
      code: 'proxy_not_trusted',
      severity: 'warning',
      what: 'There is a proxy in front (PUBLIC_URL is https, HOST is this machine), and TRUST_PROXY is 0.',
      why: 'All callers seem to have the address of the proxy: logs say so, and limits for each address hold for all of them together.',
      fix: 'Have the proxy set X-Forwarded-For, and set TRUST_PROXY=1.',
    })
  }
  if (publicUrl && hasAllowedHosts) {
    found.push({
      code: 'allowed_hosts_unused',
      severity: 'note',
      what: 'ALLOWED_HOSTS is set and has no effect, because PUBLIC_URL is set.',
      why: 'Whoever reads the settings believes something else.',
      fix: 'Remove ALLOWED_HOSTS, or PUBLIC_URL if one server answers under several names.',
    })
  }
  return found
}

function secretFindings({ allowPrivateFetch, adminPassword, isTlsUnverified }: SettingsFacts): DoctorFinding[] {
  const found: DoctorFinding[] = []
  if (allowPrivateFetch) {
    found.push({
      code: 'private_fetch',
      severity: 'warning',
      what: 'ALLOW_PRIVATE_FETCH is 1.',
      why: 'Whoever may write events can have this server ask machines inside your network, by the address of a picture.',
      fix: 'Remove it, unless this is a trial without the internet.',
    })
  }
  if (adminPassword === 'valid' || adminPassword === 'valid and short') {
    const isShort = adminPassword === 'valid and short'
    found.push({
      code: isShort ? 'admin_password_short' : 'admin_password_unchanged',
      severity: isShort ? 'wrong' : 'warning',
      what: `ALMANAC_ADMIN_PASSWORD still signs in as the administrator${isShort ? ', and it has fewer than 12 letters' : ''}.`,
      why: 'Whoever sees the environment or the file it comes from can do everything; a short one can be guessed.',
      fix: 'Make another (`almanac users password admin`), revoke this one (`almanac users password admin --list`, then `--revoke <id>`), and remove the variable.',
    })
  }
  if (isTlsUnverified) {
    found.push({
      code: 'tls_unchecked',
      severity: 'wrong',
      what: 'NODE_TLS_REJECT_UNAUTHORIZED is 0.',
      why: 'Pictures and PostgreSQL are taken from whoever pretends to be them.',
      fix: 'Remove it; NODE_EXTRA_CA_CERTS names certificates of your own.',
    })
  }
  return found
}
