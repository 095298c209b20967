import { decodeHtmlAttribute, isPictureUrlOfAllowedHost, replaceImgElementsInHtml } from '../../core/picture-hosts.ts'
import { html, type Markup, markSanitizedHtml } from '../html-template.ts'
import type { PageContext } from '../page-context.ts'

const ATTRIBUTE = /\s(src|alt)="([^"]*)"/gi

/**
 * The stored description of a record. Pictures of hosts that the setting `picture_hosts` does not list are replaced by
 * a link to them, because the Content-Security-Policy would block them.
 */
export const renderDescriptionOfRecord = (context: Pick<PageContext, 'scope' | 'words'>, description: string): Markup =>
  markSanitizedHtml(replaceImgElementsInHtml(description, (element) => pictureMarkup(context, element)))

function pictureMarkup({ scope, words }: Pick<PageContext, 'scope' | 'words'>, element: string): string {
  const { src = '', alt = '' } = Object.fromEntries(
    [...element.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      decodeHtmlAttribute(value),
    ]),
  )
  const { origin, origins } = scope.urls
  const address = URL.canParse(src, `${origin}/`) ? new URL(src, `${origin}/`) : undefined
  if (address === undefined) return ''
  if (origins.includes(address.origin)) return element
  if (isPictureUrlOfAllowedHost(address, scope.site.picture_hosts)) {
    return element.replace(/^<img/i, '<img referrerpolicy="no-referrer"')
  }
  const note = words.pictureAt(address.hostname)
  const name = alt ? `${alt} (${note})` : note
  return html`<a class="quiet" href="${address.href}" rel="noopener noreferrer">${name} ↗</a>`.text
}
