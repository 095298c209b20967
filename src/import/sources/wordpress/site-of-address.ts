/**
 * Names the site of WordPress at an address, so that all its sources name it alike: host and path, e.g. `old.example/blog`.
 * @returns undefined for text that is not an address
 */
export function siteIdOfAddress(address: string): string | undefined {
  const url = URL.parse(address)
  if (!url || url.host === '') return undefined
  return `${url.host.replace(/^www\./, '')}${url.pathname}`.replace(/\/+$/, '')
}
