import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { memoize } from '../../core/generic/memoize.ts'

/**
 * Returns the IP address of the client.
 * @param proxyCount number of trusted proxies in front of the server. Each proxy appends the address from which it
 * received the request to X-Forwarded-For, so the last `proxyCount` entries are trusted; the client can invent all
 * others
 */
export function readClientAddress({ headers, socket }: IncomingMessage, proxyCount: number): string {
  const direct = socket.remoteAddress ?? ''
  if (proxyCount === 0) return direct
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  // If X-Forwarded-For has fewer entries than there are proxies, trusted proxies appended all of them, also the first.
  const candidate = (forwarded.at(-proxyCount) ?? forwarded[0] ?? '').trim()
  return ipaddr.isValid(candidate) ? candidate : direct
}

/**
 * The network of a client for limits per client: its IPv4 address, or its IPv6 /64 network, because one household has
 * 2^64 IPv6 addresses.
 */
export const networkOfClientAddress = memoize((address) => networkOfLength(address, 64), 10_000)

/**
 * The IPv6 /48 network of an address, the largest network that a provider assigns to one subscriber (RFC 6177); an IPv4
 * address is returned unchanged.
 */
export const subscriberNetworkOfAddress = memoize((address) => networkOfLength(address, 48), 10_000)

function networkOfLength(address: string, bits: 48 | 64): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const parts = parsed.parts.slice(0, bits / 16).map((part) => part.toString(16))
  return `${parts.join(':')}::/${bits}`
}
