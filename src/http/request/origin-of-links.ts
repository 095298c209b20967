import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { memoize } from '../../core/generic/memoize.ts'
import type { Language } from '../../core/language.ts'

export interface OriginOptions {
  /** The origin configured as `PUBLIC_URL`. If set, the links in every response begin with it. */
  publicUrl?: string | undefined
  /** Origins of languages with a domain of their own. */
  languageUrls?: Partial<Record<Language, string>> | undefined
  allowedHosts: readonly string[]
  trustProxy: boolean
}

/**
 * Creates a function that determines the origin of a request and its links: that of the language whose domain the
 * request names, else the configured `PUBLIC_URL`, else the host of the request if it is allowed, else the local
 * address of the connection. The host is checked so that no request can put a foreign host into a cached response.
 */
export function createRequestOriginReader({
  publicUrl,
  languageUrls = {},
  allowedHosts,
  trustProxy,
}: OriginOptions): (raw: IncomingMessage) => string {
  const hostOf = (raw: IncomingMessage) =>
    (trustProxy && forwarded(raw, 'x-forwarded-host')) || (raw.headers.host ?? '')
  if (publicUrl) {
    const domains = new Map(Object.values(languageUrls).map((origin) => [new URL(origin).host, origin]))
    return domains.size === 0 ? () => publicUrl : (raw) => domains.get(hostOf(raw).toLowerCase()) ?? publicUrl
  }
  const allowedOrigin = {
    http: memoize((host) => allowedOriginOf(`http://${host}`, allowedHosts)),
    https: memoize((host) => allowedOriginOf(`https://${host}`, allowedHosts)),
  }
  return (raw) => {
    const protocol = protocolOf(raw, trustProxy)
    return allowedOrigin[protocol](hostOf(raw)) || connectionOrigin(protocol, raw.socket)
  }
}

/** Returns the language whose own domain a request names; undefined if it names none. */
export type DomainLanguageReader = (raw: IncomingMessage) => Language | undefined

/**
 * Creates a function that returns the language whose own domain a request names.
 * @param originOf returns the origin of a request; for a request to the domain of a language, that is the origin of
 * this domain
 */
export function createDomainLanguageReader(
  { languageUrls = {} }: Pick<OriginOptions, 'languageUrls'>,
  originOf: (raw: IncomingMessage) => string,
): DomainLanguageReader {
  const languages = new Map(Object.entries(languageUrls).map(([language, origin]) => [origin, language as Language]))
  return languages.size === 0 ? () => undefined : (raw) => languages.get(originOf(raw))
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
