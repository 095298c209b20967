import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Longer addresses are refused; a unique index must hold them. */
export const URL_LENGTH_MAX = 2000

/** All of IPv6 that is given out (RFC 4291, 2.4); the rest has no one there, or old forms of IPv4. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Ordinary by its number, but inside Azure it answers about the machine itself. */
const AZURE_PLATFORM = '168.63.129.16'

/** An address that may be asked for a picture, in the one spelling it is remembered by; no fragment, no credentials. */
export function parseFetchUrl(text: string, base?: URL): URL | undefined {
  const url = text.length <= URL_LENGTH_MAX && URL.parse(text, base?.href)
  if (!url) return undefined
  url.hash = ''
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  return isWeb && !url.username && !url.password && url.href.length <= URL_LENGTH_MAX ? url : undefined
}

/** Whether an IP address belongs to the public internet: nobody may see through us into the network we run in. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  // `process` takes an IPv4 address out of the IPv6 form it may be mapped to.
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv6 ? parsed.match(GLOBAL_IPV6) : parsed.toString() !== AZURE_PLATFORM
}
