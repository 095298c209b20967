import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { memoize } from '../../core/memoize.ts'

export interface OriginOptions {
  publicUrl?: string | undefined
  allowedHosts: readonly string[]
  trustProxy: boolean
}

/**
 * The origin that links have: `PUBLIC_URL`, else the host that was asked, if it is one of ours: nobody can put a foreign
 * host into another's answer.
 */
export function createOriginReader({
  publicUrl,
  allowedHosts,
  trustProxy,
}: OriginOptions): (raw: IncomingMessage) => string {
  if (publicUrl) return () => publicUrl
  const ourOrigin = {
    http: memoize((host) => originIn(`http://${host}`, allowedHosts)),
    https: memoize((host) => originIn(`https://${host}`, allowedHosts)),
  }
  return (raw) => {
    const protocol = protocolOf(raw, trustProxy)
    const host = (trustProxy && forwarded(raw, 'x-forwarded-host')) || (raw.headers.host ?? '')
    return ourOrigin[protocol](host) || ownOrigin(protocol, raw.socket)
  }
}

function protocolOf(raw: IncomingMessage, trustProxy: boolean): 'http' | 'https' {
  const said = trustProxy ? forwarded(raw, 'x-forwarded-proto') : undefined
  if (said === 'http' || said === 'https') return said
  return (raw.socket as Partial<TLSSocket>).encrypted ? 'https' : 'http'
}

/** The last of several: what the proxy next to us says. */
const forwarded = ({ headers }: IncomingMessage, name: string) =>
  String(headers[name] ?? '')
    .split(',')
    .at(-1)
    ?.trim()

/** The origin a request names, if its host is one of ours; else none. */
function originIn(named: string, allowedHosts: readonly string[]): string {
  if (!URL.canParse(named)) return ''
  const url = new URL(named)
  const isOurs = allowedHosts.includes(url.hostname) && url.username === '' && url.pathname === '/' && url.search === ''
  return isOurs ? url.origin : ''
}

/** By the address that the connection came to. */
function ownOrigin(protocol: string, { localAddress = '127.0.0.1', localPort = 80 }: Socket): string {
  return `${protocol}://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`
}
