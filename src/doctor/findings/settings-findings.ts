import type { DoctorFinding } from './doctor-finding.ts'

/** Settings that may contradict each other or be unsafe, the input of `createSettingsFindings`. */
export interface SettingsFacts {
  host: string
  publicUrl: string | undefined
  /** Whether the setting ALLOWED_HOSTS, the accepted host names, is given. */
  hasAllowedHosts: boolean
  /** The setting TRUST_PROXY: number of trusted reverse proxies in front of the server. */
  trustProxy: number
  allowPrivateFetch: boolean
  /**
   * Whether ALMANAC_ADMIN_PASSWORD is set, and whether it is still an application password of the account `admin`.
   * `short` means fewer than 12 characters.
   */
  adminPassword: 'unset' | 'unused' | 'valid' | 'valid and short'
  /** Whether NODE_TLS_REJECT_UNAUTHORIZED is 0, so that Node accepts any TLS certificate. */
  isTlsUnverified: boolean
}

const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

export function createSettingsFindings(facts: SettingsFacts): DoctorFinding[] {
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
      what: `HOST is ${host}: other machines can reach the server, but PUBLIC_URL has no https address.`,
      why: 'Passwords and tokens are sent over the network unencrypted.',
      fix: 'Run a reverse proxy with a certificate (docs/operations.md), set PUBLIC_URL to its https address, and HOST to 127.0.0.1.',
    })
  } else if (publicUrl?.startsWith('http:') && !LOOPBACK.includes(new URL(publicUrl).hostname)) {
    found.push({
      code: 'public_url_http',
      severity: 'warning',
      what: `PUBLIC_URL is ${publicUrl}, without https.`,
      why: 'Links point to an address where passwords and tokens are sent unencrypted.',
      fix: 'Install a certificate on the proxy and use https in PUBLIC_URL.',
    })
  }
  if (trustProxy && isOpen) {
    found.push({
      code: 'trust_proxy_open',
      severity: 'warning',
      what: `TRUST_PROXY is ${trustProxy}, and HOST is ${host}.`,
      why: 'Clients that bypass the proxy can forge their IP address and so evade rate limits.',
      fix: 'Set HOST to an address that only the proxy can reach, such as 127.0.0.1, or block the port with a firewall.',
    })
  }
  if (!trustProxy && isSecure && !isOpen) {
    found.push({
      code: 'proxy_not_trusted',
      severity: 'warning',
      what: 'A reverse proxy is in use (PUBLIC_URL is https, HOST is a loopback address), but TRUST_PROXY is 0.',
      why: 'All clients appear with the IP address of the proxy: in logs, and as one client for rate limits.',
      fix: 'Configure the proxy to set X-Forwarded-For, and set TRUST_PROXY=1.',
    })
  }
  if (publicUrl && hasAllowedHosts) {
    found.push({
      code: 'allowed_hosts_unused',
      severity: 'note',
      what: 'ALLOWED_HOSTS has no effect, because PUBLIC_URL is set.',
      why: 'The configuration is misleading.',
      fix: 'Remove ALLOWED_HOSTS, or PUBLIC_URL if the server has several host names.',
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
      why: 'Users who may write events can make this server send requests into your private network, by the URL of a picture.',
      fix: 'Remove it, unless this is a test installation.',
    })
  }
  if (adminPassword === 'valid' || adminPassword === 'valid and short') {
    const isShort = adminPassword === 'valid and short'
    found.push({
      code: isShort ? 'admin_password_short' : 'admin_password_unchanged',
      severity: isShort ? 'wrong' : 'warning',
      what: `ALMANAC_ADMIN_PASSWORD still signs in as the administrator${isShort ? ', and has fewer than 12 characters' : ''}.`,
      why: 'Anyone who can read the environment or its file has full access; a short password can be guessed.',
      fix: 'Create another password (`almanac users password admin`), revoke this one (`almanac users password admin --list`, then `--revoke <id>`), and remove the variable.',
    })
  }
  if (isTlsUnverified) {
    found.push({
      code: 'tls_unchecked',
      severity: 'wrong',
      what: 'NODE_TLS_REJECT_UNAUTHORIZED is 0.',
      why: 'Certificates of PostgreSQL and picture servers are not verified, so connections can be intercepted.',
      fix: 'Remove it; use NODE_EXTRA_CA_CERTS for your own certificates.',
    })
  }
  return found
}
