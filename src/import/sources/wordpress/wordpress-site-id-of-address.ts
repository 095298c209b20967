/**
 * Returns the host and path of the WordPress site at an address, e.g. `old.example/blog`, in one spelling, so that all
 * sources of the site have the same name for it.
 * @returns undefined if the text is not an address
 */
export function wordpressSiteIdOfAddress(address: string): string | undefined {
  const url = URL.parse(address)
  if (!url || url.host === '') return undefined
  return `${url.host.replace(/^www\./, '')}${url.pathname}`.replace(/\/+$/, '')
}
