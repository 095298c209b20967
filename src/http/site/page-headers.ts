import type { FastifyReply, FastifyRequest } from 'fastify'
import { cspSourcesOfPictureHosts } from '../../core/picture-hosts.ts'
import { toAsciiUrl } from '../../core/urls.ts'
import { apiDiscoveryHeaders } from '../../feeds/site/api-and-feed-links.ts'
import type { HtmlPage, PageContext } from '../../pages/page-context.ts'
import { pageAddressesByLanguage } from '../../pages/render-page-document.ts'
import { addLinkHeader } from '../response/api-headers.ts'

/**
 * Creates the Content-Security-Policy header of a page. The page may load files and pictures of this server, pictures
 * of the hosts in the setting `picture_hosts` and, if they are configured, the background of maps and the script
 * `analytics_url`.
 */
function policyOf({ scope, isEmbedded, map }: PageContext): string {
  const { analytics_url: analytics } = scope.site
  const tiles = map.background?.type === 'tiles' ? ` ${originOf(map.background.url)}` : ''
  return [
    "default-src 'none'",
    `script-src 'self'${analytics ? ` ${analytics}` : ''}`,
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' data: ${scope.urls.origins.join(' ')}${tiles}${cspSourcesOfPictureHosts(scope.site.picture_hosts)}`,
    `connect-src 'self'${tiles}${archiveCspSource(map)}${analytics ? ` ${originOf(analytics)}` : ''}`,
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${isEmbedded ? '*' : "'none'"}`,
  ].join('; ')
}

/** The address of a PMTiles file on another host, without its query, because a policy cannot contain one. */
const archiveCspSource = ({ background }: PageContext['map']) =>
  background?.type === 'archive' && !background.url.startsWith('/') ? ` ${background.url.replace(/[?#].*/, '')}` : ''

const originOf = (address: string) => new URL(address.replace(/[{}]/g, '')).origin

export function setPageHeaders(request: FastifyRequest, reply: FastifyReply, visit: PageContext, page: HtmlPage): void {
  const { scope } = visit
  const { link, ...discovery } = apiDiscoveryHeaders(scope, page.record)
  addLinkHeader(reply, link)
  reply.headers({
    ...discovery,
    'content-language': visit.language === scope.language ? visit.language : `${visit.language}, ${scope.language}`,
    ...(scope.site.page_language === 'browser' && { vary: 'Accept-Language' }),
    'content-security-policy': policyOf(visit),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    ...(request.hasPrivateResponse && { 'cache-control': 'no-store, private' }),
  })
  for (const { language, address } of pageAddressesByLanguage(visit, page)) {
    addLinkHeader(reply, `<${toAsciiUrl(address)}>; rel="alternate"; hreflang="${language}"`)
  }
}
