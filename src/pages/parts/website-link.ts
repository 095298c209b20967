import { html, type Markup } from '../html-template.ts'

/**
 * A link to a website, with the host name as text; undefined if the address does not begin with `http:` or `https:`.
 */
export function websiteLink(address: string): Markup | undefined {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined
  const host = new URL(address).host.replace(/^www\./, '')
  return html`<a href="${address}" rel="noopener nofollow">${host}</a>`
}
