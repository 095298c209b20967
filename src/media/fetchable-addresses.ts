import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The maximum length of the URL of a picture. URLs are stored in a column with a unique index, which limits their
 * length.
 */
export const URL_LENGTH_MAX = 2000

/**
 * The part of the IPv6 address space that is allocated to the public internet (RFC 4291, 2.4). All other addresses are
 * unused, private, or old encodings of IPv4 addresses.
 */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * The address of a service of the Azure platform. It is in a public range, but on a machine inside Azure it serves
 * internal data of that machine, so pictures must not be fetched from it.
 */
const AZURE_PLATFORM = '168.63.129.16'

/**
 * Parses the URL of a picture to download. Only http and https URLs without user name and password are accepted; the
 * fragment is removed.
 * @returns undefined for URLs that are not accepted; the `href` of the result is the normalized form that is stored
 */
export function parseUrlOfPictureToFetch(text: string, base?: URL): URL | undefined {
  const url = text.length <= URL_LENGTH_MAX && URL.parse(text, base?.href)
  if (!url) return undefined
  url.hash = ''
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  return isWeb && !url.username && !url.password && url.href.length <= URL_LENGTH_MAX ? url : undefined
}

/**
 * Whether an IP address belongs to the public internet. Pictures must not be fetched from other addresses, because
 * users could then explore the server's private network.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  // The function `process` of the library ipaddr.js also converts IPv4-mapped IPv6 addresses to IPv4.
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv6 ? parsed.match(GLOBAL_IPV6) : parsed.toString() !== AZURE_PLATFORM
}
