import { html, type Markup } from '../html-template.ts'

/** Parses the address of a website; undefined if it does not begin with `http:` or `https:`. */
export const parseWebsiteAddress = (address: string): URL | undefined =>
  /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address) : undefined

/**
 * A link to a website, with the host name as text; undefined if the address does not begin with `http:` or `https:`.
 */
export function websiteLink(address: string): Markup | undefined {
  const host = parseWebsiteAddress(address)?.host.replace(/^www\./, '')
  return host === undefined ? undefined : html`<a href="${address}" rel="noopener nofollow">${host}</a>`
}
