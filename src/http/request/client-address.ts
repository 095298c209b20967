import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { memoize } from '../../core/memoize.ts'

/**
 * The IP address of the client.
 * @param proxyCount number of trusted proxies in front of the server. Each appends the address of its client to
 *   X-Forwarded-For; entries further left are set by the client itself and are not trusted.
 */
export function clientAddress({ headers, socket }: IncomingMessage, proxyCount: number): string {
  const direct = socket.remoteAddress ?? ''
  if (proxyCount === 0) return direct
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  // With fewer entries than proxies, the first entry was still appended by a proxy.
  const candidate = (forwarded.at(-proxyCount) ?? forwarded[0] ?? '').trim()
  return ipaddr.isValid(candidate) ? candidate : direct
}

/** The unit for limits per client: an IPv4 address or an IPv6 /64 network, since a household has 2^64 addresses. */
export const clientNetwork = memoize((address) => networkOfLength(address, 64), 10_000)

/** The largest IPv6 network that a provider assigns to one subscriber, a /48 (RFC 6177); for IPv4, the address. */
export const subscriberNetwork = memoize((address) => networkOfLength(address, 48), 10_000)

function networkOfLength(address: string, bits: 48 | 64): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const parts = parsed.parts.slice(0, bits / 16).map((part) => part.toString(16))
  return `${parts.join(':')}::/${bits}`
}
