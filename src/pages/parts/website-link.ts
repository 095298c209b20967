import { html, type Markup } from '../markup.ts'

/** Link to a website, named by its host; undefined unless the address begins with `http:` or `https:`. */
export function websiteLink(address: string): Markup | undefined {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined
  const host = new URL(address).host.replace(/^www\./, '')
  return html`<a href="${address}" rel="noopener nofollow">${host}</a>`
}
