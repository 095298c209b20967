import type { SessionSettings } from './session-settings.ts'

/** One of the hosts in the URL of a PostgreSQL database. */
export interface PostgresHost {
  /**
   * A URL for the driver `postgres` that names only this host. The driver reads user, password, database and TLS
   * options from the URL.
   */
  url: string
  /** The settings of PostgreSQL among the URL's parameters, such as `statement_timeout`. */
  settings: SessionSettings
  /**
   * Host name or IP address; undefined for a Unix socket, and when the URL names no host (the driver then uses its
   * default).
   */
  host: string | undefined
  port: number
  /** The path of a Unix socket; undefined for TCP. */
  path: string | undefined
}

const PORT_DEFAULT = 5432

/**
 * URL parameters that only PostgreSQL's C library (libpq) interprets. They are removed from the URL, because the driver
 * `postgres` would send them to PostgreSQL as session settings, and PostgreSQL would refuse them.
 */
const LIBPQ_ONLY_PARAMETERS = [
  'host',
  'port',
  'target_session_attrs',
  'load_balance_hosts',
  'connect_timeout',
  'keepalives',
  'keepalives_idle',
  'keepalives_interval',
  'keepalives_count',
  'tcp_user_timeout',
]

/**
 * URL parameters that remain in the URL: options of the driver `postgres`, and parameters that PostgreSQL accepts only
 * when a connection is opened. All others are settings.
 */
const CONNECTION_PARAMETERS = ['ssl', 'sslmode', 'sslnegotiation', 'sslrootcert', 'user', 'database', 'options']

/**
 * Parses the hosts of a connection URL in libpq's syntax (PostgreSQL manual, 34.1.1.2):
 * `postgres://u@one:5432,two:5433/db`, or `?host=one,two&port=5432,5433`. A host that begins with a slash is the folder
 * of a Unix socket.
 * @returns the hosts in the order of the URL
 * @throws {TypeError} `ERR_INVALID_URL`
 */
export function parsePostgresHosts(url: string): PostgresHost[] {
  const [, scheme = '', authority = '', rest = ''] = /^([a-z]+:\/\/)([^/?#]*)(.*)$/is.exec(url) ?? [url, url]
  const userEnd = authority.lastIndexOf('@') + 1
  const user = authority.slice(0, userEnd)
  const inAuthority = authority.slice(userEnd).split(',')
  const partsWith = (host: string) => {
    const parsed = new URL(`${scheme}${user}${host}${rest}`)
    for (const name of LIBPQ_ONLY_PARAMETERS) parsed.searchParams.delete(name)
    const settings = [...parsed.searchParams].filter(([name]) => !CONNECTION_PARAMETERS.includes(name))
    for (const [name] of settings) parsed.searchParams.delete(name)
    return { url: parsed.href, settings: Object.fromEntries(settings) }
  }
  const parameters = new URLSearchParams(/\?([^#]*)/.exec(rest)?.[1])
  const hosts = parameters.get('host')?.split(',') ?? []
  const ports = parameters.get('port')?.split(',') ?? []
  const all =
    hosts.length > 0
      ? hosts.map((host) => ({ host, port: splitPort(inAuthority[0] ?? '').port }))
      : inAuthority.map(splitPort)
  return all.map(({ host, port: ownPort }, nth) => {
    const port = Number(ports[nth] ?? ports[0] ?? ownPort) || PORT_DEFAULT
    const path = host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : undefined
    const inUrl = path || host === '' ? 'localhost' : host.includes(':') ? `[${host}]` : host
    return { ...partsWith(`${inUrl}:${port}`), host: path || host === '' ? undefined : host, port, path }
  })
}

/** Splits `host:port` or `[IPv6 address]:port`. The host may also be the percent-encoded folder of a Unix socket. */
function splitPort(text: string): { host: string; port: string | undefined } {
  const [, inBrackets, plain = '', port] = /^(?:\[(.*)\]|([^:]*))(?::(\d*))?$/.exec(text) ?? [text, undefined, text]
  return { host: inBrackets ?? decodeURIComponent(plain), port }
}
