import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { memoize } from '../../core/memoize.ts'

/**
 * The address a request comes from.
 * @param proxyCount proxies in front of the server; each adds the address it was asked from at the end of X-Forwarded-For, so
 *   what stands further left is what a client says of itself, and is not believed
 */
export function clientAddress({ headers, socket }: IncomingMessage, proxyCount: number): string {
  const direct = socket.remoteAddress ?? ''
  if (proxyCount === 0) return direct
  const said = String(headers['x-forwarded-for'] ?? '').split(',')
  // Fewer than there are proxies: what came first is the furthest anyone vouches for.
  const nearest = (said.at(-proxyCount) ?? said[0] ?? '').trim()
  return ipaddr.isValid(nearest) ? nearest : direct
}

/** Who counts as one: an address of IPv4, a network of IPv6 (a household has 2^64 addresses). */
export const clientNetwork = memoize((address) => inBits(address, 64), 10_000)

/** What one subscriber may have of IPv6 at most (RFC 6177): 65,536 such networks. Of IPv4, the address. */
export const subscriberNetwork = memoize((address) => inBits(address, 48), 10_000)

function inBits(address: string, bits: 48 | 64): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const parts = parsed.parts.slice(0, bits / 16).map((part) => part.toString(16))
  return `${parts.join(':')}::/${bits}`
}
