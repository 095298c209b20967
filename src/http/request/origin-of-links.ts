import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { memoize } from '../../core/generic/memoize.ts'

export interface OriginOptions {
  /** The origin configured as `PUBLIC_URL`. If set, the links in every response begin with it. */
  publicUrl?: string | undefined
  allowedHosts: readonly string[]
  trustProxy: boolean
}

/**
 * Creates a function that determines the origin of links: the configured `PUBLIC_URL`, else the host of the request if
 * it is allowed, else the local address of the connection. The host is checked so that no request can put a foreign
 * host into a cached response.
 */
export function createOriginReader({
  publicUrl,
  allowedHosts,
  trustProxy,
}: OriginOptions): (raw: IncomingMessage) => string {
  if (publicUrl) return () => publicUrl
  const allowedOrigin = {
    http: memoize((host) => allowedOriginOf(`http://${host}`, allowedHosts)),
    https: memoize((host) => allowedOriginOf(`https://${host}`, allowedHosts)),
  }
  return (raw) => {
    const protocol = protocolOf(raw, trustProxy)
    const host = (trustProxy && forwarded(raw, 'x-forwarded-host')) || (raw.headers.host ?? '')
    return allowedOrigin[protocol](host) || connectionOrigin(protocol, raw.socket)
  }
}

function protocolOf(raw: IncomingMessage, trustProxy: boolean): 'http' | 'https' {
  const forwardedProtocol = trustProxy ? forwarded(raw, 'x-forwarded-proto') : undefined
  if (forwardedProtocol === 'http' || forwardedProtocol === 'https') return forwardedProtocol
  return (raw.socket as Partial<TLSSocket>).encrypted ? 'https' : 'http'
}

/**
 * Returns the last value of a header such as X-Forwarded-Host, which the nearest proxy has set, so it can be trusted.
 */
const forwarded = ({ headers }: IncomingMessage, name: string) =>
  String(headers[name] ?? '')
    .split(',')
    .at(-1)
    ?.trim()

/** Returns the origin of a URL if its host is allowed, else an empty string. */
function allowedOriginOf(url: string, allowedHosts: readonly string[]): string {
  if (!URL.canParse(url)) return ''
  const parsed = new URL(url)
  const isAllowed =
    allowedHosts.includes(parsed.hostname) && parsed.username === '' && parsed.pathname === '/' && parsed.search === ''
  return isAllowed ? parsed.origin : ''
}

/** Returns an origin with the local IP address and port to which the client has connected. */
function connectionOrigin(protocol: string, { localAddress = '127.0.0.1', localPort = 80 }: Socket): string {
  return `${protocol}://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`
}
