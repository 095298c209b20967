/** One host of DATABASE_URL. */
export interface PostgresHost {
  /** For the driver, which reads user, password, database and TLS from it. */
  url: string
  /** Undefined: the driver's own default. */
  host: string | undefined
  port: number
  /** Of a Unix socket. */
  path: string | undefined
}

const PORT_DEFAULT = 5432

/** What libpq does and the driver would send on to the server. Any other parameter is a setting of the session. */
const NOT_SENT = [
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
 * The hosts of an address as libpq writes it (PostgreSQL manual, 34.1.1.2), in their order: `postgres://u@one:5432,two:5433/db`,
 * or `?host=one,two&port=5432,5433`; a host that begins with a slash is the folder of a Unix socket.
 * @throws ERR_INVALID_URL
 */
export function parseHosts(url: string): PostgresHost[] {
  const [, scheme = '', authority = '', rest = ''] = /^([a-z]+:\/\/)([^/?#]*)(.*)$/is.exec(url) ?? [url, url]
  const at = authority.lastIndexOf('@') + 1
  const user = authority.slice(0, at)
  const named = authority.slice(at).split(',')
  const cleaned = (host: string) => {
    const parsed = new URL(`${scheme}${user}${host}${rest}`)
    for (const name of NOT_SENT) parsed.searchParams.delete(name)
    return parsed.href
  }
  const written = new URLSearchParams(/\?([^#]*)/.exec(rest)?.[1])
  const hosts = written.get('host')?.split(',') ?? []
  const ports = written.get('port')?.split(',') ?? []
  const whole =
    hosts.length > 0 ? hosts.map((host) => ({ host, port: partsOf(named[0] ?? '').port })) : named.map(partsOf)
  return whole.map(({ host, port: beside }, nth) => {
    const port = Number(ports[nth] ?? ports[0] ?? beside) || PORT_DEFAULT
    const path = host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : undefined
    const shown = path || host === '' ? 'localhost' : host.includes(':') ? `[${host}]` : host
    return { url: cleaned(`${shown}:${port}`), host: path || host === '' ? undefined : host, port, path }
  })
}

/** `host:port`, `[address]:port`, or a folder written with `%2F`. */
function partsOf(text: string): { host: string; port: string | undefined } {
  const [, inBrackets, plain = '', port] = /^(?:\[(.*)\]|([^:]*))(?::(\d*))?$/.exec(text) ?? [text, undefined, text]
  return { host: inBrackets ?? decodeURIComponent(plain), port }
}
