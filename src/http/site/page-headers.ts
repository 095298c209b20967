import type { FastifyReply, FastifyRequest } from 'fastify'
import { pictureHostCspSources } from '../../core/picture-hosts.ts'
import { toAsciiUrl } from '../../core/urls.ts'
import { discoveryHeaders } from '../../feeds/site/discovery.ts'
import { pageVersions } from '../../pages/layout.ts'
import type { HtmlPage, PageContext } from '../../pages/page.ts'
import { addLink } from '../response/api-headers.ts'

/**
 * Creates the Content-Security-Policy header of a page. The page may load files and pictures of this server, pictures
 * of the hosts in the setting `picture_hosts` and, if they are configured, map tiles and the script `analytics_url`.
 */
function policyOf({ scope, isEmbedded, tiles }: PageContext): string {
  const { origin } = scope.urls
  const { analytics_url: analytics } = scope.site
  const tileOrigin = tiles && originOf(tiles.url)
  return [
    "default-src 'none'",
    `script-src 'self'${analytics ? ` ${analytics}` : ''}`,
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' data: ${origin}${tileOrigin ? ` ${tileOrigin}` : ''}${pictureHostCspSources(scope.site.picture_hosts)}`,
    `connect-src 'self'${analytics ? ` ${originOf(analytics)}` : ''}`,
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${isEmbedded ? '*' : "'none'"}`,
  ].join('; ')
}

const originOf = (address: string) => new URL(address.replace(/[{}]/g, '')).origin

export function setPageHeaders(request: FastifyRequest, reply: FastifyReply, visit: PageContext, page: HtmlPage): void {
  const { scope } = visit
  const { link, ...discovery } = discoveryHeaders(scope, page.record)
  addLink(reply, link)
  reply.headers({
    ...discovery,
    'content-language': scope.language,
    'content-security-policy': policyOf(visit),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    ...(request.hasPrivateResponse && { 'cache-control': 'no-store, private' }),
  })
  for (const { language, address } of pageVersions(visit, page)) {
    addLink(reply, `<${toAsciiUrl(address)}>; rel="alternate"; hreflang="${language}"`)
  }
}
