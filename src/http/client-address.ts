import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { remembered } from '../core/remembered.ts'

/**
 * The address a request comes from.
 * @param hops proxies in front of the server; each adds the address it was asked from at the end of X-Forwarded-For, so
 *   what stands further left is what a client says of itself, and is not believed
 */
export function clientAddress({ headers, socket }: IncomingMessage, hops: number): string {
  const direct = socket.remoteAddress ?? ''
  if (hops === 0) return direct
  const said = String(headers['x-forwarded-for'] ?? '').split(',')
  // Fewer than there are proxies: what came first is the furthest anyone vouches for.
  const nearest = (said.at(-hops) ?? said[0] ?? '').trim()
  return ipaddr.isValid(nearest) ? nearest : direct
}

/** Who counts as one: an address of IPv4, a network of IPv6 (a household has 2^64 addresses). */
export const networkOf = remembered((address) => {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}, 10_000)
