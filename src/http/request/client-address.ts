import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { memoize } from '../../core/memoize.ts'

/**
 * Returns the IP address of the client.
 * @param proxyCount number of trusted proxies in front of the server. Each appends the address from which it got the request
 * to X-Forwarded-For, so only that many entries from the right are trusted; the client can invent the others
 */
export function clientAddress({ headers, socket }: IncomingMessage, proxyCount: number): string {
  const direct = socket.remoteAddress ?? ''
  if (proxyCount === 0) return direct
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  // If there are fewer entries than proxies, the first was also appended by a trusted proxy.
  const candidate = (forwarded.at(-proxyCount) ?? forwarded[0] ?? '').trim()
  return ipaddr.isValid(candidate) ? candidate : direct
}

/**
 * The network for which limits per client are counted: one IPv4 address, or an IPv6 /64 network, because one household has
 * 2^64 addresses.
 */
export const clientNetwork = memoize((address) => networkOfLength(address, 64), 10_000)

/**
 * The IPv6 /48 network of an address, the largest that a provider assigns to one subscriber (RFC 6177); with IPv4, the
 * address itself.
 */
export const subscriberNetwork = memoize((address) => networkOfLength(address, 48), 10_000)

function networkOfLength(address: string, bits: 48 | 64): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const parts = parsed.parts.slice(0, bits / 16).map((part) => part.toString(16))
  return `${parts.join(':')}::/${bits}`
}
